// A folder that nobody trusts, whose settings and programs are those of somebody else.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
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
  };
  writeFileSync(path.join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
  writeFileSync(path.join(folder, 'quiet.yaml'), "exclude: ['**']\n");
  return folder;
}

/** Whether a program of the folder ran. */
export function ran(folder) {
  return existsSync(path.join(folder, 'ran'));
}

/**
 * In a folder that is not trusted the server is the one that came with the extension, and the folder's configuration does
 * not hold.
 *
 * @param wrong the squiggles of doc.md
 * @param are whether squiggles are these
 */
export async function untrusted(editor, workbench, folder, wrong, are) {
  await workbench.page.goto(workbench.address(folder));
  await editor.soon('that the folder is not trusted', () => editor.status(), (seen) => seen.some((one) => one.includes('Restricted Mode')));
  await editor.open('doc.md');
  await editor.soon('a squiggle under each mistake', () => editor.underlined(), are(wrong));
  await editor.shoot('untrusted');
  assert.equal(ran(folder), false, 'a program of the folder ran');
}

/** Where the folder is trusted, the program that its settings name is run: what the test above would see. */
export async function trusted(editor, workbench, folder) {
  await workbench.page.goto(workbench.address(folder));
  await editor.open('doc.md');
  await editor.soon('that the program of the folder ran', async () => ran(folder), (seen) => seen);
}
