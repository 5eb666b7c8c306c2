// Where the binary is. Knows nothing of VS Code, so that it can be tried without it.
import * as path from 'node:path';

/** What a search starts from. */
export interface Search {
  /** The setting `designlint.path`; empty where it is not set. */
  readonly setting: string;
  readonly strategy: 'fromEnvironment' | 'useBundled';
  /** Folders of the workspace, absolute. */
  readonly folders: readonly string[];
  /** Whether programs that lie in the workspace may run. */
  readonly trusted: boolean;
  /** The variable PATH. */
  readonly searchPath: string;
  /** The folder of the extension that holds the binary it came with. */
  readonly bundled: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** A program, and in words what led to it. */
export interface Binary {
  readonly path: string;
  readonly from: string;
}

/**
 * The binary to run: that of the setting, else the first of the workspace's `.venv` and `node_modules`, PATH, and the
 * one that came with the extension.
 *
 * @param isProgram whether a file is there and may be run
 * @throws an Error that says where it was looked for
 */
export function findBinary(search: Search, isProgram: (file: string) => boolean): Binary {
  if (search.setting.trim() !== '') {
    const named = expanded(search.setting.trim(), search);
    if (!isProgram(named)) {
      throw new Error(`the setting designlint.path names ${named}, and no program is there`);
    }
    return { path: named, from: 'the setting designlint.path' };
  }
  const tried: string[] = [];
  for (const { path: file, from } of candidates(search)) {
    if (isProgram(file)) {
      return { path: file, from };
    }
    tried.push(file);
  }
  throw new Error(`no designlint was found; looked for ${tried.join(', ')}`);
}

function* candidates(search: Search): Generator<Binary> {
  const windows = search.platform === 'win32';
  const at = windows ? path.win32 : path.posix;
  const name = windows ? 'designlint.exe' : 'designlint';
  if (search.strategy === 'fromEnvironment') {
    for (const folder of search.trusted ? search.folders : []) {
      yield { path: at.join(folder, '.venv', windows ? 'Scripts' : 'bin', name), from: '.venv of the workspace' };
      yield { path: at.join(folder, 'node_modules', '.bin', name), from: 'node_modules of the workspace' };
    }
    for (const folder of search.searchPath.split(at.delimiter)) {
      // A relative entry of PATH would be a program of the workspace.
      if (at.isAbsolute(folder)) {
        yield { path: at.join(folder, name), from: 'PATH' };
      }
    }
  }
  yield { path: at.join(search.bundled, name), from: 'the extension' };
}

/** A path with `~` and `${workspaceFolder}` written out; a relative one starts at the first folder. */
export function expanded(written: string, { folders, home, platform }: Pick<Search, 'folders' | 'home' | 'platform'>): string {
  const at = platform === 'win32' ? path.win32 : path.posix;
  const folder = folders[0] ?? home;
  const file = written.replace(/^~(?=[/\\]|$)/, () => home).replaceAll('${workspaceFolder}', () => folder);
  return at.isAbsolute(file) ? file : at.join(folder, file);
}
