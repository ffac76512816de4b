// A walk is bounded, says which bound it met, and its answer is partial then.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { limits, repository } from "../operations/asking.ts";
import { MAX_EDGES, MAX_NODES } from "../../lib/query/mod.ts";

const callers = Array.from({ length: MAX_NODES + 100 }, (_, at) => `def f${at}():\n    return hub()\n`);
const busy = `def busy():\n${"    sink()\n".repeat(MAX_EDGES + 100)}`;
const chain = Array.from({ length: 8 }, (_, at) => `def c${at}():\n    return c${at + 1}()\n`);
const made = repository({
  "many.py": `def hub():\n    return 1\n${callers.join("")}`,
  "busy.py": `def sink():\n    return 1\n${busy}`,
  "chain.py": `${chain.join("")}def c8():\n    return 1\n`,
});

describe("walks", () => {
  it("stop after so many symbols, and say how many there are in all", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "hub", limit: 50 });
    assert.equal(answer.status, "partial");
    assert.equal(answer.total, callers.length);
    assert.equal(
      limits(answer).walk_nodes,
      callers.length - (MAX_NODES - 1),
      "the hub itself is one of them",
    );
  });

  it("stop after so many sites", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "sink" });
    assert.equal(limits(answer).walk_edges, 1);
    assert.equal(answer.status, "partial");
  });

  it("go as deep as is asked", async () => {
    for (const depth of [1, 3, 5]) {
      const answer = await made.ask({ kind: "callees", symbol: "c0", depth });
      assert.equal(answer.total, depth);
      assert.equal(answer.status, "ok");
    }
  });
});
