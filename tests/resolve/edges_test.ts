// Every text in fixtures/resolve is one behaviour of resolution, every text in fixtures/rules the example of one rule or
// reason. Carets expect something of the name they point at:
//   ^ calls src/b.py#A.run heuristic    an edge of that kind, target and, where told, confidence and rule
//   ^ none                              no edge but containment starts here
//   ^ none calls                        no edge of that kind starts here
//   ^ unresolved external json          the reference is not bound, for that reason and module where they are told
//   ^ from src/a.py#f                   every edge that starts here has that source

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Edge } from "../../lib/model/mod.ts";
import { type Mark, parseFixture } from "../fixture.ts";
import { graphOf, labelOf } from "../graph_of.ts";
import type { ToldGraph } from "../told_graph.ts";

/** What is never bound is told beside what is, so that nothing passes because nothing is bound at all. */
const NEVER = "never_bound_";

for (const root of ["resolve", "rules"]) {
  const all = new URL(`../../fixtures/${root}/`, import.meta.url);
  for (const language of readdirSync(all).sort()) {
    const folder = new URL(`${language}/`, all);
    for (const name of readdirSync(folder).sort()) {
      const behaviour = name.replace(/\.txt$/, "").replaceAll("_", " ");
      test(`${language}: ${root === "rules" ? "the example of " : ""}${behaviour}`, async () => {
        const fixture = parseFixture(readFileSync(new URL(name, folder), "utf8"));
        const graph = await graphOf(fixture.files);
        assert.ok(fixture.marks.length > 0, "a fixture without expectations proves nothing");
        if (name.startsWith(NEVER)) checkTwins(fixture.marks);
        for (const mark of fixture.marks) check(graph, mark);
      });
    }
  }
}

function checkTwins(marks: readonly Mark[]): void {
  const isNegative = ({ text }: Mark) => /^(none|unresolved)\b/.test(text);
  assert.ok(marks.some(isNegative), "nothing here is said to be unbound");
  assert.ok(marks.some((mark) => !isNegative(mark)), "nothing here is said to be bound");
}

function check(graph: ToldGraph, mark: Mark): void {
  const place = `${mark.path}:${mark.line}:${mark.column}`;
  const isHere = (at: { file: number; line: number; column: number }) =>
    graph.files[at.file].path === mark.path && at.line === mark.line && at.column === mark.column;
  const [word, first, second, third] = mark.text.split(/\s+/);
  const edges = graph.edges.filter((edge) =>
    (edge.kind === word || edge.kind !== "contains") && isHere(edge)
  );
  const shown = edges.map((edge) => described(graph, edge)).join("; ") || "no edge";
  if (word === "none") {
    const found = first === undefined ? edges.length > 0 : edges.some(({ kind }) => kind === first);
    assert.ok(!found, `${place} has ${shown}`);
  } else if (word === "unresolved") {
    const miss = graph.unresolved.find(isHere);
    assert.ok(miss !== undefined, `${place} has ${shown}`);
    if (first !== undefined) assert.equal(miss.reason, first, place);
    if (second !== undefined) assert.equal(miss.module, second, place);
    assert.equal(shown, "no edge", place);
  } else if (word === "from") {
    assert.ok(edges.length > 0, `${place} has no edge`);
    for (const edge of edges) assert.equal(labelOf(graph, edge.source), first, place);
  } else {
    const fits = edges.some((edge) =>
      edge.kind === word && labelOf(graph, edge.target) === first &&
      (second === undefined || edge.confidence === second) &&
      (third === undefined || edge.ruleId.split(/[.@]/)[1] === third)
    );
    assert.ok(fits, `${place} wants ${mark.text}, has ${shown}`);
  }
}

function described(graph: ToldGraph, edge: Edge): string {
  return `${edge.kind} ${labelOf(graph, edge.target)} ${edge.confidence} (${edge.ruleId})`;
}
