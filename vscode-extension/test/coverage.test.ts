import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf } from '../src/coverage';

test('the coverage is read from the title of the code lens', () => {
  assert.deepEqual(coverageOf('38 of 41 calculations verified'), { verified: 38, claims: 41 });
  assert.deepEqual(coverageOf('1,204 of 1,377 calculations verified; 2 wrong'), { verified: 1204, claims: 1377 });
  assert.deepEqual(coverageOf('$(check) 0 of 3 calculations verified'), { verified: 0, claims: 3 });
});

test('another lens has none', () => {
  assert.equal(coverageOf('3 references'), undefined);
  assert.equal(coverageOf(''), undefined);
});
