// Where an answer shows less than there is, it says so, shows whole items, and offers a narrower request that works.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { names, repository } from "./asking.ts";

const callers = (count: number) =>
  `from core.hub import hub\n${
    Array.from({ length: count }, (_, at) => `\n\ndef user_${at}():\n    hub()\n`).join("")
  }`;
const made = repository({
  "core/__init__.py": "",
  "core/hub.py": "def hub():\n    return 1\n",
  "pkg/one/a.py": callers(12),
  "pkg/one/b.py": callers(12),
  "pkg/two/c.py": callers(12),
  "busy/many.py": `from core.hub import hub\n\n\ndef busy():\n${"    hub()\n".repeat(60)}`,
  "long/line.py": `x = "${"y".repeat(40_000)}"\nz = 1\n`,
  "long/many.py": `def long():\n${
    Array.from({ length: 400 }, (_, at) => `    use_${at} = ${at}\n`).join("")
  }`,
});

describe("next", () => {
  const requests: readonly [operation: Record<string, unknown>, expected: Record<string, unknown>][] = [
    [{ kind: "callers", symbol: "hub" }, { symbol: "core/hub.py#hub", path_prefix: "pkg/one/a.py" }],
    [{ kind: "references", symbol: "hub" }, { symbol: "core/hub.py#hub", path_prefix: "pkg/one/a.py" }],
    [{ kind: "symbols", query: "user" }, { query: "user", path_prefix: "pkg/one/a.py" }],
    [{ kind: "callers", symbol: "hub", path_prefix: "pkg/one/" }, { path_prefix: "pkg/one/a.py" }],
    [{ kind: "callers", symbol: "hub", path_prefix: "pkg/one/a.py", limit: 5 }, { limit: 12 }],
    [{ kind: "map", level: "skeleton", limit: 1 }, { level: "skeleton" }],
  ];
  for (const [operation, expected] of requests) {
    it(`of ${JSON.stringify(operation)} is a request that is answered with less left out`, async () => {
      const answer = await made.ask(operation);
      assert.equal(answer.status, "partial");
      const { operation: next } = answer.next;
      for (const [field, value] of Object.entries(expected)) assert.equal(next[field], value, field);
      const narrow = await made.ask(next);
      assert.ok(narrow.items.length > 0);
      assert.ok(narrow.total - narrow.items.length < answer.total - answer.items.length);
      const all = new Set(names(await made.ask({ ...operation, limit: 50 }, { max_bytes: 32_768 })));
      if (next.path_prefix !== undefined) {
        for (const { path } of narrow.items) assert.ok(path.startsWith(next.path_prefix), path);
      } else for (const name of names(narrow)) assert.ok(all.has(name), name);
    });
  }

  it("is absent where all is shown", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "hub", path_prefix: "busy/" });
    assert.deepEqual([answer.status, answer.next], ["ok", null]);
  });
});

describe("an item", () => {
  it("with more sites than fit tells the first of them and how many more there are", async () => {
    const wide = await made.ask({ kind: "callers", symbol: "hub", path_prefix: "busy/" }, {
      max_bytes: 32_768,
    });
    assert.deepEqual([wide.items[0].relations.length, wide.items[0].more_sites], [60, undefined]);
    for (const [maxBytes, shown] of [[5_000, 10], [2_200, 3]] as const) {
      const { items } = await made.ask({ kind: "callers", symbol: "hub", path_prefix: "busy/" }, {
        max_bytes: maxBytes,
      });
      assert.deepEqual([items[0].relations.length, items[0].more_sites], [shown, 60 - shown]);
      assert.deepEqual(items[0].relations, wide.items[0].relations.slice(0, shown));
    }
  });
});

describe("source in a small budget", () => {
  it("is as many whole lines as fit, closely", async () => {
    const { items: [one] } = await made.ask({ kind: "source", symbol: "long" }, { max_bytes: 4_096 });
    assert.equal(one.clipped, true);
    assert.equal(one.symbol_id, "long/many.py#long().");
    const answer = await made.ask({ kind: "source", symbol: "long" }, { max_bytes: 4_096 });
    const { length } = JSON.stringify(answer);
    assert.ok(length <= 4_095 && length > 3_600, `${length} bytes`);
  });

  it("names a line that does not fit, and quotes what follows it", async () => {
    const { items: [one] } = await made.ask({ kind: "source", path: "long/line.py" });
    assert.deepEqual([one.omitted_lines, one.start_line, one.text], [[1], 2, "z = 1\n"]);
    const alone = await made.ask({ kind: "source", path: "long/line.py", end_line: 1 });
    assert.deepEqual([alone.items[0].omitted_lines, alone.items[0].text], [[1], undefined]);
  });
});
