// Every operation can be asked from the command line as its example says, and its help shows that example.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../lib/model/mod.ts";
import { checkedRequest, OPERATIONS, requestSchema } from "../../lib/operations/mod.ts";
import { checkRequest } from "../../lib/wire/mod.ts";
import { withWorktree } from "../capture/captures.ts";
import { printed, words } from "../../scripts/parts/command_lines.ts";
import { TestWorktree } from "../worktrees.ts";

const EARLIER = JSON.stringify({ schema: "evident.query.v1", operation: "map", files: {}, items: [] });

describe("operations", () => {
  it("each is registered once", () => {
    assert.equal(new Set(OPERATIONS.map(({ kind }) => kind)).size, OPERATIONS.length);
  });

  for (const { kind, example, summary, schema } of OPERATIONS) {
    it(
      `${kind}: its example is a valid request, and nothing but the index is missing`,
      withWorktree(() => TestWorktree.git({ "a.py": "" }), async ({ root, folder }) => {
        assert.equal(words(example)[0], kind);
        // What an example reads lies where it is asked.
        writeFileSync(join(folder, "answer.json"), EARLIER);
        const before = process.cwd();
        process.chdir(folder);
        const { code, stdout } = await printed("-C", root, ...words(example));
        process.chdir(before);
        assert.equal(JSON.parse(stdout).code, "index.missing", stdout);
        assert.equal(code, 3);
      }),
    );

    it(`${kind}: its help shows what it is for and the example`, async () => {
      const { code, stdout } = await printed(kind, "--help");
      assert.equal(code, 0);
      assert.ok(stdout.includes(`$ evident ${example}`), stdout);
      assert.ok(stdout.replace(/\s+/g, " ").includes(summary), stdout);
    });

    it(`${kind}: every field is reached by the short form`, async () => {
      const { stdout } = await printed(kind, "--help");
      for (const field of Object.keys(schema().shape)) {
        if (field === "kind") continue;
        const flag = `--${field.replaceAll("_", "-")} `;
        const isPositional = OPERATIONS.find((one) => one.kind === kind)!.positionals.some((one) =>
          one.field === field
        );
        assert.ok(isPositional || stdout.includes(flag), `${field}: ${stdout}`);
      }
    });
  }

  const WRONG: readonly object[] = [
    {},
    { no_such_field: 1 },
    { limit: 0 },
    { symbol: "", depth: "two" },
    { symbol: "a", symbol_id: "b#a" },
    { paths: [7], query: null, path: "\0" },
  ];
  for (const kind of [...OPERATIONS.map((one) => one.kind), "status", "no_such_kind"]) {
    it(`${kind}: is checked as one of any kind is`, () => {
      for (const fields of WRONG) {
        for (const rest of [{}, { max_bytes: 1 }, { more: true }]) {
          const input = { operation: { kind, ...fields }, ...rest };
          const told = (check: () => unknown) => {
            try {
              return check();
            } catch (error) {
              return error instanceof Failure ? [error.code, error.message, error.detail] : error;
            }
          };
          assert.deepEqual(
            told(() => checkedRequest(input)),
            told(() => checkRequest(input, () => requestSchema())),
            JSON.stringify(input),
          );
        }
      }
    });
  }

  it("status is a request of its own", () => {
    assert.equal(checkedRequest({ operation: { kind: "status" } }).operation.kind, "status");
  });

  for (const place of ["before", "behind"] as const) {
    it(
      `-C stands ${place} a command, status too`,
      withWorktree(() => TestWorktree.git({ "a.py": "" }), async ({ root, folder }) => {
        const before = process.cwd();
        process.chdir(folder);
        const args = place === "before" ? ["-C", root, "status"] : ["status", "-C", root];
        const { stdout } = await printed(...args);
        process.chdir(before);
        assert.equal(JSON.parse(stdout).git_object_format, "sha1");
      }),
    );
  }
});
