// The commands of the palette.
import * as vscode from 'vscode';
import { kinds } from './generated.json';
import type { Pages } from './pages';
import { run } from './run';
import type { Server } from './server';
import { binary, folders, forServer } from './settings';
import type { WorkspaceCheck } from './workspace';

/** What the commands work with. */
export interface Parts {
  readonly extension: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly server: Server;
  readonly pages: Pages;
  readonly workspace: WorkspaceCheck;
}

/** Registers all commands. */
export function commands(parts: Parts): vscode.Disposable[] {
  const { log, pages, server, workspace } = parts;
  const actions: Record<string, (...args: unknown[]) => unknown> = {
    restart: () => server.restart(),
    checkWorkspace: () => workspace.run(),
    review: (uri) => withDocument(uri, (document) => pages.showReview(document)),
    ledger: (uri) => withDocument(uri, (document) => pages.showLedger(document)),
    newDocument: (kind) => newDocument(parts, typeof kind === 'string' ? kind : undefined),
    fixAll: () =>
      vscode.commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.designlint', apply: 'first' }),
    showClientLogs: () => log.show(true),
    showServerLogs: () => server.showLogs(),
    debugInfo: () => debugInfo(parts),
  };
  return Object.entries(actions).map(([name, action]) =>
    vscode.commands.registerCommand(`designlint.${name}`, async (...args: unknown[]) => {
      try {
        return await action(...args);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.error(`${name}: ${reason}`);
        void vscode.window.showErrorMessage(`designlint: ${reason}`);
        return undefined;
      }
    }),
  );
}

/** Does something with the document that is named, or with the one in front. */
async function withDocument(uri: unknown, action: (document: vscode.TextDocument) => Promise<void>): Promise<void> {
  const named = typeof uri === 'string' ? vscode.Uri.parse(uri) : uri;
  const document =
    named instanceof vscode.Uri
      ? await vscode.workspace.openTextDocument(named)
      : vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'markdown') {
    throw new Error('open a Markdown document first');
  }
  await action(document);
}

async function newDocument({ extension }: Parts, kind: string | undefined): Promise<void> {
  const choices = kinds.map(({ id, says }) => ({ label: id, description: says }));
  const chosen = kind ?? (await vscode.window.showQuickPick(choices, { placeHolder: 'The kind of document' }))?.label;
  if (chosen === undefined) {
    return;
  }
  const { code, out, err } = await run(binary(extension).path, ['new', chosen], folders()[0]);
  if (code !== 0) {
    throw new Error(err.trim());
  }
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: out });
  await vscode.window.showTextDocument(document);
}

async function debugInfo({ extension, server }: Parts): Promise<void> {
  const { started } = server;
  const version = started === undefined ? '' : (await run(started.path, ['--version'], undefined)).out.trim();
  const { version: ours } = extension.extension.packageJSON as { version: string };
  const lines = [
    `extension ${ours}, VS Code ${vscode.version}, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    `server ${server.condition}${started === undefined ? '' : `: ${version}, ${started.path}, from ${started.from}`}`,
    `workspace ${vscode.workspace.isTrusted ? 'trusted' : 'not trusted'}: ${folders().join(', ')}`,
    `settings ${JSON.stringify(vscode.workspace.getConfiguration('designlint'), null, 2)}`,
    `sent to the server ${JSON.stringify(forServer(), null, 2)}`,
    `the server can ${JSON.stringify(server.client?.initializeResult?.capabilities ?? null, null, 2)}`,
  ];
  const document = await vscode.workspace.openTextDocument({ language: 'plaintext', content: `${lines.join('\n\n')}\n` });
  await vscode.window.showTextDocument(document);
}
