// Somebody works with the extension in VS Code: node drive.mjs INSTALLED VSIX SCREENS
// The current folder holds what is opened.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Editor } from './editor.mjs';
import { inExtensionHost } from './host.mjs';
import { Workbench } from './workbench.mjs';

const [installed, vsix, screens] = process.argv.slice(2);
mkdirSync(screens, { recursive: true });

// One squiggle lies within another on the line of the total, and the editor draws both as one.
const WRONG = [
  'error: 7 x 6 MB = 43 MB',
  'error: 2,000 x 12 KB = 42 MB',
  'error: 3 x 15 ms = 54 ms',
  'error: 12 x 11 MB = 123 MB',
  'error: | **Total 合計** | **510** | 😀 5 x 12 = 61 |',
  'error: 500 x 16,384 B = 8,912,000 B',
];

async function drive(editor) {
  await editor.open('doc.md');
  const same = (wanted) => (seen) => JSON.stringify(seen) === JSON.stringify(wanted);
  await editor.soon('a squiggle under each mistake', () => editor.underlined(), same(WRONG));
  await editor.shoot('squiggles');

  await editor.hover('43 MB', '`7 x 6 MB` is 42 MB, not 43 MB'.replaceAll('`', ''));
  await editor.shoot('hover');
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'designlint-vscode-'));
const started = Date.now();
const workbench = await Workbench.start(installed, folder, vsix);
let code = 0;
try {
  // Each has its own copy, for both write.
  const copy = path.join(folder, 'copy');
  cpSync(process.cwd(), copy, { recursive: true });
  await inExtensionHost(workbench, folder, copy, new URL('./host.cjs', import.meta.url).pathname);
  await workbench.page.goto(workbench.address(process.cwd()));
  await drive(new Editor(workbench.page, screens));
  console.log(`VS Code shows all of it; ${((Date.now() - started) / 1000).toFixed(1)} s, screenshots in ${screens}`);
} catch (error) {
  console.error(error);
  code = 1;
} finally {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(code);
