// The registry tells a language's family without loading its rules: what it tells is what they say.

import { it } from "node:test";
import assert from "node:assert/strict";
import { familyOf, LANGUAGES } from "../../lib/languages/mod.ts";

for (const { id, rules } of LANGUAGES) {
  if (rules === null) continue;
  it(`${id} is of the family that its rules say`, async () => {
    assert.equal(familyOf(id), (await rules()).family);
  });
}
