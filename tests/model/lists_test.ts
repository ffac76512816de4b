// Lists longer than any engine takes as arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addAll, greatest, least } from "../../lib/model/mod.ts";

const MANY = Array.from({ length: 1_500_000 }, (_, at) => at);

test("lists of any length are added and compared", () => {
  const list = [-1];
  addAll(list, MANY);
  assert.equal(list.length, MANY.length + 1);
  assert.equal(list.at(-1), MANY.length - 1);
  assert.equal(greatest(7, MANY), MANY.length - 1);
  assert.equal(least(7, MANY), 0);
});

test("of no numbers the bound is told", () => {
  assert.equal(greatest(2, []), 2);
  assert.equal(least(2, []), 2);
});
