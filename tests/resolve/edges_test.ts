// Every text in fixtures/resolve is one behaviour of resolution. Carets expect something of the name they point at:
//   ^ calls src/b.py#A.run heuristic    an edge of that kind, target and, where told, confidence
//   ^ none                              no edge but containment starts here
//   ^ unresolved external json          the reference is not bound, for that reason, with that module where told
//   ^ from src/a.py#f                   every edge that starts here has that source

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import type { Edge, Graph } from "../../lib/model/mod.ts";
import { type Mark, parseFixture } from "../fixture.ts";
import { graphOf, labelOf } from "../graph_of.ts";

const ROOT = new URL("../../fixtures/resolve/", import.meta.url);

for (const language of readdirSync(ROOT).sort()) {
  const folder = new URL(`${language}/`, ROOT);
  for (const name of readdirSync(folder).sort()) {
    test(`${language}: ${name.replace(/\.txt$/, "").replaceAll("_", " ")}`, async () => {
      const fixture = parseFixture(readFileSync(new URL(name, folder), "utf8"));
      const graph = await graphOf(fixture.files);
      assert.ok(fixture.marks.length > 0, "a fixture without expectations proves nothing");
      for (const mark of fixture.marks) check(graph, mark);
    });
  }
}

function check(graph: Graph, mark: Mark): void {
  const place = `${mark.path}:${mark.line}:${mark.column}`;
  const isHere = (at: { file: number; line: number; column: number }) =>
    graph.files[at.file].path === mark.path && at.line === mark.line && at.column === mark.column;
  const edges = graph.edges.filter((edge) => edge.kind !== "contains" && isHere(edge));
  const shown = edges.map((edge) => described(graph, edge)).join("; ") || "no edge";
  const [word, first, second] = mark.text.split(/\s+/);
  if (word === "none") {
    assert.equal(shown, "no edge", place);
  } else if (word === "unresolved") {
    const miss = graph.unresolved.find(isHere);
    assert.equal(miss?.reason, first, `${place} has ${shown}`);
    if (second !== undefined) assert.equal(miss?.module, second, place);
    assert.equal(shown, "no edge", place);
  } else if (word === "from") {
    assert.ok(edges.length > 0, `${place} has no edge`);
    for (const edge of edges) assert.equal(labelOf(graph, edge.source), first, place);
  } else {
    const fits = edges.some((edge) =>
      edge.kind === word && labelOf(graph, edge.target) === first &&
      (second === undefined || edge.confidence === second)
    );
    assert.ok(fits, `${place} wants ${mark.text}, has ${shown}`);
  }
}

function described(graph: Graph, edge: Edge): string {
  return `${edge.kind} ${labelOf(graph, edge.target)} ${edge.confidence} (${edge.ruleId})`;
}
