// Runs inside the extension host, with the whole of VS Code's interface: what the server says, as extensions see it.
// The folder that is open holds doc.md.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const vscode = require('vscode');

/** Length of the text that is shown before a hint. */
const TAIL = 5;
const SEVERITIES = ['error', 'warning', 'info', 'info'];

/** Waits until a value is what it should be, 20 s at most. */
async function soon(what, wanted, look) {
  const until = Date.now() + 20_000;
  for (;;) {
    const seen = await look();
    try {
      assert.deepEqual(seen, wanted, what);
      return;
    } catch (error) {
      if (Date.now() > until) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** `line:column` from 1, in characters of Unicode. */
function place(document, position) {
  const before = document.lineAt(position.line).text.slice(0, position.character);
  return `${position.line + 1}:${[...before].length + 1}`;
}

function shown(document, { range, severity, code, message }) {
  const ends = `${place(document, range.start)}-${place(document, range.end)}`;
  const rule = typeof code === 'object' ? code.value : code;
  return `${ends} ${SEVERITIES[severity]}[${rule}] ${message.split('\n')[0]}`;
}

/** All diagnostics of a document as expected.txt has them. */
function all(document) {
  const found = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'designlint');
  found.sort((a, b) => a.range.start.compareTo(b.range.start) || a.range.end.compareTo(b.range.end));
  return found.map((diagnostic) => shown(document, diagnostic));
}

/** The range of a text on a line, counted from 1. */
function rangeOf(document, line, text) {
  const begin = document.lineAt(line - 1).text.indexOf(text);
  assert.ok(begin >= 0, `line ${line} holds ${text}`);
  return new vscode.Range(line - 1, begin, line - 1, begin + text.length);
}

async function actions(document, range, kind) {
  const found = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, kind, 20);
  return found.filter(({ title, edit }) => edit !== undefined && title !== '');
}

function expected() {
  return fs.readFileSync(process.env.EXPECTED, 'utf8').split('\n').filter(Boolean);
}

async function diagnostics(document) {
  await soon('diagnostics', expected(), () => all(document));
  const [{ code }] = vscode.languages.getDiagnostics(document.uri);
  assert.match(String(code.target), /arith-mismatch/);
}

async function quickFix(document) {
  const found = await actions(document, rangeOf(document, 11, '54 ms'), vscode.CodeActionKind.QuickFix.value);
  const fix = found.find(({ title }) => title === 'write 45 ms');
  assert.ok(fix?.isPreferred, JSON.stringify(found));
  assert.ok(await vscode.workspace.applyEdit(fix.edit));
  const mended = 'Cafe\u0301 cre\u0300me bru\u0302le\u0301e: 3 x 15 ms = 45 ms, and n\u0303 again 3 x 15 ms = 45 ms.';
  assert.equal(document.lineAt(10).text, mended);
  await soon('diagnostics after the fix', expected().filter((line) => !line.startsWith('11:')), () => all(document));
}

async function hovers(document) {
  const found = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, rangeOf(document, 11, '54 ms').start);
  const ours = found.filter(({ contents }) => contents.some(({ value }) => value?.includes('3 x 15 ms')));
  assert.equal(ours.length, 1);
  assert.equal(document.getText(ours[0].range), '54 ms');
  assert.match(ours[0].contents[0].value, /^\*\*wrong\*\*: `3 x 15 ms = 45 ms`\n/);
}

/** All hints as `line text before it|label`. */
async function hints(document) {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const found = await vscode.commands.executeCommand('vscode.executeInlayHintProvider', document.uri, whole);
  found.sort((a, b) => a.position.compareTo(b.position));
  return found.map(({ position: { line, character }, label }) => {
    const before = document.lineAt(line).text.slice(Math.max(0, character - TAIL), character);
    return `${line + 1} ${before}|${typeof label === 'string' ? label : label.map(({ value }) => value).join('')}`;
  });
}

async function inlayHints(document) {
  const differing = [
    '7 43 MB|= 42 MB',
    '9 42 MB|= 24 MB',
    '11 54 ms|= 45 ms',
    '13 23 MB|= 132 MB',
    '19 **510|= 500',
    '19  = 61|= 60',
    '23 000 B|= 8,192,000 B',
    '26 6 B =|12.288 KB',
  ];
  await soon('inlay hints', differing, () => hints(document));
  const settings = vscode.workspace.getConfiguration('designlint');
  await settings.update('inlayHints.verified', true, vscode.ConfigurationTarget.Workspace);
  await soon('ticks', true, async () => (await hints(document)).includes('18 = 180|✓'));
  await settings.update('inlayHints.enable', false, vscode.ConfigurationTarget.Workspace);
  await soon('no hints', [], () => hints(document));
  for (const name of ['inlayHints.enable', 'inlayHints.verified']) {
    await settings.update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

async function names(document) {
  const at = rangeOf(document, 23, 'page_bytes').start;
  const texts = (found) => found.map(({ uri, targetUri, range, targetRange }) => {
    assert.equal((uri ?? targetUri).toString(), document.uri.toString());
    const place = range ?? targetRange;
    return `${place.start.line + 1} ${document.getText(place)}`;
  });
  const definitions = await vscode.commands.executeCommand('vscode.executeDefinitionProvider', document.uri, at);
  assert.deepEqual(texts(definitions), ['22 page_bytes']);
  const references = await vscode.commands.executeCommand('vscode.executeReferenceProvider', document.uri, at);
  assert.deepEqual(texts(references).sort(), ['22 page_bytes', '23 16,384 B', '23 page_bytes']);
  const edit = await vscode.commands.executeCommand('vscode.executeDocumentRenameProvider', document.uri, at, 'leaf_bytes');
  assert.deepEqual(edit.get(document.uri).map(({ newText, range }) => [range.start.line + 1, newText]), [[22, 'leaf_bytes'], [23, 'leaf_bytes']]);
}

async function completion(document) {
  const end = document.lineAt(25).range.end;
  const { items } = await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, end, '=');
  const [first] = items.filter(({ detail }) => detail === '3 x 4,096 B');
  assert.equal(first?.label, '12.288 KB');
}

/** The lens, which leads to the ledger, and what is left to the editor's own outline and folding. */
async function lensAndOutline(document) {
  const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', document.uri, 5);
  const shown = lenses.map(({ command }) => [command?.title, command?.command]);
  assert.deepEqual(shown, [['7 of 14 calculations verified', 'designlint.ledger']]);
  const symbols = await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);
  assert.deepEqual(symbols.map(({ name }) => name), ['# Sizes of the 写真 cache 📷']);
}

async function fixAll(document) {
  await vscode.commands.executeCommand('designlint.fixAll');
  const left = expected().filter((line) => line.includes('[table-total-mismatch]'));
  await soon('only what is not safe to mend', left, () => all(document));
  await document.save();
  const saved = fs.readFileSync(document.uri.fsPath, 'utf8');
  assert.ok(saved.includes('7 x 6 MB = 42 MB. 🎉 After that, 8 x 6 MB = 48 MB.\r\n'), saved);
  assert.equal(saved.replaceAll('\r\n', '').includes('\n'), false);
}

/** A configuration that is written while the document is open holds at once. */
async function configuration(document, folder) {
  const file = vscode.Uri.joinPath(folder.uri, 'designlint.yaml');
  await vscode.workspace.fs.writeFile(file, Buffer.from('rules: {table-total-mismatch: off}\n'));
  await soon('a rule that is off', [], () => all(document));
  await vscode.workspace.fs.delete(file);
  await soon('the rule again', 1, () => all(document).length);
}

/** Findings of a document that is not open, and each of them once when it is opened. */
async function workspace(_, folder) {
  const uri = vscode.Uri.joinPath(folder.uri, 'design.md');
  const found = () => vscode.languages.getDiagnostics(uri).map(({ message, range }) => `${range.start.line} ${message}`);
  assert.deepEqual(found(), []);
  await vscode.commands.executeCommand('designlint.checkWorkspace');
  const closed = found();
  assert.ok(closed.length > 5, closed.join('\n'));
  await vscode.window.showTextDocument(uri);
  await soon('the same findings, each once', closed, found);
}

async function pages(document) {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('designlint.ledger');
  const ledger = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'designlint');
  assert.match(ledger.getText(), /^doc\.md: notes \(from front matter\)\n +7:44 +holds exact +7 x 6 MB = 42 MB /);
  await vscode.commands.executeCommand('designlint.newDocument', 'adr');
  assert.match(vscode.window.activeTextEditor.document.getText(), /^---\nkind: adr\n/);
}

/** A server that dies is started again. */
async function restart(document) {
  await vscode.commands.executeCommand('designlint.restart');
  await vscode.window.showTextDocument(document);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(document.lineCount, 0), '\r\n🎉 9 x 6 MB = 45 MB.\r\n');
  await vscode.workspace.applyEdit(edit);
  const typed = '28:3-28:19 error[arith-mismatch] `9 x 6 MB` is 54 MB, not 45 MB';
  await soon('a new mistake', true, () => all(document).includes(typed));
}

exports.run = async () => {
  const [folder] = vscode.workspace.workspaceFolders;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, 'doc.md'));
  assert.equal(document.eol, vscode.EndOfLine.CRLF);
  await vscode.window.showTextDocument(document);
  const steps = [hovers, inlayHints, names, completion, lensAndOutline, quickFix, fixAll, configuration, workspace, pages, restart];
  for (const step of [diagnostics, ...steps]) {
    await step(document, folder);
  }
};
