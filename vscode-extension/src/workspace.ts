// Findings of documents that are not open, when somebody asks for them.
import * as vscode from 'vscode';
import { WorkspaceDiagnosticRequest } from 'vscode-languageclient/node';
import type { Server } from './server';

/** The findings of the whole workspace; the client shows those of open documents itself. */
export class WorkspaceCheck implements vscode.Disposable {
  private readonly found = vscode.languages.createDiagnosticCollection('designlint workspace');
  private readonly parts: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.parts = [
      this.found,
      server.onDidChange(() => this.found.clear()),
      // From here on the client asks for them.
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        editors.forEach(({ document }) => this.found.delete(document.uri));
      }),
    ];
  }

  dispose(): void {
    for (const part of this.parts) {
      part.dispose();
    }
  }

  /** Asks the server for all of them, and shows the Problems panel. */
  async run(): Promise<void> {
    const title = 'designlint checks the workspace';
    const location = vscode.ProgressLocation.Window;
    await vscode.window.withProgress({ location, title }, (_, token) => this.ask(token));
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }

  private async ask(token: vscode.CancellationToken): Promise<void> {
    const { client } = this.server;
    if (client === undefined || (vscode.workspace.workspaceFolders ?? []).length === 0) {
      throw new Error(client === undefined ? 'the server does not run' : 'open a folder first');
    }
    const { items } = await client.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [] }, token);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
    const open = new Set(tabs.map((input) => (input instanceof vscode.TabInputText ? input.uri.toString() : '')));
    this.found.clear();
    for (const report of items) {
      const uri = client.protocol2CodeConverter.asUri(report.uri);
      if (report.kind === 'full' && !open.has(uri.toString())) {
        this.found.set(uri, await client.protocol2CodeConverter.asDiagnostics(report.items, token));
      }
    }
  }
}
