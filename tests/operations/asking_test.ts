// What each question answers about a small repository.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, limits, names, repository, SMALL_REPOSITORY } from "./asking.ts";

const made = repository(SMALL_REPOSITORY);

describe("symbols", () => {
  it("tiers come in order: exact, name, segments, text", async () => {
    const answer = await made.ask({ kind: "symbols", query: "helper" });
    const shown = answer.items.map((one: Document) => [one.qualified_name, one.match]);
    assert.deepEqual(shown[0], ["helper", "exact"]);
    assert.ok(shown.some(([name, match]: string[]) => name === "helper_count" && match === "segments"));
    const order = ["exact", "name", "segments", "text"];
    const places = shown.map(([, match]: string[]) => order.indexOf(match));
    assert.deepEqual(places, [...places].sort(), JSON.stringify(shown));
    assert.ok(places.includes(3));
  });

  const cases: readonly [
    query: string,
    more: { path_prefix?: string; language?: string; kinds?: string[] },
    first: string[],
  ][] = [
    ["run", {}, ["Robot.run", "Engine.run", "Turbo.run"]],
    ["Turbo.run", {}, ["Turbo.run"]],
    ["run", { language: "javascript" }, ["Robot.run"]],
    ["run", { path_prefix: "lib/" }, ["Engine.run", "Turbo.run"]],
    ["Engine", { kinds: ["class"] }, ["Engine"]],
    ["app/graph.py", {}, ["<module>"]],
    ["Robot.#charge", {}, ["Robot.#charge"]],
    ["web/robot.js#Robot.#charge", {}, ["Robot.#charge"]],
  ];
  for (const [query, more, first] of cases) {
    it(`${query} ${JSON.stringify(more)}`, async () => {
      const answer = await made.ask({ kind: "symbols", query, ...more });
      assert.deepEqual(names(answer).slice(0, first.length), first);
      for (const { path, kind } of answer.items) {
        assert.ok(path.startsWith(more.path_prefix ?? ""));
        if ("language" in more) assert.match(path, /\.js$/);
        if ("kinds" in more) assert.equal(kind, "class");
      }
    });
  }

  it("what matches nothing is answered and says so", async () => {
    const answer = await made.ask({ kind: "symbols", query: "zzzqqq" });
    assert.equal(answer.total, 0);
    assert.equal(limits(answer).no_match, 1);
  });

  for (const query of ['"', "NOT", "a OR", "name:x", "*", "(", "^helper", "\u0001", "' OR 1=1 --"]) {
    it(`${JSON.stringify(query)} is a text like any other`, async () => {
      assert.equal((await made.ask({ kind: "symbols", query })).schema, "evident.query.v1");
    });
  }
});

describe("callers and callees", () => {
  const walks: readonly [operation: object, reached: [name: string, distance: number][]][] = [
    [{ kind: "callees", symbol: "top", depth: 3 }, [["left", 1], ["right", 1], ["bottom", 2], ["helper", 3]]],
    [{ kind: "callers", symbol: "bottom", depth: 2 }, [["left", 1], ["right", 1], ["top", 2]]],
    [{ kind: "callers", symbol: "ping", depth: 5 }, [["pong", 1]]],
    [{ kind: "callees", symbol: "make" }, [["Engine", 1]]],
  ];
  for (const [operation, reached] of walks) {
    it(`${JSON.stringify(operation)}: each symbol once, at its shortest distance`, async () => {
      const answer = await made.ask(operation);
      assert.deepEqual(
        answer.items.filter((one: Document) => one.unverified === undefined).map((
          one: Document,
        ) => [one.qualified_name, one.distance]),
        reached,
      );
    });
  }

  it("a symbol on a diamond is told with the sites of both ways", async () => {
    const answer = await made.ask({ kind: "callees", symbol: "top", depth: 2 });
    const bottom = answer.items.find((one: Document) => one.qualified_name === "bottom");
    assert.deepEqual(bottom.relations.map(({ site }: Document) => site.line), [13, 17]);
  });

  it("a constructor's callers come through its class, and say so", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "Engine.__init__" });
    const [caller] = answer.items;
    assert.equal(caller.qualified_name, "make");
    assert.equal(caller.relations[0].note, "class_call");
    assert.equal(caller.relations[0].to, "lib/core.py#Engine#");
    const direct = await made.ask({ kind: "callers", symbol: "Engine" });
    assert.equal(direct.items[0].relations[0].note, undefined);
  });

  it("sites that name the symbol and were not bound are told as unverified", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "Engine.run" });
    const unverified = answer.items.filter((one: Document) => one.unverified !== undefined);
    assert.deepEqual(
      unverified.map((one: Document) => [one.qualified_name, one.unverified.name, one.unverified.reason]),
      [["unknown", "run", "dynamic_receiver"]],
    );
    assert.equal(limits(answer).unbound_sites, 1);
  });

  const filters: readonly [filter: object, reached: string[], boundary: number][] = [
    [{}, ["other", "Engine.run", "Turbo.run", "bottom"], 0],
    [{ path_prefix: "app/" }, ["bottom"], 3],
    [{ path_prefix: "lib/" }, ["other", "Engine.run", "Turbo.run"], 1],
    [{ min_confidence: "precise" }, [], 4],
  ];
  for (const [filter, reached, boundary] of filters) {
    it(`${JSON.stringify(filter)} bounds the walk and counts what leads out`, async () => {
      const answer = await made.ask({ kind: "callers", symbol: "lib/core.py#helper", ...filter });
      assert.deepEqual(names(answer).sort(), [...reached].sort());
      assert.equal(limits(answer).boundary_edges ?? 0, boundary);
    });
  }
});

describe("other relations", () => {
  const cases: readonly [operation: object, expected: string[]][] = [
    [{ kind: "hierarchy", symbol: "Turbo" }, ["Engine"]],
    [{ kind: "hierarchy", symbol: "Engine.run" }, ["Turbo.run"]],
    [{ kind: "references", symbol: "Engine" }, ["<module>", "Turbo", "make"]],
    [{ kind: "imports", path: "lib/core.py", direction: "importers" }, ["<module>"]],
    [{ kind: "outline", path: "web/robot.js" }, ["Robot", "Robot.#charge", "Robot.run"]],
    [{ kind: "definition", path: "app/graph.py", line: 5, column: 12 }, ["Engine"]],
    [{ kind: "definition", path: "lib/core.py", line: 13, column: 8 }, ["Engine.run"]],
    [{ kind: "unresolved", reason: "dynamic_receiver", path: "app/graph.py" }, []],
  ];
  for (const [operation, expected] of cases) {
    it(JSON.stringify(operation), async () => {
      const answer = await made.ask(operation);
      assert.deepEqual([...new Set(names(answer))].sort(), [...expected].sort());
      for (const { path, start_line, end_line } of answer.items) {
        assert.match(answer.files[path], /^[0-9a-f]{64}$/);
        assert.ok(start_line >= 1 && end_line >= start_line);
      }
    });
  }

  it("explore finds what a question is about, with source and what is near", async () => {
    const answer = await made.ask({ kind: "explore", query: "how does the engine run" });
    assert.ok(names(answer).includes("Engine.run"));
    assert.ok(answer.items.some((one: Document) => one.part === "related"));
  });

  for (const level of ["directory", "skeleton", "source"]) {
    it(`map at level ${level} stays within its prefix`, async () => {
      const answer = await made.ask({ kind: "map", level, path_prefix: "lib/" });
      assert.ok(answer.items.length > 0);
      for (const { path } of answer.items) assert.match(path, /^lib/);
    });
  }
});
