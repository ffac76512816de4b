// Whether an index still speaks of its worktree, and what a fingerprint tells apart.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import {
  changedSince,
  checkFreshness,
  contentDigest,
  fingerprint,
  Listings,
  openWorktree,
  type VerifyMode,
} from "../../lib/capture/mod.ts";
import type { Policy } from "../../lib/model/mod.ts";
import { TestWorktree } from "../worktrees.ts";
import { captureOf, PLAIN_POLICY, policyWith, withWorktree } from "./captures.ts";

const FILES = {
  "a.py": "a\n",
  "b.py": "b\n",
  "c.png": "\0c",
  "deleted.py": "d\n",
  "large.txt": "0123456789012345",
};
const SMALL = policyWith({}, { maxFileBytes: 12 });

function check(worktree: TestWorktree, edit: () => void, mode: VerifyMode, policy: Policy = SMALL) {
  const served = captureOf(worktree.root, policy);
  edit();
  const request = { worktree: openWorktree(worktree.root), policy };
  const told = { bindingId: "b", digests: {} };
  const own = fingerprint({ ...told, manifest: served.manifest });
  return checkFreshness(mode, request, {
    isOf: (manifest) => fingerprint({ ...told, manifest }) === own,
    read: () => Promise.resolve({ manifest: served.manifest, capturedAtMs: served.startedAtMs }),
  });
}

describe("freshness", () => {
  const cases: readonly [
    name: string,
    edit: (worktree: TestWorktree) => void,
    changed: Record<string, "added" | "modified" | "deleted">,
  ][] = [
    ["nothing", () => {}, {}],
    ["a modified file", (w) => w.write({ "a.py": "longer\n" }), { "a.py": "modified" }],
    ["a file of the same length", (w) => w.write({ "a.py": "z\n" }), { "a.py": "modified" }],
    ["a touched file", (w) => utimesSync(join(w.root, "a.py"), 1, 1), {}],
    ["a file written again", (w) => w.write({ "a.py": "a\n" }), {}],
    ["an added file", (w) => {
      w.write({ "n.py": "n\n" });
      w.run("add", "n.py");
    }, { "n.py": "added" }],
    ["an untracked file", (w) => w.write({ "n.py": "n\n" }), {}],
    ["a deleted file", (w) => w.delete("b.py"), { "b.py": "deleted" }],
    ["a file that is tracked no longer", (w) => w.run("rm", "-q", "--cached", "b.py"), { "b.py": "deleted" }],
    ["a renamed file", (w) => {
      renameSync(join(w.root, "a.py"), join(w.root, "z.py"));
      w.run("add", "-A");
    }, { "a.py": "deleted", "z.py": "added" }],
    ["a commit of the same bytes", (w) => w.commit("second"), {}],
    ["a modified binary file", (w) => w.write({ "c.png": "\0d" }), { "c.png": "modified" }],
    ["a large file that grew", (w) => w.write({ "large.txt": "01234567890123456789" }), {
      "large.txt": "modified",
    }],
    ["a deleted large file", (w) => w.delete("large.txt"), { "large.txt": "deleted" }],
    ["a large file that shrank", (w) => w.write({ "large.txt": "small" }), { "large.txt": "modified" }],
  ];
  for (const mode of ["content", "stat"] as const) {
    for (const [name, edit, changed] of cases) {
      it(
        `${mode}: ${name}`,
        withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
          // Git lists it and it was never there.
          worktree.delete("deleted.py");
          const freshness = await check(worktree, () => edit(worktree), mode);
          assert.deepEqual(
            Object.fromEntries(freshness.changed.map(({ path, change }) => [path, change])),
            changed,
          );
          assert.equal(freshness.state, Object.keys(changed).length === 0 ? "fresh" : "stale");
        }),
      );
    }
  }

  for (const [mode, dirty] of [["content", true], ["stat", "unknown"], ["none", "unknown"]] as const) {
    it(
      `${mode} observes HEAD as it is now`,
      withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
        worktree.write({ "a.py": "b\n" });
        const { git, state } = await check(
          worktree,
          () => worktree.run("commit", "-q", "--allow-empty", "-m", "x"),
          mode,
        );
        assert.deepEqual(git, { commit: worktree.run("rev-parse", "HEAD"), dirty, objectFormat: "sha1" });
        assert.equal(state, mode === "none" ? "unknown" : "fresh");
      }),
    );
  }

  it(
    "a folder without Git has the same freshness",
    withWorktree(() => new TestWorktree(), async (worktree) => {
      worktree.write({ "a.py": "a\n" });
      for (const mode of ["content", "stat"] as const) {
        const { state, git } = await check(worktree, () => worktree.write({ [`${mode}.py`]: "" }), mode);
        assert.equal(state, "stale");
        assert.deepEqual(git, { commit: null, dirty: null, objectFormat: null });
      }
    }),
  );

  it(
    "content: what is as it was is told without the manifest that serves",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      const request = { worktree: openWorktree(worktree.root), policy: SMALL };
      const read = () => Promise.reject(new Error("it was read"));
      const { state, seen } = await checkFreshness("content", request, { isOf: () => true, read });
      assert.equal(state, "fresh");
      assert.deepEqual(seen, captureOf(worktree.root, SMALL).manifest.entries);
      await assert.rejects(checkFreshness("content", request, { isOf: () => false, read }), /it was read/);
    }),
  );

  it(
    "a folder that was moved away and linked to is no folder of the worktree any more, whatever its files' stamps",
    withWorktree(() => TestWorktree.git({ ...FILES, "sub/deep/e.py": "e\n" }), async (worktree) => {
      const swap = () => {
        const away = join(worktree.folder, "away");
        renameSync(join(worktree.root, "sub"), away);
        symlinkSync(away, join(worktree.root, "sub"));
      };
      const { seen, checkedAtMs } = await check(worktree, () => {}, "content");
      const told = await check(worktree, swap, "stat");
      const gone = [{ path: "sub/deep/e.py", change: "deleted" }];
      assert.deepEqual(told.changed, gone);
      assert.deepEqual(changedSince(worktree.root, seen, checkedAtMs), gone);
    }),
  );

  const LEFT_OUT: readonly [what: string, path: string, edit: (worktree: TestWorktree) => void][] = [
    ["a link that became a file", "link.py", (w) => {
      rmSync(join(w.root, "link.py"));
      w.write({ "link.py": "def newer(): pass\n" });
    }],
    ["a link out of the root that became a folder", "out/e.py", (w) => {
      rmSync(join(w.root, "out"));
      w.write({ "out/e.py": "e\n" });
    }],
  ];
  for (const [what, path, edit] of LEFT_OUT) {
    it(
      `${what} was left out and is there`,
      withWorktree(() => TestWorktree.git({ ...FILES, "out/e.py": "e\n" }), async (worktree) => {
        symlinkSync("a.py", join(worktree.root, "link.py"));
        worktree.run("add", "link.py");
        const away = join(worktree.folder, "away");
        renameSync(join(worktree.root, "out"), away);
        symlinkSync(away, join(worktree.root, "out"));
        const { seen, checkedAtMs } = await check(worktree, () => {}, "content");
        assert.deepEqual((await check(worktree, () => {}, "stat")).changed, []);
        assert.deepEqual(changedSince(worktree.root, seen, checkedAtMs), []);
        const changed = [{ path, change: "modified" }];
        assert.deepEqual((await check(worktree, () => edit(worktree), "stat")).changed, changed);
        assert.deepEqual(changedSince(worktree.root, seen, checkedAtMs), changed);
      }),
    );
  }

  it(
    "before delivery what was seen is looked at again",
    withWorktree(() => TestWorktree.git(FILES), async (worktree) => {
      const { seen, checkedAtMs } = await check(worktree, () => {}, "content");
      assert.deepEqual(changedSince(worktree.root, seen, checkedAtMs), []);
      worktree.write({ "a.py": "z\n" });
      assert.deepEqual(changedSince(worktree.root, seen, checkedAtMs), [{
        path: "a.py",
        change: "modified",
      }]);
    }),
  );
});

describe("listings", () => {
  const listed = (listings: Listings, root: string, includeUntracked = false) => {
    const policy = policyWith({ includeUntracked });
    return listings.of({ worktree: openWorktree(root), policy });
  };
  const paths = ({ paths }: ReturnType<typeof listed>) => paths.map(({ path }) => path);

  it(
    "an index that is not written is listed once, and anew when it is",
    withWorktree(() => TestWorktree.git({ "a.py": "" }), async (worktree) => {
      const listings = new Listings();
      let [before, again] = [listed(listings, worktree.root), listed(listings, worktree.root)];
      // Until the index is old enough to tell: some runtimes see whole seconds.
      for (let waited = 0; before !== again && waited < 100; waited++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        [before, again] = [again, listed(listings, worktree.root)];
      }
      assert.equal(before, again);
      worktree.write({ "b.py": "" });
      assert.equal(listed(listings, worktree.root), again);
      worktree.run("add", "b.py");
      assert.deepEqual(paths(listed(listings, worktree.root)), ["a.py", "b.py"]);
    }),
  );

  it(
    "an index that was just written is read anew, and so is what no index knows",
    withWorktree(() => TestWorktree.git({ "a.py": "" }), (worktree) => {
      const listings = new Listings();
      for (const name of ["b.py", "c.py"]) {
        listed(listings, worktree.root);
        worktree.write({ [name]: "" });
        worktree.run("add", name);
        assert.ok(paths(listed(listings, worktree.root)).includes(name as never));
      }
      worktree.write({ "untracked.py": "" });
      assert.ok(paths(listed(listings, worktree.root, true)).includes("untracked.py" as never));
    }),
  );
});

describe("fingerprint", () => {
  const RULES = { filter: "1", schema: "2" };
  const print = (
    root: string,
    policy = PLAIN_POLICY,
    digests: Record<string, string> = RULES,
    bindingId = "b",
  ) => fingerprint({ bindingId, manifest: captureOf(root, policy).manifest, digests });

  const differing: readonly [name: string, edit: (worktree: TestWorktree) => void][] = [
    ["a byte", (w) => w.write({ "a.py": "A\n" })],
    ["a byte of what is left out", (w) => w.write({ "c.png": "\0d" })],
    ["a mode", (w) => {
      chmodSync(join(w.root, "a.py"), 0o755);
      w.run("add", "a.py");
    }],
    ["a file", (w) => {
      w.write({ "n.py": "" });
      w.run("add", "n.py");
    }],
    ["an omission", (w) => {
      w.write({ ".env": "" });
      w.run("add", "-f", ".env");
    }],
    ["a path", (w) => {
      renameSync(join(w.root, "a.py"), join(w.root, "z.py"));
      w.run("add", "-A");
    }],
  ];
  for (const [name, edit] of differing) {
    it(
      `differs by ${name}`,
      withWorktree(() => TestWorktree.git(FILES), (worktree) => {
        const before = print(worktree.root);
        assert.match(before, /^[0-9a-f]{64}$/);
        edit(worktree);
        assert.notEqual(print(worktree.root), before);
      }),
    );
  }

  it(
    "differs by binding, rules and exclusion, and not by HEAD, index or time",
    withWorktree(() => TestWorktree.git(FILES), (worktree) => {
      const { root } = worktree;
      const before = print(root);
      const prints = [
        before,
        print(root, PLAIN_POLICY, RULES, "c"),
        print(root, PLAIN_POLICY, { ...RULES, schema: "3" }),
        print(root, PLAIN_POLICY, { filter: "1", schema: "2", more: "" }),
        print(root, PLAIN_POLICY, { filter: "12", schema: "" }),
        print(root, policyWith({ exclude: ["a.py"] })),
      ];
      assert.equal(new Set(prints).size, prints.length);
      worktree.commit("another commit");
      utimesSync(join(root, "a.py"), 1, 1);
      assert.equal(print(root), before);
      assert.equal(
        print(root, PLAIN_POLICY, { schema: "2", filter: "1" }),
        before,
        "the order of rules says nothing",
      );
      const { manifest } = captureOf(root);
      assert.equal(contentDigest(manifest, RULES), contentDigest(manifest, RULES));
      assert.notEqual(contentDigest(manifest, RULES), before);
    }),
  );
});
