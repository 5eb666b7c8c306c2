// Packages the extension with the binary in it: node package.mjs [--target linux-x64] [--binary FILE] [--out FOLDER]
// Prints the file and its size. `npm ci` comes first, and a binary built for the target.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, copyFileSync, mkdirSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const root = path.join(here, '..');

/** Each target of VS Code with the first bytes of a program for it, as [offset, bytes in hexadecimal]. */
const TARGETS = {
  'linux-x64': [[0, '7f454c4602'], [18, '3e00']],
  'linux-arm64': [[0, '7f454c4602'], [18, 'b700']],
  'linux-armhf': [[0, '7f454c4601'], [18, '2800']],
  'alpine-x64': [[0, '7f454c4602'], [18, '3e00']],
  'alpine-arm64': [[0, '7f454c4602'], [18, 'b700']],
  'darwin-x64': [[0, 'cffaedfe07000001']],
  'darwin-arm64': [[0, 'cffaedfe0c000001']],
  'win32-x64': [[0, '4d5a']],
  'win32-arm64': [[0, '4d5a']],
};

function fail(reason) {
  console.error(`package.mjs: ${reason}`);
  process.exit(2);
}

function begins(file, [offset, expected]) {
  const bytes = Buffer.alloc(expected.length / 2);
  const handle = openSync(file, 'r');
  readSync(handle, bytes, 0, bytes.length, offset);
  closeSync(handle);
  return bytes.toString('hex') === expected;
}

function size(file) {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`;
}

const { values } = parseArgs({
  options: {
    target: { type: 'string', default: `${process.platform}-${process.arch}` },
    binary: { type: 'string' },
    out: { type: 'string' },
  },
});
const { target } = values;
const marks = TARGETS[target] ?? fail(`no target ${target}; there are ${Object.keys(TARGETS).join(', ')}`);
const name = target.startsWith('win32') ? 'designlint.exe' : 'designlint';
const built = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
const binary = path.resolve(values.binary ?? path.join(built, 'release', name));
const out = path.resolve(values.out ?? path.join(built, 'vsix'));
if (statSync(binary, { throwIfNoEntry: false }) === undefined) {
  fail(`no binary ${binary}: cargo build --release`);
}
if (!marks.every((mark) => begins(binary, mark))) {
  fail(`${binary} is no program for ${target}`);
}

rmSync(path.join(here, 'bundled'), { recursive: true, force: true });
mkdirSync(path.join(here, 'bundled'), { recursive: true });
mkdirSync(out, { recursive: true });
copyFileSync(binary, path.join(here, 'bundled', name));
chmodSync(path.join(here, 'bundled', name), 0o755);
const licences = ['LICENSE-MIT', 'LICENSE-APACHE'].map((file) => readFileSync(path.join(root, file), 'utf8'));
writeFileSync(path.join(here, 'LICENSE.txt'), `designlint is under one of these two, as you like.\n\n${licences.join(`\n${'-'.repeat(80)}\n\n`)}`);

const { version } = JSON.parse(readFileSync(path.join(here, 'package.json'), 'utf8'));
const vsix = path.join(out, `designlint-${target}-${version}.vsix`);
const vsce = path.join(here, 'node_modules', '@vscode', 'vsce', 'vsce');
execFileSync(process.execPath, [vsce, 'package', '--no-dependencies', '--target', target, '--out', vsix], {
  cwd: here,
  stdio: ['ignore', 'ignore', 'inherit'],
});
console.log(`${vsix}: ${size(vsix)}, with the binary of ${size(binary)}`);
