// A folder that nobody trusts, whose settings and programs are those of somebody else; and what the channels say meanwhile.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the folder has programs that call themselves designlint. */
const PROGRAMS = ['tools', '.venv/bin', 'node_modules/.bin'];

/**
 * A folder with the documents, programs that say that they ran, and settings that name one of them and a configuration
 * that hides everything.
 */
export function hostile(documents, folder) {
  cpSync(documents, folder, { recursive: true });
  for (const place of PROGRAMS) {
    mkdirSync(path.join(folder, place), { recursive: true });
    const program = path.join(folder, place, 'designlint');
    writeFileSync(program, `#!/bin/sh\ntouch '${folder}/ran'\nexit 1\n`);
    chmodSync(program, 0o755);
  }
  mkdirSync(path.join(folder, '.vscode'));
  const settings = {
    'designlint.path': './tools/designlint',
    'designlint.configPath': 'quiet.yaml',
    'designlint.trace.server': 'messages',
    'designlint.logLevel': 'debug',
  };
  writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'quiet.yaml'), "exclude: ['**']\n");
  return folder;
}

/** Whether a program of the folder ran. */
export function ran(folder) {
  return existsSync(path.join(folder, 'ran'));
}

/** The channels of the extension as they lie in a profile: their text by their names. */
export function channels(profile) {
  const logs = path.join(profile, 'user', 'logs');
  const files = existsSync(logs) ? readdirSync(logs, { recursive: true }) : [];
  const ours = files.filter((file) => /designlint[^/]*\.log$/.test(file));
  return Object.fromEntries(ours.map((file) => {
    const name = path.basename(file, '.log').replace(/^\d+-/, '');
    return [name, readFileSync(path.join(logs, file), 'utf8')];
  }));
}

/**
 * In a folder that is not trusted the server is the one that came with the extension, and the folder's configuration does
 * not hold; its harmless settings do.
 *
 * @param wrong the squiggles of doc.md
 * @param are whether squiggles are these
 */
export async function untrusted(editor, workbench, profile, folder, wrong, are) {
  await workbench.page.goto(workbench.address(folder));
  await editor.soon('that the folder is not trusted', () => editor.status(), (seen) => seen.some((one) => one.includes('Restricted Mode')));
  await editor.open('doc.md');
  await editor.soon('a squiggle under each mistake', () => editor.underlined(), are(wrong));
  await editor.shoot('untrusted');
  assert.equal(ran(folder), false, 'a program of the folder ran');
  const said = (name, pattern) => editor.soon(`${pattern} in the channel ${name}`, async () => channels(profile), (seen) => pattern.test(seen[name] ?? ''));
  await said('designlint', /\[info\] starting .*\/designlint, from (the extension|PATH)\n/);
  await said('designlint server', /checked file:\/\/.*\/doc\.md: 7 diagnostics/);
  await said('designlint trace', /Sending request 'initialize/);
  await said('designlint trace', /Received response 'textDocument\/diagnostic/);
}

/** Where the folder is trusted, the program that its settings name is run: what the test above would see. */
export async function trusted(editor, workbench, folder) {
  await workbench.page.goto(workbench.address(folder));
  await editor.open('doc.md');
  await editor.soon('that the program of the folder ran', async () => ran(folder), (seen) => seen);
}
