// The settings as the client and the server read them.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { type Binary, expanded, findBinary, type Search } from './binary';

/** Settings that only a new server can take. */
export const RESTARTING = ['enable', 'path', 'importStrategy', 'run', 'workspaceDiagnostics'].map(
  (name) => `designlint.${name}`,
);

/** A setting with the default of package.json. */
export function setting<T>(name: string): T {
  return vscode.workspace.getConfiguration('designlint').get<T>(name) as T;
}

/** The local folders of the workspace. */
export function folders(): string[] {
  const all = vscode.workspace.workspaceFolders ?? [];
  return all.filter((folder) => folder.uri.scheme === 'file').map((folder) => folder.uri.fsPath);
}

/**
 * The binary that the settings lead to.
 *
 * @throws an Error that says where it was looked for
 */
export function binary(extension: vscode.ExtensionContext): Binary {
  const search: Search = {
    setting: setting('path'),
    strategy: setting('importStrategy'),
    folders: folders(),
    trusted: vscode.workspace.isTrusted,
    searchPath: process.env['PATH'] ?? '',
    bundled: path.join(extension.extensionPath, 'bundled'),
    home: os.homedir(),
    platform: process.platform,
  };
  return findBinary(search, isProgram);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What the server is told, at its start and whenever a setting changes. */
export function forServer(): Record<string, unknown> {
  const written: string = setting('configPath');
  const here = { folders: folders(), home: os.homedir(), platform: process.platform };
  return {
    configPath: written === '' ? '' : expanded(written, here),
    run: setting('run'),
    inlayHints: { enable: setting('inlayHints.enable'), verified: setting('inlayHints.verified') },
    codeLens: { enable: setting('codeLens.enable') },
    workspaceDiagnostics: { enable: setting('workspaceDiagnostics.enable') },
    logLevel: setting('logLevel'),
  };
}
