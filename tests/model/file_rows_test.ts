// Rows of a file come in the order of the export, each once, and say what was added.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  compareUtf8,
  CONFIDENCES,
  type Edge,
  EDGE_KINDS,
  RowsWriter,
  SITE_ROLES,
  type Unresolved,
  UNRESOLVED_REASONS,
} from "../../lib/model/mod.ts";
import { told } from "../told_graph.ts";

const IDS = ["b.py#", "a.py#f().", "a.py#", "ü.py#"];
const NAMES = ["run", "größe", ""];
const FILE = 3;
const place = {
  byteOffset: fc.nat(3),
  line: fc.nat(2 ** 31 - 1),
  column: fc.nat(9),
  file: fc.constant(FILE),
};
const name = fc.constantFrom(...NAMES);

const edges: fc.Arbitrary<Edge[]> = fc.array(fc.record({
  ...place,
  kind: fc.constantFrom(...EDGE_KINDS),
  source: fc.nat(IDS.length - 1),
  target: fc.nat(IDS.length - 1),
  name,
  confidence: fc.constantFrom(...CONFIDENCES),
  ruleId: fc.constantFrom("a@1", "b@2"),
  via: fc.array(fc.array(fc.nat(2 ** 31 - 1), { minLength: 4, maxLength: 4 }), { maxLength: 3 })
    .map((steps) => steps.flat()),
}));

const misses: fc.Arbitrary<Unresolved[]> = fc.array(fc.record({
  ...place,
  source: fc.nat(IDS.length - 1),
  name,
  role: fc.constantFrom(...SITE_ROLES),
  receiver: fc.option(name),
  reason: fc.constantFrom(...UNRESOLVED_REASONS),
  module: fc.option(name),
}));

function written(writer: RowsWriter, edges: readonly Edge[], misses: readonly Unresolved[]) {
  for (const edge of edges) writer.edge({ ...edge, rule: writer.text(edge.ruleId) });
  for (const miss of misses) writer.unresolved(miss);
  const rows = writer.finish(FILE, (symbol) => IDS[symbol]);
  return told({ files: [], symbols: [], diagnostics: [], rows: [rows], texts: writer.texts });
}

const orderOf = ({ byteOffset, kind, source, target }: Edge) =>
  [byteOffset, kind, IDS[source], IDS[target]] as const;

function compareEdges(a: Edge, b: Edge): number {
  const [x, y] = [orderOf(a), orderOf(b)];
  return x[0] - y[0] || compareUtf8(x[1], y[1]) || compareUtf8(x[2], y[2]) || compareUtf8(x[3], y[3]);
}

test("edges are told in order, of equal ones the first", () => {
  const writer = new RowsWriter();
  fc.assert(fc.property(edges, (added) => {
    const wanted = [...added].sort(compareEdges)
      .filter((edge, at, all) => at === 0 || compareEdges(all[at - 1], edge) !== 0);
    assert.deepEqual(written(writer, added, []).edges, wanted.map((edge) => ({ ...edge })));
  }));
});

test("unresolved references are told in one order, whatever they came in", () => {
  fc.assert(fc.property(misses, (added) => {
    const { unresolved } = written(new RowsWriter(), [], added);
    assert.deepEqual(written(new RowsWriter(), [], [...added].reverse()).unresolved, unresolved);
    const texts = (all: readonly Unresolved[]) =>
      all.map((miss) => JSON.stringify(Object.entries(miss).sort())).sort();
    assert.deepEqual(texts(unresolved), texts(added));
  }));
});
