// The tables of rules and reasons hold over every text in fixtures: each rule has an example in each language that uses
// it, the example shows it, and no edge has a confidence that its rule does not tell.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Confidence, REASONS, type Rule, RULES, STRUCTURE_RULES } from "../../lib/model/mod.ts";
import { readExamples, ruleOf, shownEdges, shownMisses } from "../../scripts/rules/examples.ts";
import { rulesPage } from "../../scripts/rules/page.ts";
import { parseFixture } from "../fixture.ts";
import { graphOf } from "../graph_of.ts";
import type { ToldGraph } from "../told_graph.ts";

const ALL: Readonly<Record<string, Rule>> = { ...RULES, ...STRUCTURE_RULES };
const examples = readExamples();

/** The graphs of all behaviours and examples. */
async function graphs(): Promise<ToldGraph[]> {
  const all = (await examples).map(({ graph }) => graph);
  const root = new URL("../../fixtures/resolve/", import.meta.url);
  for (const language of readdirSync(root)) {
    const folder = new URL(`${language}/`, root);
    for (const name of readdirSync(folder)) {
      all.push(await graphOf(parseFixture(readFileSync(new URL(name, folder), "utf8")).files));
    }
  }
  return all;
}

test("every example shows the rule or reason that it is named after", async () => {
  for (const example of await examples) {
    const place = `fixtures/rules/${example.language}/${example.name}.txt`;
    const isRule = example.name in ALL;
    assert.ok(isRule || example.name in REASONS, `${place} is named after nothing`);
    const shown = isRule ? shownEdges(example) : shownMisses(example);
    assert.ok(shown.length > 0, `no caret of ${place} points at what it is named after`);
  }
});

test("every rule and reason has an example, in every language that any text uses it in", async () => {
  const shown = new Set((await examples).map(({ language, name }) => `${language}.${name}`));
  for (const name of [...Object.keys(ALL), ...Object.keys(REASONS)]) {
    assert.ok([...shown].some((one) => one.endsWith(`.${name}`)), `no text in fixtures/rules shows ${name}`);
  }
  for (const graph of await graphs()) {
    for (const edge of graph.edges) {
      const { language, rule } = ruleOf(edge);
      assert.ok(
        shown.has(`${language}.${rule}`),
        `${language} uses ${rule}: write fixtures/rules/${language}/${rule}.txt, then deno task rules --write`,
      );
    }
  }
});

test("no edge has a confidence that its rule does not tell, and each that a rule tells is there", async () => {
  const seen = new Map<string, Set<Confidence>>();
  for (const graph of await graphs()) {
    for (const edge of graph.edges) {
      const { rule } = ruleOf(edge);
      assert.ok(rule in ALL, `lib/model/rules.ts has no ${rule}`);
      assert.ok(ALL[rule].confidences.includes(edge.confidence), `${edge.ruleId} with ${edge.confidence}`);
      seen.set(rule, (seen.get(rule) ?? new Set()).add(edge.confidence));
    }
  }
  for (const [name, { confidences }] of Object.entries(ALL)) {
    const missing = confidences.filter((one) => !seen.get(name)?.has(one));
    assert.deepEqual(missing, [], `no text in fixtures has an edge of ${name} so`);
  }
});

test("docs/RULES.md is what tables and examples say", async () => {
  const page = readFileSync(new URL("../../docs/RULES.md", import.meta.url), "utf8");
  assert.equal(page, rulesPage(await examples), "deno task rules --write");
});
