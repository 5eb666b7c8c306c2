import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget } from '../src/budget';

test('five restarts in three minutes, and then no more until the first is old', () => {
  let now = 0;
  const budget = new Budget(5, 180_000, () => now);
  const spent = [0, 1_000, 2_000, 3_000, 4_000, 5_000, 179_999, 180_000, 180_500].map((at) => {
    now = at;
    return budget.spend();
  });
  assert.deepEqual(spent, [true, true, true, true, true, false, false, true, false]);
});

test('a person who restarts the server renews the budget', () => {
  const budget = new Budget(1, 1_000, () => 0);
  assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
  budget.renew();
  assert.equal(budget.spend(), true);
});
