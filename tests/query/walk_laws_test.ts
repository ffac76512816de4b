// Laws of walks over generated call graphs, against a plain search of the same edges.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type View, walkCalls } from "../../lib/query/mod.ts";
import { file, Generation } from "./views.ts";

const SEED = 20_26;
const COUNT = 9;
const nameOf = (at: number) => `f${at}`;
/** Functions alternate between two folders. */
const folderOf = (at: number) => (at % 2 === 0 ? "a" : "b");

const inputs = fc.record({
  calls: fc.array(fc.tuple(fc.nat(COUNT - 1), fc.nat(COUNT - 1)), { maxLength: 25 }),
  start: fc.nat(COUNT - 1),
  depth: fc.integer({ min: 1, max: 5 }),
  direction: fc.constantFrom("callers" as const, "callees" as const),
  pathPrefix: fc.constantFrom(null, "a/", "b/"),
});
type Input = typeof inputs extends fc.Arbitrary<infer T> ? T : never;

function generation({ calls }: Input): Promise<Generation> {
  const files = ["a", "b"].map((folder) => {
    const own = Array.from({ length: COUNT }, (_, at) => at).filter((at) => folderOf(at) === folder);
    const functions = own.map((at) => [
      nameOf(at),
      calls.filter(([source]) => source === at).map(([, target]) => nameOf(target)),
    ]);
    return file(`${folder}/one.py`, Object.fromEntries(functions));
  });
  return Generation.of(files);
}

interface Expected {
  readonly distances: Map<string, number>;
  readonly boundaryEdges: number;
}

/** Breadth first over the pairs; a call's site lies in its caller's file. */
function expected({ calls, start, depth, direction, pathPrefix }: Input): Expected {
  const inside = (at: number) => pathPrefix === null || `${folderOf(at)}/`.startsWith(pathPrefix);
  const distances = new Map([[start, 0]]);
  let boundaryEdges = 0;
  let frontier = [start];
  for (let distance = 1; distance <= depth; distance++) {
    const next: number[] = [];
    for (const at of frontier) {
      for (const [source, target] of calls) {
        if ((direction === "callers" ? target : source) !== at) continue;
        const other = direction === "callers" ? source : target;
        if (!inside(other) || !inside(source)) boundaryEdges++;
        else if (!distances.has(other)) {
          distances.set(other, distance);
          next.push(other);
        }
      }
    }
    frontier = next;
  }
  distances.delete(start);
  return {
    distances: new Map([...distances].map(([at, distance]) => [nameOf(at), distance])),
    boundaryEdges,
  };
}

function walked(view: View, { start, direction, depth }: Input) {
  const [symbol] = view.reader.symbols.byName(nameOf(start));
  return walkCalls(view, symbol, direction, depth);
}

test("each symbol once, at its shortest distance, nearest first; what lies outside is counted and not walked", async () => {
  const property = fc.asyncProperty(inputs, async (input) => {
    const made = await generation(input);
    try {
      const view = made.view({ pathPrefix: input.pathPrefix });
      const { reached, boundaryEdges, unvisited, limit } = walked(view, input);
      const { distances, boundaryEdges: outside } = expected(input);
      const found = reached.map(({ symbol, distance }) => [symbol.name, distance] as const);
      assert.equal(new Set(found.map(([name]) => name)).size, found.length);
      assert.deepEqual(new Map([...found].sort()), new Map([...distances].sort()));
      assert.deepEqual(found.map(([, distance]) => distance), found.map(([, distance]) => distance).sort());
      assert.deepEqual([boundaryEdges, unvisited, limit], [outside, 0, null]);
      for (const { symbol, steps } of reached) {
        assert.ok(steps.length > 0);
        for (const { edge } of steps) {
          assert.equal(input.direction === "callers" ? edge.source : edge.target, symbol.number);
          assert.ok(edge.path.startsWith(input.pathPrefix ?? ""));
        }
      }
    } finally {
      made.close();
    }
  });
  await fc.assert(property, { seed: SEED, numRuns: 120, endOnFailure: true });
});

test("a walk whose time is over stops, and says that time was the limit", async () => {
  const made = await Generation.of([file("a/one.py", { f0: ["f1"], f1: ["f2"], f2: [] })]);
  let asked = 0;
  const view = made.view({}, { isOver: () => ++asked > 1 });
  const { reached, limit } = walkCalls(view, view.reader.symbols.byName("f0")[0], "callees", 5);
  assert.deepEqual([reached.map(({ symbol }) => symbol.name), limit], [["f1"], "time"]);
  made.close();
});

test("surer steps come before guesses at the same distance", async () => {
  const files = [
    file("a/one.py", { f0: ["twin", "alone"], twin: [] }),
    file("b/one.py", { twin: [], alone: [] }),
  ];
  const made = await Generation.of(files);
  const view = made.view();
  const { reached } = walkCalls(view, view.reader.symbols.byName("f0")[0], "callees", 1);
  assert.deepEqual(reached.map(({ symbol }) => symbol.name), ["alone", "twin", "twin"]);
  made.close();
});
