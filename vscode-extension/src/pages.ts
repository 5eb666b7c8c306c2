// What the command line says of a document, as documents of the editor that nobody can edit.
import * as path from 'node:path';
import * as vscode from 'vscode';
import { run } from './run';
import { binary } from './settings';

/** A page about a document. */
interface Page {
  /** What is behind the document's name, with an extension that says how the page is shown. */
  readonly ending: string;
  /** The verb with its options. */
  readonly args: readonly string[];
}

const PAGES = {
  review: { ending: 'review.md', args: ['review', '--format', 'markdown'] },
  ledger: { ending: 'ledger.txt', args: ['ledger'] },
} satisfies Record<string, Page>;

/** Makes the pages, and makes them again when their document is saved. */
export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  static readonly SCHEME = 'designlint';
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly parts: vscode.Disposable[];

  readonly onDidChange = this.changed.event;

  constructor(private readonly extension: vscode.ExtensionContext) {
    this.parts = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(Pages.SCHEME, this),
      vscode.workspace.onDidSaveTextDocument((saved) => {
        const pages = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === Pages.SCHEME);
        pages.filter(({ uri }) => about(uri).toString() === saved.uri.toString()).forEach(({ uri }) => this.changed.fire(uri));
      }),
    ];
  }

  dispose(): void {
    for (const part of this.parts) {
      part.dispose();
    }
  }

  /** The review, rendered beside the document. */
  async showReview(document: vscode.TextDocument): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreviewToSide', await this.address('review', document));
  }

  async showLedger(document: vscode.TextDocument): Promise<void> {
    const page = await vscode.workspace.openTextDocument(await this.address('ledger', document));
    await vscode.window.showTextDocument(page, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const [kind, of] = [uri.authority, about(uri)];
    const { args } = PAGES[kind as keyof typeof PAGES];
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === of.toString());
    const folder = vscode.workspace.getWorkspaceFolder(of)?.uri.fsPath ?? path.dirname(of.fsPath);
    const { path: program } = binary(this.extension);
    // Only a file has a configuration beside it; what is not saved comes over standard input.
    const { code, out, err } =
      of.scheme === 'file'
        ? await run(program, [...args, path.relative(folder, of.fsPath) || of.fsPath], folder)
        : await run(program, [...args, '-'], undefined, open?.getText());
    return code <= 1 ? out : err.trim();
  }

  /** The address of a page. It is of the text as it is now, so a file is saved first. */
  private async address(kind: keyof typeof PAGES, document: vscode.TextDocument): Promise<vscode.Uri> {
    if (!document.isUntitled && document.isDirty) {
      await document.save();
    }
    const name = path.basename(document.uri.path);
    const uri = vscode.Uri.from({
      scheme: Pages.SCHEME,
      authority: kind,
      path: `/${name}.${PAGES[kind].ending}`,
      query: document.uri.toString(),
    });
    this.changed.fire(uri);
    return uri;
  }
}

/** The document that a page is about. */
function about(page: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(page.query, true);
}
