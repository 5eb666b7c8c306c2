// The two packages of npm for one target: node npm.mjs TARGET BINARY FOLDER
// `designlint` with the launcher, and `@designlint/cli-PLATFORM` with the binary, as archives in the folder.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const here = path.dirname(new URL(import.meta.url).pathname.replace(/^\/([A-Za-z]:)/, '$1'));
const root = path.join(here, '..');
const [target, binary, out] = process.argv.slice(2);

/** The row of the target, by the names of the columns. */
function row() {
  const [names, ...rows] = readFileSync(path.join(here, 'targets.tsv'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
  const values = rows.find(([name]) => name === target);
  if (values === undefined) {
    throw new Error(`no target ${target} in targets.tsv`);
  }
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

/** What the package with the binary says of itself: the words of the main one, and where it can be installed. */
function platform(main, { npm, os, cpu, libc }) {
  const { version, license, repository, engines } = main;
  return {
    name: `@designlint/cli-${npm}`,
    version,
    description: `The binary of designlint for ${npm}`,
    license,
    repository,
    os: [os],
    cpu: [cpu],
    ...(libc === '-' ? {} : { libc: [libc] }),
    files: [path.basename(binary), 'LICENSE-*'],
    engines,
    preferUnplugged: true,
  };
}

function pack(folder) {
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    copyFileSync(path.join(root, licence), path.join(folder, licence));
  }
  // npm is a script of the shell on Windows.
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
  execFileSync('npm', ['pack', '--loglevel=warn', '--pack-destination', path.resolve(out)], options);
}

const main = JSON.parse(readFileSync(path.join(here, 'npm/package.json'), 'utf8'));
const work = mkdtempSync(path.join(tmpdir(), 'designlint-npm-'));
try {
  mkdirSync(out, { recursive: true });
  const launcher = path.join(work, 'designlint');
  cpSync(path.join(here, 'npm'), launcher, { recursive: true });
  copyFileSync(path.join(root, 'README.md'), path.join(launcher, 'README.md'));
  pack(launcher);

  const carrier = path.join(work, 'cli');
  mkdirSync(carrier);
  copyFileSync(binary, path.join(carrier, path.basename(binary)));
  chmodSync(path.join(carrier, path.basename(binary)), 0o755);
  writeFileSync(path.join(carrier, 'package.json'), `${JSON.stringify(platform(main, row()), null, 2)}\n`);
  const page = main.repository.url.replace(/^git\+|\.git$/g, '');
  writeFileSync(path.join(carrier, 'README.md'), `The binary of [designlint](${page}) for one platform; install \`designlint\`.\n`);
  pack(carrier);
} finally {
  rmSync(work, { recursive: true, force: true });
}
