// The status bar: whether the server runs, and how much of the document was verified.
import * as vscode from 'vscode';
import { CodeLensRequest } from 'vscode-languageclient/node';
import { type Coverage, coverageOf } from './coverage';
import type { Condition, Server } from './server';

/** Pause after the last change of a text before the server is asked again, in milliseconds. */
const PAUSE = 400;

/** Shows the coverage of the document in front. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('designlint.status', vscode.StatusBarAlignment.Right, 100);
  private readonly parts: vscode.Disposable[];
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = 'designlint';
    this.parts = [
      server.onDidChange(() => void this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => void this.show()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.changed([document.uri])),
      // The first findings come when the server knows the document, and may change with a configuration.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.changed(uris)),
    ];
    void this.show();
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const part of [this.item, ...this.parts]) {
      part.dispose();
    }
  }

  /** Asks again after a pause, where the document in front is among those that changed. */
  private changed(uris: readonly vscode.Uri[]): void {
    const front = vscode.window.activeTextEditor?.document.uri.toString();
    if (uris.some((uri) => uri.toString() === front)) {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => void this.show(), PAUSE);
    }
  }

  private async show(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'markdown') {
      this.item.hide();
      return;
    }
    const { condition } = this.server;
    const coverage = condition === 'running' ? await this.coverage(document) : undefined;
    // The answer may come when another document is in front.
    if (document !== vscode.window.activeTextEditor?.document || condition !== this.server.condition) {
      return;
    }
    Object.assign(this.item, appearance(condition, coverage));
    this.item.show();
  }

  /** The server says it in a code lens; there is no second count. */
  private async coverage(document: vscode.TextDocument): Promise<Coverage | undefined> {
    const client = this.server.client;
    if (!client?.initializeResult?.capabilities.codeLensProvider) {
      return undefined;
    }
    const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
    try {
      const lenses = (await client.sendRequest(CodeLensRequest.type, { textDocument })) ?? [];
      return lenses.map((lens) => coverageOf(lens.command?.title ?? '')).find((found) => found !== undefined);
    } catch {
      // The text changed meanwhile, or the server is stopping; the next change asks again.
      return undefined;
    }
  }
}

interface Appearance {
  text: string;
  tooltip: string;
  command: string;
  backgroundColor: vscode.ThemeColor | undefined;
}

function appearance(condition: Condition, coverage: Coverage | undefined): Appearance {
  const usual = { command: 'designlint.ledger', backgroundColor: undefined };
  switch (condition) {
    case 'running': {
      if (coverage === undefined) {
        return { ...usual, text: '$(checklist) designlint', tooltip: 'designlint: no calculations here' };
      }
      const counts = `${coverage.verified}/${coverage.claims}`;
      const tooltip = `designlint verified ${coverage.verified} of ${coverage.claims} calculations; click for the ledger`;
      return { ...usual, text: `$(checklist) ${counts} verified`, tooltip };
    }
    case 'starting':
      return { ...usual, text: '$(loading~spin) designlint', tooltip: 'designlint is starting' };
    case 'off':
      return { ...usual, text: '$(circle-slash) designlint', tooltip: 'designlint is off', command: 'designlint.restart' };
    case 'failed':
      return {
        text: '$(error) designlint',
        tooltip: 'designlint does not run; click to start it again',
        command: 'designlint.restart',
        backgroundColor: new vscode.ThemeColor('statusBarItem.errorBackground'),
      };
  }
}
