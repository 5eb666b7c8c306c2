// Each command is what GitHub's own library writes of its parts.
const fs = require('node:fs');
const { issueCommand } = require('@actions/core/lib/command');

const decoded = (text, pairs) => pairs.reduce((text, [code, sign]) => text.replaceAll(code, sign), text);
const DATA = [['%0D', '\r'], ['%0A', '\n'], ['%25', '%']];
const PROPERTY = [['%3A', ':'], ['%2C', ','], ...DATA];

const lines = fs.readFileSync(process.argv[2], 'utf8').split('\n').slice(0, -1);
const counts = {};
for (const line of lines) {
  const [, command, properties, data] = /^::(error|warning|notice) ([^\r\n]*?)::([^\r\n]*)$/.exec(line);
  const parts = properties.split(',').map((part) => part.split('=')).map(([key, value]) => [key, decoded(value, PROPERTY)]);
  let written = '';
  const write = process.stdout.write;
  process.stdout.write = (text) => (written += text, true);
  issueCommand(command, Object.fromEntries(parts), decoded(data, DATA));
  process.stdout.write = write;
  if (written !== `${line}\n`) throw new Error(`${line}\nis not\n${written}`);
  counts[command] = (counts[command] ?? 0) + 1;
}
console.log(counts);
if (lines.length === 0 || Object.values(counts).some((count) => count > 10)) throw new Error('too few or too many');
