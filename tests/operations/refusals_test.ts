// Source as it is quoted, what is refused, and status as a request.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { CORE, type Document, limits, LONG, repository, SMALL_REPOSITORY } from "./asking.ts";

const made = repository(SMALL_REPOSITORY);

describe("source", () => {
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");

  it("lines are quoted with their range and digest", async () => {
    const [one] = (await made.ask({ kind: "source", path: "lib/core.py", start_line: 5, end_line: 6 })).items;
    assert.equal(one.text, "def other():\n    return helper()\n");
    assert.equal(one.sha256, digest(one.text));
    assert.deepEqual([one.start_line, one.end_line, one.clipped], [5, 6, undefined]);
  });

  it("a symbol's source is its lines", async () => {
    const [one] = (await made.ask({ kind: "source", symbol: "Turbo.boost" })).items;
    assert.equal(one.text, "    def boost(self):\n        return 2\n");
  });

  it("200 lines at most, and how to go on", async () => {
    const answer = await made.ask({ kind: "source", path: "docs/long.txt" });
    const [one] = answer.items;
    assert.deepEqual([one.start_line, one.end_line], [1, 200]);
    assert.equal(limits(answer).max_lines, 100);
    assert.equal(answer.status, "partial");
    assert.deepEqual(answer.next, { operation: { kind: "source", path: "docs/long.txt", start_line: 201 } });
    const rest = await made.ask(answer.next.operation);
    assert.equal(one.text + rest.items[0].text, LONG);
    assert.equal(rest.status, "ok");
  });

  it("a small budget clips on whole lines and cites what is shown", async () => {
    const answer = await made.ask({ kind: "source", path: "docs/long.txt" }, { max_bytes: 2_000 });
    const [one] = answer.items;
    assert.equal(one.clipped, true);
    assert.equal(one.text, LONG.split("\n").slice(0, one.end_line).join("\n") + "\n");
    assert.equal(one.sha256, digest(one.text));
  });

  it("what is not UTF-8 is not quoted", async () => {
    const answer = await made.ask({ kind: "source", path: "docs/latin.txt" });
    assert.deepEqual(answer.items, []);
    assert.equal(limits(answer).not_utf8, 1);
  });

  it("the digest that is asked for is the one there", async () => {
    const sha256 = digest(CORE);
    const operation = { kind: "source", path: "lib/core.py", end_line: 1 };
    assert.equal((await made.ask({ ...operation, file_sha256: sha256 })).items.length, 1);
    assert.equal((await made.refusal({ ...operation, file_sha256: digest("") })).code, "index.code_changed");
  });
});

describe("what is refused", () => {
  const paths: readonly [path: string, code: string][] = [
    ["gone.py", "path.not_found"],
    ["lib", "path.not_found"],
    ["lib/./none.py", "path.not_found"],
    [".env", "path.not_found"],
    ["/etc/passwd", "path.outside_root"],
    ["../work/lib/core.py", "path.outside_root"],
    ["lib/../../secret", "path.outside_root"],
  ];
  const kinds = (path: string) => [
    { kind: "source", path },
    { kind: "outline", path },
    { kind: "imports", path },
    { kind: "unresolved", path },
    { kind: "definition", path, line: 1, column: 0 },
  ];
  for (const [path, code] of paths) {
    it(`${path} is ${code} for every operation that takes one`, async () => {
      for (const operation of kinds(path)) assert.equal((await made.refusal(operation)).code, code);
    });
  }

  for (const spelled of ["./lib/core.py", "lib/../lib//core.py", "<root>/lib/core.py"]) {
    it(`${spelled} is lib/core.py`, async () => {
      const path = spelled.replace("<root>", made.worktree.root);
      const { items } = await made.ask({ kind: "outline", path });
      assert.equal(items[0].path, "lib/core.py");
      const within = await made.ask({ kind: "map", level: "skeleton", path_prefix: path });
      assert.ok(within.items.length > 0);
      assert.deepEqual([...new Set(within.items.map((one: Document) => one.path))], ["lib/core.py"]);
    });
  }

  it("a folder beside the root whose name starts like it is outside", async () => {
    const { code } = await made.refusal({ kind: "outline", path: `${made.worktree.root}-evil/x.py` });
    assert.equal(code, "path.outside_root");
    assert.equal((await made.refusal({ kind: "map", path_prefix: "../" })).code, "path.outside_root");
  });

  const refused: readonly [
    operation: object,
    code: string,
    told: (detail: Document) => unknown,
    expected: unknown,
  ][] = [
    [
      { kind: "callers", symbol: "run" },
      "symbol.ambiguous",
      ({ choices }) => choices.map((c: Document) => c.symbol),
      [
        "lib/core.py#Engine.run",
        "lib/core.py#Turbo.run",
        "web/robot.js#Robot.run",
      ],
    ],
    [
      { kind: "callers", symbol: "helper_cnt" },
      "symbol.not_found",
      ({ choices }) => choices.length > 0,
      true,
    ],
    [{ kind: "callers", symbol: "zzz" }, "symbol.not_found", ({ choices }) => choices, []],
    [
      { kind: "definition", path: "lib/core.py", line: 3, column: 0 },
      "symbol.not_found",
      (detail) => detail,
      { path: "lib/core.py", line: 3, column: 0 },
    ],
    [
      { kind: "callers", symbol_id: "lib/core.py#helper()." },
      "request.fingerprint_required",
      (detail) => detail,
      { symbol_id: "lib/core.py#helper()." },
    ],
  ];
  for (const [operation, code, told, expected] of refused) {
    it(`${JSON.stringify(operation)} is ${code}`, async () => {
      const refusal = await made.refusal(operation);
      assert.equal(refusal.code, code);
      assert.deepEqual(told(refusal.detail), expected);
    });
  }

  it("each choice of an ambiguous name names one symbol", async () => {
    const { detail } = await made.refusal({ kind: "definition", symbol: "run" });
    for (const { symbol } of detail.choices) {
      assert.equal((await made.ask({ kind: "definition", symbol })).items.length, 1);
    }
  });

  const malformed: readonly [operation: object, path: string][] = [
    [{ kind: "callers", symbol: "a", deep: 2 }, "operation.deep"],
    [{ kind: "callers", symbol: "a", depth: 6 }, "operation.depth"],
    [{ kind: "callers", symbol: "a", limit: 51 }, "operation.limit"],
    [{ kind: "callers" }, "operation"],
    [{ kind: "callers", symbol: "a", symbol_id: "b" }, "operation"],
    [{ kind: "symbols", query: "" }, "operation.query"],
    [{ kind: "symbols", query: "x".repeat(8_193) }, "operation.query"],
    [{ kind: "source", path: "a", start_line: 2, end_line: 1 }, "operation.end_line"],
    [{ kind: "source", symbol: "a", start_line: 2 }, "operation.start_line"],
    [{ kind: "status", verbose: true }, "operation.verbose"],
    [{ kind: "frobnicate" }, "operation.kind"],
  ];
  for (const [operation, path] of malformed) {
    it(`${JSON.stringify(operation).slice(0, 70)} names ${path}`, async () => {
      const { code, detail } = await made.refusal(operation);
      assert.equal(code, "request.malformed");
      assert.deepEqual(detail.fields.map((field: Document) => field.path), [path]);
    });
  }

  it("a field beside the operation that is none", async () => {
    const { detail } = await made.refusal({ kind: "map" }, { max_byte: 1 });
    assert.equal(detail.fields[0].path, "max_byte");
  });
});

describe("status as a request", () => {
  it("is the status document, within its budget and of the expected fingerprint", async () => {
    const answer = await made.ask({ kind: "status" });
    assert.equal(answer.schema, "evident.status.v1");
    assert.equal(answer.state, "ready");
    assert.ok(answer.operations.includes("status") && answer.operations.includes("callers"));
    await made.ask({ kind: "status" }, { expected_fingerprint: answer.fingerprint });
    const other = await made.refusal({ kind: "status" }, { expected_fingerprint: "0".repeat(64) });
    assert.equal(other.code, "index.code_changed");
    const small = await made.refusal({ kind: "status" }, { max_bytes: 512 });
    assert.equal(small.code, "request.budget_too_small");
    await made.ask({ kind: "status" }, { max_bytes: small.detail.needed_bytes });
  });
});
