// Runs inside the extension host, with the whole of VS Code's interface: what the server says, as extensions see it.
// The folder that is open holds doc.md.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const vscode = require('vscode');

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

async function diagnosticsAndFixes(document) {
  const wanted = fs.readFileSync(process.env.EXPECTED, 'utf8').split('\n').filter(Boolean);
  await soon('diagnostics', wanted, () => all(document));
  const [fix] = await actions(document, rangeOf(document, 11, '54 ms'), vscode.CodeActionKind.QuickFix.value);
  assert.ok(fix, 'a quick fix');
  assert.ok(await vscode.workspace.applyEdit(fix.edit));
  const mended = 'Cafe\u0301 cre\u0300me bru\u0302le\u0301e: 3 x 15 ms = 45 ms, and n\u0303 again 3 x 15 ms = 45 ms.';
  assert.equal(document.lineAt(10).text, mended);
  await soon('diagnostics after the fix', wanted.filter((line) => !line.startsWith('11:')), () => all(document));
}

exports.run = async () => {
  const [found] = await vscode.workspace.findFiles('doc.md');
  const document = await vscode.workspace.openTextDocument(found);
  assert.equal(document.eol, vscode.EndOfLine.CRLF);
  await vscode.window.showTextDocument(document);
  await diagnosticsAndFixes(document);
};
