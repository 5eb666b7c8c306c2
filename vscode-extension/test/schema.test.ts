// The schema of designlint.yaml says of a configuration what designlint says of it; the binary is that of DESIGNLINT.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import Ajv from 'ajv';
import { load } from 'js-yaml';
import { run } from '../src/run';

const RIGHT = [
  '',
  'kind: design',
  'preview: true',
  'exclude: [corpus/faulty/**]\nrules: {bare-result: off, options-no-numbers: error}',
  'rules: {latency-budget-no-reserve: {severity: error, reserve: 15%}}',
  'rules: {solution-before-problem: {words_of_introduction: 20}, section-hollow: {may_be_empty: [status]}}',
  'per-file-ignores: {"docs/adr/*.md": [options-too-few, arithmetic], "a.md": all}',
  'overrides: [{files: "rfcs/**", kind: rfc}, {files: [a.md, b.md], rules: {arith-mismatch: warning}}]',
  'units: {prefix: decimal, month: 30 d, nouns: [pods, tokens]}',
  'signals: {"tl.gateway.*": gateway}\ncomponents: {gateway: {depends_on: [engine], runs_on: node-1}, engine: }',
  'components: [gateway, engine]',
  `formulas:
  - id: gpu-hours
    words: [GPU hours, gpu-hours]
    inputs: {gpus: count, wall: {kind: time, words: [wall clock]}}
    result: {unit: h, formula: gpus * wall}
    mistakes: [{formula: wall, says: "the time of one GPU, not of all"}]`,
];

const WRONG = [
  'kid: design',
  'preview: perhaps',
  'rules: {bare-results: off}',
  'rules: {bare-result: fatal}',
  'rules: {bare-result: {reserve: 15%}}',
  'rules: {solution-before-problem: {words_of_introduction: many}}',
  'rules: {latency-budget-no-reserve: {reserve: much}}',
  'per-file-ignores: {"a.md": [options-to-few]}',
  'overrides: [{kind: rfc}]',
  'units: {prefix: octal}',
  'components: {gateway: {likes: engine}}',
  'formulas: [{id: a, words: [b], result: {formula: 1}}]',
];

const schema = JSON.parse(readFileSync('schemas/designlint.schema.json', 'utf8'));
const validate = new Ajv({ allowUnionTypes: true }).compile(schema);

test('the schema takes what is right, and nothing that is wrong', () => {
  for (const text of RIGHT) {
    assert.ok(validate(load(text) ?? null), `${text}\n${JSON.stringify(validate.errors, null, 1)}`);
  }
  for (const text of WRONG) {
    assert.equal(validate(load(text)), false, text);
  }
});

const binary = process.env['DESIGNLINT'];

test('designlint says the same of them', { skip: binary === undefined ? 'DESIGNLINT names no binary' : false }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'designlint-schema-'));
  try {
    writeFileSync(path.join(folder, 'a.md'), 'Nothing to compute.\n');
    for (const [texts, code] of [[RIGHT, 0], [WRONG, 2]] as const) {
      for (const text of texts) {
        writeFileSync(path.join(folder, 'designlint.yaml'), `${text}\n`);
        const ran = await run(binary ?? '', ['check', 'a.md'], folder);
        assert.equal(ran.code, code, `${text}\n${ran.err}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
