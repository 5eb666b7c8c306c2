// Somebody works with the extension in VS Code: node drive.mjs INSTALLED VSIX SCREENS DOCUMENTS
// DOCUMENTS is a folder with doc.md, whose columns differ in every way of counting, and design.md, a design with mistakes.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Editor } from './editor.mjs';
import { inExtensionHost } from './host.mjs';
import { hostile, trusted, untrusted } from './trust.mjs';
import { Workbench } from './workbench.mjs';

const [installed, vsix, screens, documents] = process.argv.slice(2).map((file) => path.resolve(file));

// One squiggle lies within another on the line of the total, and the editor draws both as one, with the hints between.
const WRONG = [
  'error: 7 x 6 MB = 43 MB',
  'error: 2,000 x 12 KB = 42 MB',
  'error: 3 x 15 ms = 54 ms',
  'error: 12 x 11 MB = 123 MB',
  'error: | **Total 合計** | **510 = 500** | 😀 5 x 12 = 61 = 60 |',
  'error: 500 x 16,384 B = 8,912,000 B',
];

const are = (wanted) => (seen) => JSON.stringify(seen) === JSON.stringify(wanted);
const hold = (text) => (seen) => seen.some((one) => one.includes(text));

/** Squiggles, hints and the coverage of a document that is opened; the hover of one mistake. */
async function look(editor) {
  await editor.open('doc.md');
  await editor.soon('a squiggle under each mistake', () => editor.underlined(), are(WRONG));
  await editor.soon('the coverage', () => editor.status(), hold('7/14 verified'));
  await editor.soon('the lens', () => editor.lenses(), hold('7 of 14 calculations verified'));
  await editor.soon('a hint behind the number', () => editor.lines(), hold('7 x 6 MB = 43 MB = 42 MB.'));
  await editor.soon('a hint behind the sign', () => editor.lines(), hold('3 x 4,096 B = 12.288 KB'));
  await editor.shoot('squiggles');
  await editor.hover('54 ms', '`3 x 15 ms` is 45 ms, not 54 ms', 'wrong: 3 x 15 ms = 45 ms', 'A calculation does not give');
  await editor.shoot('hover');
}

/** A fix is taken, and its squiggle goes; a new mistake is typed, and a squiggle comes. */
async function mend(editor) {
  await editor.click('54 ms');
  const fixes = await editor.fixes();
  assert.ok(fixes[0].includes('write 45 ms'), fixes.join('\n'));
  assert.ok(hold('hide `arith-mismatch` here with a reason')(fixes), fixes.join('\n'));
  await editor.shoot('fixes');
  await editor.page.keyboard.press('Enter');
  const rest = WRONG.filter((one) => !one.includes('54 ms'));
  await editor.soon('the fix', () => editor.lines(), hold('3 x 15 ms = 45 ms, and'));
  await editor.soon('one squiggle less', () => editor.underlined(), are(rest));
  await editor.soon('more verified', () => editor.status(), hold('8/14 verified'));
  await editor.shoot('mended');
  await editor.page.keyboard.press('Control+End');
  await editor.page.keyboard.type('The 📦 rack holds 9 x 6 = 55 hosts.\n', { delay: 20 });
  const more = [...rest, 'error: 9 x 6 = 55'];
  await editor.soon('a squiggle under what was typed', () => editor.underlined(), are(more));
  await editor.shoot('typed');
}

/** The commands that show more than one line. */
async function pages(editor) {
  await editor.command('designlint: Check Workspace');
  await editor.soon('findings of a document that is not open', () => editor.problems(), hold('design.md'));
  await editor.shoot('workspace');
  await editor.page.keyboard.press('Control+j');
  await editor.open('design.md');
  await editor.soon('the coverage', () => editor.status(), hold('15/26 verified'));
  await editor.goTo(94);
  await editor.soon('a squiggle', () => editor.underlined(), hold('2 x 30 x 9 x 64 x 2 B'));
  await editor.hover('69,120 B', 'multiplies by 9, the number of query heads');
  await editor.shoot('design');
  await editor.command('designlint: Review This Document');
  const preview = await editor.preview();
  await preview.locator('h1', { hasText: 'Review of' }).waitFor({ timeout: 60_000 });
  await editor.shoot('review');
}

/** A second workbench, for folders that are not trusted, and the first one for what would happen if they were. */
async function distrust(workbench, folder) {
  const wary = await Workbench.start(installed, path.join(folder, 'wary'), vsix, true);
  try {
    const restricted = hostile(documents, path.join(folder, 'restricted'));
    await untrusted(new Editor(wary.page, screens), wary, restricted, WRONG, are);
  } finally {
    await wary.stop();
  }
  await trusted(new Editor(workbench.page, screens), workbench, hostile(documents, path.join(folder, 'free')));
}

async function drive(workbench, folder) {
  // Each has its own copy, for both write.
  const copy = path.join(folder, 'copy');
  cpSync(documents, copy, { recursive: true });
  await inExtensionHost(workbench, folder, copy, new URL('./host.cjs', import.meta.url).pathname);
  await distrust(workbench, folder);
  const editor = new Editor(workbench.page, screens);
  await workbench.page.goto(workbench.address(documents));
  await look(editor);
  await mend(editor);
  await pages(editor);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'designlint-vscode-'));
const started = Date.now();
rmSync(screens, { recursive: true, force: true });
mkdirSync(screens, { recursive: true });
const workbench = await Workbench.start(installed, folder, vsix);
let code = 0;
try {
  await drive(workbench, folder);
  console.log(`VS Code shows all of it; ${((Date.now() - started) / 1000).toFixed(1)} s, screenshots in ${screens}`);
} catch (error) {
  console.error(error);
  console.error(readFileSync(path.join(folder, 'server.log'), 'utf8').slice(-2000));
  code = 1;
} finally {
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(code);
