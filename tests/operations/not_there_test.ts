// What a request names and is not there has a code of its own, says what is wrong in words, what to do, and the facts of it;
// and the reasons for an answer without what was looked for are told apart.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { Failure } from "../../lib/model/mod.ts";
import { type Document, limits, repository } from "./asking.ts";

const made = repository({
  "lib/a.py": "def lonely():\n    return 1\n\n\ndef user(box):\n    return box.lonely()\n",
  "lib/b.py":
    "from lib.a import user\n\n\ndef bee():\n    return user(1)\n\n\ndef other():\n    return user(2)\n",
  "lib/empty.py": "",
  "lib/late.py": "def late(x):\n    return x.gone()\n",
  "notes.txt": "lonely\n",
  "logo.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
});

/** The failure that a request ends in. */
async function failure(request: object): Promise<Failure> {
  try {
    await made.project.query(request);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  return assert.fail("it was answered");
}

const DIGEST = "0".repeat(64);

describe("what is not there", () => {
  const at = (path: string, line: number, column: number) => ({ kind: "definition", path, line, column });
  const lines = (more: object) => ({ kind: "source", path: "lib/a.py", ...more });
  const cases: readonly [
    what: string,
    operation: object,
    code: string,
    message: RegExp,
    detail: Record<string, unknown>,
  ][] = [
    ["a line", at("lib/a.py", 7, 0), "line.not_found", /lib\/a\.py has 6 lines/, { line: 7, lines: 6 }],
    ["a line of an empty file", at("lib/empty.py", 2, 0), "line.not_found", /has 1 line:/, { lines: 1 }],
    ["a line around which", { kind: "callers", symbol: "lib/a.py:99" }, "line.not_found", /99/, { lines: 6 }],
    ["a first line", lines({ start_line: 7 }), "line.not_found", /6 lines/, { path: "lib/a.py", line: 7 }],
    ["a column", at("lib/a.py", 1, 14), "column.not_found", /13 bytes/, { line: 1, column: 14, columns: 13 }],
    ["a name at the end of a line", at("lib/a.py", 1, 13), "symbol.not_found", /lib\/a\.py:1:13/, {
      line: 1,
    }],
    ["a name", { kind: "callers", symbol: "lonly" }, "symbol.not_found", /lonly/, { unbound_sites: 0 }],
    ["a name that is used", { kind: "callers", symbol: "Gone.gone" }, "symbol.not_found", /Gone\.gone/, {
      unbound_sites: 1,
    }],
    ["a file", { kind: "outline", path: "lib/c.py" }, "path.not_found", /lib\/c\.py/, { path: "lib/c.py" }],
    ["a file in a folder's place", { kind: "outline", path: "lib" }, "path.not_found", /is a folder/, {}],
    ["a path below the root", { kind: "outline", path: "../x" }, "path.outside_root", /leads out/, {
      path: "../x",
    }],
    ["a language", { kind: "map", language: "klingon" }, "language.unsupported", /klingon/, {}],
    [
      "a generation",
      { kind: "changes", before_fingerprint: DIGEST },
      "index.baseline_unavailable",
      /not kept/,
      {
        before_fingerprint: DIGEST,
      },
    ],
    ["a generation before", { kind: "changes" }, "index.baseline_unavailable", /not kept/, {}],
    ["a commit", { kind: "changes", base: "nowhere" }, "git.revision_not_found", /No commit/, {
      revision: "nowhere",
    }],
    ["that content", lines({ file_sha256: DIGEST }), "index.code_changed", /another content/, {
      path: "lib/a.py",
    }],
  ];
  for (const [what, operation, code, message, detail] of cases) {
    it(`${what}: ${code}`, async () => {
      const refused = await failure({ operation });
      assert.equal(refused.code, code);
      assert.match(refused.message, message);
      assert.match(refused.hint ?? "no hint", /\.$/);
      for (const [name, value] of Object.entries(detail)) {
        assert.deepEqual(refused.detail?.[name], value, name);
      }
    });
  }

  it("an id: what is near it now is among the choices", async () => {
    const { fingerprint } = await made.project.status();
    const operation = { kind: "callers", symbol_id: "lib/old.py#Box#lonely(+1)." };
    const refused = await failure({ operation, expected_fingerprint: fingerprint });
    assert.equal(refused.code, "symbol.not_found");
    assert.equal(refused.detail?.symbol_id, operation.symbol_id);
    assert.equal((refused.detail?.choices as Document)[0].symbol, "lib/a.py#lonely");
  });

  it("the fingerprint that is expected: the one there is", async () => {
    const refused = await failure({ operation: { kind: "map" }, expected_fingerprint: DIGEST });
    const { fingerprint } = await made.project.status();
    assert.equal(refused.code, "index.code_changed");
    assert.deepEqual(refused.detail, { expected_fingerprint: DIGEST, fingerprint });
  });

  it("the last lines of a range are counted, and the others quoted", async () => {
    const answer = await made.ask(lines({ start_line: 5, end_line: 9 }));
    assert.deepEqual([answer.items[0].end_line, limits(answer)], [6, { past_end_of_file: 3 }]);
  });
});

/** An answer's limitations, or its failure's code. */
async function toldBy(operation: object, more: object = {}): Promise<string> {
  try {
    return Object.keys(limits(await made.ask(operation, more))).join();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe("six reasons for less than was looked for are six answers", () => {
  const reasons: readonly [reason: string, operation: object, told: string][] = [
    ["no match", { kind: "symbols", query: "zzz" }, "no_match"],
    ["an unsupported language", { kind: "outline", path: "notes.txt" }, "unsupported_language"],
    ["an omitted file", { kind: "outline", path: "logo.png" }, "path.not_found"],
    ["a truncated answer", { kind: "callers", symbol: "user", limit: 1 }, "limit"],
    ["unbound sites of that name", { kind: "callers", symbol: "lonely" }, "unbound_sites"],
  ];
  for (const [reason, operation, told] of reasons) {
    it(`${reason}: ${told}`, async () => assert.equal(await toldBy(operation), told));
  }

  it("an omitted file says why it was left out, which one that is nowhere does not", async () => {
    const { message, detail } = await failure({ operation: { kind: "outline", path: "logo.png" } });
    assert.deepEqual(detail, { path: "logo.png", omitted: "binary" });
    assert.match(message, /left out: binary/);
    assert.deepEqual((await failure({ operation: { kind: "outline", path: "no.png" } })).detail, {
      path: "no.png",
    });
  });

  it("no index: index.missing, whatever is asked", async () => {
    await made.project.clear();
    for (const [, operation] of reasons) assert.equal(await toldBy(operation), "index.missing");
    await made.project.index({ workers: 1 });
  });
});
