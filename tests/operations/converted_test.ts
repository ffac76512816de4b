// What Git converts between object and worktree is no change, and nothing runs to find that out.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withWorktree } from "../capture/captures.ts";
import { TestWorktree } from "../worktrees.ts";
import { type Document, limits } from "./asking.ts";
import { changesSince, CODE, dos, EDITED, indexed, told } from "./since.ts";

/** Lets Git look at the worktree at a later time than the files were written. */
function settle(worktree: TestWorktree): void {
  worktree.run("checkout", "-q", "--", ".");
  worktree.run("update-index", "-q", "--refresh");
}

describe("what Git converts", () => {
  const converting: readonly [how: string, set: (worktree: TestWorktree) => void][] = [
    ["core.autocrlf", (worktree) => worktree.run("config", "core.autocrlf", "true")],
    ["eol=crlf", (worktree) => writeFileSync(join(worktree.root, ".git/info/attributes"), "*.py eol=crlf\n")],
    ["a filter", (worktree) => {
      writeFileSync(join(worktree.root, ".git/info/attributes"), "*.py filter=crlf\n");
      worktree.run("config", "filter.crlf.smudge", "sed 's/$/\\r/'");
      worktree.run("config", "filter.crlf.clean", "tr -d '\\r'");
    }],
  ];
  for (const [how, set] of converting) {
    it(
      `is no change, and an edit of it is one of the symbol alone: ${how}`,
      withWorktree(() => TestWorktree.git({ "a.py": CODE, "b.py": CODE }), async (worktree) => {
        set(worktree);
        worktree.delete("a.py");
        worktree.delete("b.py");
        settle(worktree);
        const project = await indexed(worktree);
        const source: Document = await project.query({ operation: { kind: "source", path: "a.py" } });
        assert.match(source.items[0].text, /\r\n/);
        assert.deepEqual(told(await changesSince(project, "HEAD")), []);
        worktree.write({ "b.py": dos(EDITED) });
        await project.sync({ workers: 1 });
        assert.deepEqual(told(await changesSince(project, "HEAD")), ["modified b.py", "modified f"]);
      }),
    );
  }

  it(
    "and may have edited is told with that doubt",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      writeFileSync(join(worktree.root, ".git/info/attributes"), "*.py filter=gone\n");
      worktree.write({ "a.py": EDITED });
      const answer = await changesSince(await indexed(worktree), "HEAD");
      assert.deepEqual([told(answer), limits(answer)], [["modified a.py", "modified f"], {
        may_be_converted: 1,
      }]);
    }),
  );

  it(
    "runs nothing",
    withWorktree(() => TestWorktree.git({ "a.py": CODE }), async (worktree) => {
      const marker = join(worktree.folder, "obeyed");
      const program = join(worktree.folder, "evil.sh");
      writeFileSync(program, `#!/bin/sh\ntouch ${marker}\ncat\n`);
      chmodSync(program, 0o755);
      writeFileSync(join(worktree.root, ".git/info/attributes"), "* filter=evil diff=evil\n");
      for (
        const name of ["filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "diff.evil.command"]
      ) {
        worktree.run("config", name, program);
      }
      worktree.run("config", "diff.external", program);
      worktree.write({ "a.py": EDITED });
      const project = await indexed(worktree);
      await project.query({ operation: { kind: "review", base: "HEAD" } });
      assert.ok(!existsSync(marker));
    }),
  );
});
