// Definitions made out of order get their numbers by place, wherever those stand.

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { FactsBuilder } from "../../lib/languages/core/mod.ts";
import { NONE } from "../../lib/model/mod.ts";

const bytes = new Uint8Array(100);

function define(facts: FactsBuilder, name: string, start: number, parent = NONE): number {
  const end = start + 10;
  const id = facts.definition({
    name,
    kind: "function",
    start,
    end,
    nameStart: start,
    nameEnd: end,
    scope: 0,
    parent,
  });
  facts.binding({ scope: 0, name, kind: "definition", start, target: id });
  return id;
}

test("definitions are put in order of start byte, and their numbers with them", () => {
  const facts = new FactsBuilder();
  const module = facts.scope("module", NONE, NONE, 0, 100);
  const late = define(facts, "late", 50);
  const early = define(facts, "early", 10);
  define(facts, "inner", 15, early);
  facts.scope("function", module, late, 55, 60);
  const [first, second] = [facts.expr("name", "a", 12, 13, 0), facts.expr("name", "b", 56, 57, 0)];
  facts.reference(second, "call", late);
  facts.reference(first, "call", early);
  facts.binding({ scope: 0, name: "m", kind: "import", start: 70, target: 0 });
  facts.imports.push({
    kind: "module",
    specifier: "m",
    level: 0,
    start: 70,
    end: 71,
    scope: 0,
    owner: late,
    typeOnly: false,
    arm: 0,
  });
  const { definitions, scopes, references, bindings, imports } = facts.finish("any", bytes);
  assert.deepEqual(definitions.map(({ name, parent }) => [name, parent]), [["early", NONE], ["inner", 0], [
    "late",
    NONE,
  ]]);
  assert.deepEqual([...scopes.owner], [NONE, 2]);
  assert.deepEqual([...references.owner], [0, 2]);
  assert.deepEqual([...bindings.target], [2, 0, 1, 0]);
  assert.deepEqual(imports.map(({ owner }) => owner), [2]);
});

test("definitions of one start byte keep the order in which they were made", () => {
  const facts = new FactsBuilder();
  facts.scope("module", NONE, NONE, 0, 100);
  for (const [name, start] of [["c", 20], ["a", 5], ["b", 5]] as const) define(facts, name, start);
  const { definitions } = facts.finish("any", bytes);
  assert.deepEqual(definitions.map(({ name }) => name), ["a", "b", "c"]);
});
