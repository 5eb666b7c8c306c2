// Runs host.cjs in the extension host of a workbench.
import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * @param profile folder of the profile, where the extension is installed
 * @param folder what is opened
 * @param tests the module that exports `run`
 * @returns what was logged
 * @throws an Error where a test fails
 */
export async function inExtensionHost(workbench, profile, folder, tests) {
  const page = await workbench.context.newPage();
  const log = [];
  let done;
  const ended = new Promise((resolve) => {
    done = resolve;
  });
  await page.exposeFunction('codeAutomationLog', (kind, args) => log.push(`${kind}: ${(args ?? []).join(' ')}`));
  await page.exposeFunction('codeAutomationExit', (code) => done(code));
  const installed = path.join(profile, 'extensions');
  const extension = readdirSync(installed).find((name) => name.startsWith('designlint.designlint-'));
  const payload = [
    ['extensionDevelopmentPath', workbench.remote(path.join(installed, extension))],
    ['extensionTestsPath', workbench.remote(tests)],
    ['skipWelcome', 'true'],
  ];
  await page.goto(workbench.address(folder, payload));
  const late = new Promise((resolve) => {
    setTimeout(() => resolve('no answer in 120 s'), 120_000);
  });
  const code = await Promise.race([ended, late]);
  await page.close();
  if (code !== 0) {
    throw new Error(`in the extension host: ${code}\n${log.join('\n')}`);
  }
}
