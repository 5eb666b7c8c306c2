// The schemas of designlint.yaml and of a profile say of a file what designlint says of it; the binary is that of DESIGNLINT.
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

const PROFILES_RIGHT = [
  'id: ours\nlike: design',
  'id: ours\nlike: design\nlines:\npatterns: []\nrules: {options-no-numbers: error, bare-result: off}',
  `id: ours
like: design
lines:
  - id: regions
    says: which region goes first
    sections: [rollout, {name: regions, synonyms: [order of regions]}]
    columns: [region, {name: date, synonyms: by when}]
    heading: Regions
    write: "a table: region, date"
    reader: whether the dates are agreed
    no_when: [section-missing, ours/two-regions]
order: [problem, options, regions]
rules: {ours/two-regions: info}
patterns:
  - {id: ours/no-legacy, must_not: legacy-db, message: nothing new is built on legacy-db, severity: error}
checks:
  - id: ours/two-regions
    when: failure_modes.count > 0
    assert: matches(sections.rollout.text, "region")
    section: rollout
    message: say which region goes first
    help: one sentence in the rollout
    fails: "## Rollout"
    passes: ["## Rollout\\n\\nRegion a first."]`,
];

const PROFILES_WRONG = [
  '',
  'id: ours',
  'id: Ours\nlike: design',
  'id: ours\nlike: design\nline: []',
  'id: ours\nlike: design\nlines: [{id: a, says: b}]',
  'id: ours\nlike: design\nlines: [{id: a, says: b, sections: [{name: rollout}]}]',
  'id: ours\nlike: design\nlines: [{id: a, says: b, sections: rollout, no_when: section-mising}]',
  'id: ours\nlike: design\nrules: {options-no-number: error}',
  'id: ours\nlike: design\nrules: {options-no-numbers: fatal}',
  'id: ours\nlike: design\npatterns: [{id: ours/a, must: b, must_not: c, message: d}]',
  'id: ours\nlike: design\npatterns: [{id: ours/a, message: d}]',
  'id: ours\nlike: design\nchecks: [{id: ours/a, message: d}]',
  'id: ours\nlike: design\nchecks: [{id: a, assert: kind == "design", message: d}]',
  'id: ours\nlike: design\nchecks: [{id: ours/a, assert: kind == "design", message: d, severity: off}]',
];

const validator = (file: string) => new Ajv({ allowUnionTypes: true }).compile(JSON.parse(readFileSync(file, 'utf8')));
const CASES = [
  ['schemas/designlint.schema.json', RIGHT, WRONG],
  ['../docs/schemas/profile.json', PROFILES_RIGHT, PROFILES_WRONG],
] as const;

for (const [file, right, wrong] of CASES) {
  test(`${path.basename(file)} takes what is right, and nothing that is wrong`, () => {
    const validate = validator(file);
    for (const text of right) {
      assert.ok(validate(load(text) ?? null), `${text}\n${JSON.stringify(validate.errors, null, 1)}`);
    }
    for (const text of wrong) {
      assert.equal(validate(load(text) ?? null), false, text);
    }
  });
}

const binary = process.env['DESIGNLINT'];

test('designlint says the same of them', { skip: binary === undefined ? 'DESIGNLINT names no binary' : false }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'designlint-schema-'));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), `${text}\n`);
  const says = async (text: string, code: number) => {
    const ran = await run(binary ?? '', ['check', 'a.md'], folder);
    assert.equal(ran.code, code, `${text}\n${ran.err}`);
  };
  try {
    write('a.md', 'Nothing to compute.');
    for (const [texts, code] of [[RIGHT, 0], [WRONG, 2]] as const) {
      for (const text of texts) {
        write('designlint.yaml', text);
        await says(text, code);
      }
    }
    write('designlint.yaml', 'profiles: ours.yaml');
    for (const [texts, code] of [[PROFILES_RIGHT, 0], [PROFILES_WRONG, 2]] as const) {
      for (const text of texts) {
        write('ours.yaml', text);
        await says(text, code);
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
