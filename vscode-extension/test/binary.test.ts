import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBinary, type Search } from '../src/binary';

const SEARCH: Search = {
  setting: '',
  strategy: 'fromEnvironment',
  folders: ['/team/a', '/team/b'],
  trusted: true,
  searchPath: '/usr/local/bin:/usr/bin',
  bundled: '/ext/bundled',
  home: '/home/ada',
  platform: 'linux',
};

/** The binary that is found where these files are programs. */
function found(programs: readonly string[], search: Partial<Search> = {}): string {
  const { path, from } = findBinary({ ...SEARCH, ...search }, (file) => programs.includes(file));
  return `${path} from ${from}`;
}

test('the nearest binary is taken: of the workspace, of PATH, of the extension', () => {
  const places = [
    ['/team/a/.venv/bin/designlint', '.venv of the workspace'],
    ['/team/a/node_modules/.bin/designlint', 'node_modules of the workspace'],
    ['/team/b/.venv/bin/designlint', '.venv of the workspace'],
    ['/team/b/node_modules/.bin/designlint', 'node_modules of the workspace'],
    ['/usr/local/bin/designlint', 'PATH'],
    ['/usr/bin/designlint', 'PATH'],
    ['/ext/bundled/designlint', 'the extension'],
  ] as const;
  for (const [n, [path, from]] of places.entries()) {
    assert.equal(found(places.slice(n).map(([file]) => file)), `${path} from ${from}`);
  }
});

test('a folder that is not trusted gives no program, neither by itself nor through PATH', () => {
  const planted = ['/team/a/.venv/bin/designlint', '/team/a/node_modules/.bin/designlint', 'bin/designlint', 'designlint'];
  const search = { trusted: false, searchPath: 'bin::.:/usr/bin' };
  assert.equal(found([...planted, '/ext/bundled/designlint'], search), '/ext/bundled/designlint from the extension');
});

test('the bundled binary goes first where the strategy says so', () => {
  const programs = ['/team/a/.venv/bin/designlint', '/usr/bin/designlint', '/ext/bundled/designlint'];
  assert.equal(found(programs, { strategy: 'useBundled' }), '/ext/bundled/designlint from the extension');
});

test('the setting goes before everything, and a wrong one is an error and no reason to look on', () => {
  const from = 'from the setting designlint.path';
  assert.equal(found(['/opt/d', '/usr/bin/designlint'], { setting: '/opt/d' }), `/opt/d ${from}`);
  assert.equal(found(['/home/ada/d'], { setting: '~/d' }), `/home/ada/d ${from}`);
  assert.equal(found(['/team/a/t/d'], { setting: '${workspaceFolder}/t/d' }), `/team/a/t/d ${from}`);
  assert.equal(found(['/team/a/t/d'], { setting: 't/d' }), `/team/a/t/d ${from}`);
  assert.equal(found(['/home/ada/t/d'], { setting: 't/d', folders: [] }), `/home/ada/t/d ${from}`);
  assert.throws(
    () => found(['/usr/bin/designlint'], { setting: '/opt/none' }),
    new Error('the setting designlint.path names /opt/none, and no program is there'),
  );
});

test('Windows has its own names and separators', () => {
  const windows = { platform: 'win32', folders: ['C:\\w'], searchPath: 'D:\\bin;C:\\tools', bundled: 'C:\\ext\\bundled' } as const;
  assert.equal(found(['C:\\w\\.venv\\Scripts\\designlint.exe'], windows), 'C:\\w\\.venv\\Scripts\\designlint.exe from .venv of the workspace');
  assert.equal(found(['C:\\tools\\designlint.exe'], windows), 'C:\\tools\\designlint.exe from PATH');
});

test('where there is none, the error says where it was looked for', () => {
  assert.throws(
    () => found([], { folders: ['/w'], searchPath: '/usr/bin' }),
    new Error(
      'no designlint was found; looked for /w/.venv/bin/designlint, /w/node_modules/.bin/designlint, ' +
        '/usr/bin/designlint, /ext/bundled/designlint',
    ),
  );
});
