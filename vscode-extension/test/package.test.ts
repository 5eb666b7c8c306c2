// What package.json promises and the sources keep.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { run } from '../src/run';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const pattern = new RegExp(manifest.contributes.problemPatterns[0].regexp);

test('the problem matcher reads the concise format, with colours and without', () => {
  const line = 'docs/q7 : notes.md:12:5: error[arith-mismatch] `4,096 x 8.4 KB` is 34.4064 MB, not 64 MB: ten';
  const [, ...parts] = pattern.exec(line) ?? [];
  const message = '`4,096 x 8.4 KB` is 34.4064 MB, not 64 MB: ten';
  assert.deepEqual(parts, ['docs/q7 : notes.md', '12', '5', 'error', 'arith-mismatch', message]);
  const coloured = '\u001b[1mq7.md\u001b[0m:1:2: \u001b[31mwarning\u001b[0m[ours/two-regions]\u001b[0m say which';
  assert.deepEqual(pattern.exec(coloured)?.slice(1), ['q7.md', '1', '2', 'warning', 'ours/two-regions', 'say which']);
  assert.equal(pattern.exec('found 2 errors, 1 warning'), null);
});

test('each setting that could name a program or a file is restricted in folders that are not trusted', () => {
  const { properties } = manifest.contributes.configuration;
  const machine = Object.keys(properties).filter((name) => properties[name].scope === 'machine-overridable');
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.deepEqual(machine.filter((name) => !restrictedConfigurations.includes(name)), []);
  assert.ok(machine.includes('designlint.path'));
});

test('each command of the palette is registered, and no other', () => {
  const source = readFileSync('src/commands.ts', 'utf8');
  const actions = source.slice(source.indexOf('const actions'), source.indexOf('return Object.entries'));
  const registered = [...actions.matchAll(/^ {4}(\w+): /gm)].map(([, name]) => `designlint.${name}`);
  const offered = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  assert.deepEqual(registered.sort(), offered.sort());
});

test('a run gives what a program printed, its exit code, and an error where it cannot be run', async () => {
  const program = 'process.stdin.pipe(process.stdout); console.error("e"); process.exitCode = 1';
  assert.deepEqual(await run(process.execPath, ['-e', program], undefined, 'é\r\n'), { code: 1, out: 'é\r\n', err: 'e\n' });
  await assert.rejects(run('/no/such/program', [], undefined), /ENOENT/);
});
