// The extension: finds the binary and starts the client. What is checked, and how, is the server's.
import * as vscode from 'vscode';
import { commands } from './commands';
import { Pages } from './pages';
import { Server } from './server';
import { RESTARTING } from './settings';
import { Status } from './status';
import { Tasks } from './tasks';
import { WorkspaceCheck } from './workspace';

let server: Server | undefined;

export async function activate(extension: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('designlint', { log: true });
  server = new Server(extension, log);
  const [pages, workspace] = [new Pages(extension), new WorkspaceCheck(server)];
  extension.subscriptions.push(
    log,
    server,
    pages,
    workspace,
    new Status(server),
    vscode.tasks.registerTaskProvider(Tasks.TYPE, new Tasks(extension)),
    ...commands({ extension, log, server, pages, workspace }),
    ...restarts(server),
  );
  await server.restart();
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

/** What makes another server necessary. */
function restarts(server: Server): vscode.Disposable[] {
  const restart = () => void server.restart();
  return [
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (RESTARTING.some((name) => change.affectsConfiguration(name))) {
        restart();
      }
    }),
  ];
}
