// What verify finds of each kind of claim after each kind of edit.
// Long because: the cases are a table, read against each other.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, limits, repository } from "./asking.ts";
import { verified } from "./every_answer.ts";

const HUB = "def hub(size):\n    return size\n";
const USER =
  "from core import hub\n\n\ndef use():\n    x = 1\n    return hub(x)\n\n\ndef other():\n    return nobody()\n";
const TWICE = "from core import hub\n\n\ndef twice():\n    x = hub(1)\n    return hub(x)\n";
const FILES = {
  "core.py": HUB,
  "rival.py": "def hub(size):\n    return -size\n",
  "user.py": USER,
  "twice.py": TWICE,
};

type Operation = Record<string, unknown>;

interface Case {
  readonly name: string;
  readonly operation: Operation;
  /** Contents by path; null is taken away. */
  readonly edits: Record<string, string | null>;
  /** `what path:line` of a claim to its verdict, reason and place now. */
  readonly expected: Record<string, string>;
  /** Whether a further edit makes the answer's own generation be forgotten. */
  readonly isForgotten?: boolean;
}

const CALLERS = { kind: "callers", symbol: "core.py#hub" };
const UNRESOLVED = { kind: "unresolved", name: "nobody" };
const CASES: readonly Case[] = [
  {
    name: "nothing changed",
    operation: CALLERS,
    edits: {},
    expected: {
      "file user.py": "holds",
      "symbol user.py:4": "holds",
      "relation user.py:6": "holds",
    },
  },
  {
    name: "another file changed",
    operation: CALLERS,
    edits: { "rival.py": "" },
    expected: { "file user.py": "holds", "symbol user.py:4": "holds", "relation user.py:6": "holds" },
  },
  {
    name: "lines above were added",
    operation: CALLERS,
    edits: { "user.py": `# one\n# two\n${USER}` },
    expected: {
      "file user.py": "changed content",
      "symbol user.py:4": "moved lines user.py:6",
      "relation user.py:6": "moved lines user.py:8",
    },
  },
  {
    name: "lines above were added, and the generation of the answer is forgotten",
    operation: CALLERS,
    edits: { "user.py": `# one\n# two\n${USER}` },
    isForgotten: true,
    expected: {
      "file user.py": "changed content",
      "symbol user.py:4": "unchecked text_not_kept user.py:6",
      "relation user.py:6": "moved lines user.py:8",
    },
  },
  {
    name: "the file was renamed",
    operation: CALLERS,
    edits: { "user.py": null, "renamed.py": USER },
    expected: {
      "file user.py": "moved other_file renamed.py:1",
      "symbol user.py:4": "moved other_file renamed.py:4",
      "relation user.py:6": "moved other_file renamed.py:6",
    },
  },
  {
    name: "the file was copied and taken away",
    operation: CALLERS,
    edits: { "user.py": null, "one.py": USER, "two.py": USER },
    expected: {
      "file user.py": "gone no_file",
      "symbol user.py:4": "gone no_file",
      "relation user.py:6": "gone no_file",
    },
  },
  {
    name: "the function was moved to another file",
    operation: CALLERS,
    edits: {
      "user.py": "def other():\n    return nobody()\n",
      "new.py": "from core import hub\n\n\ndef use():\n    x = 1\n    return hub(x)\n",
    },
    expected: {
      "symbol user.py:4": "moved other_file new.py:4",
      "relation user.py:6": "moved other_file new.py:6",
    },
  },
  {
    name: "the function was renamed",
    operation: CALLERS,
    edits: { "user.py": USER.replace("def use()", "def used()") },
    expected: {
      "symbol user.py:4": "gone no_symbol",
      "relation user.py:6": "changed bound_otherwise user.py:6",
    },
  },
  {
    name: "the text of the function is another",
    operation: CALLERS,
    edits: { "user.py": USER.replace("x = 1", "x = 2") },
    expected: { "symbol user.py:4": "changed text user.py:4", "relation user.py:6": "holds" },
  },
  {
    name: "the signature is another",
    operation: CALLERS,
    edits: { "user.py": USER.replace("use()", "use(y)") },
    expected: { "symbol user.py:4": "changed declared user.py:4", "relation user.py:6": "holds" },
  },
  {
    name: "the call is gone",
    operation: CALLERS,
    edits: { "user.py": USER.replace("hub(x)", "x") },
    expected: { "symbol user.py:4": "changed text user.py:4", "relation user.py:6": "gone no_edge" },
  },
  {
    name: "the call goes to another function",
    operation: CALLERS,
    edits: { "user.py": USER.replace("from core", "from rival") },
    expected: { "symbol user.py:4": "holds", "relation user.py:6": "changed bound_otherwise user.py:6" },
  },
  {
    name: "the call goes to another function, and the generation of the answer is forgotten",
    operation: { kind: "impact", symbols: ["core.py#hub"] },
    edits: { "user.py": USER.replace("from core", "from rival") },
    isForgotten: true,
    expected: {
      "symbol user.py:4": "unchecked text_not_kept user.py:4",
      "relation user.py:6": "changed bound_otherwise user.py:6",
    },
  },
  {
    name:
      "all calls go to another function, the generation of the answer is forgotten, and it does not say what it is about",
    operation: { ...CALLERS, path_prefix: "user.py" },
    edits: { "user.py": USER.replace("from core", "from rival") },
    isForgotten: true,
    expected: { "relation user.py:6": "changed bound_otherwise user.py:6" },
  },
  {
    name: "the call is not bound any more",
    operation: CALLERS,
    edits: { "user.py": USER.replace("from core", "from nowhere") },
    expected: { "relation user.py:6": "changed unbound user.py:6" },
  },
  {
    name: "the call is less sure",
    operation: CALLERS,
    edits: {
      "user.py": "try:\n    from core import hub\nexcept ImportError:\n    from rival import hub\n" +
        USER.slice(USER.indexOf("\n\n\n") + 3),
    },
    expected: { "relation user.py:6": "changed bound_otherwise user.py:7" },
  },
  {
    name: "what is called moved within its file",
    operation: CALLERS,
    edits: { "core.py": `# one\n${HUB}` },
    expected: { "symbol user.py:4": "holds", "relation user.py:6": "moved via user.py:6" },
  },
  {
    name: "the first of two calls is gone",
    operation: CALLERS,
    edits: { "twice.py": TWICE.replace("    x = hub(1)\n", "") },
    expected: { "relation twice.py:5": "gone no_edge", "relation twice.py:6": "moved lines twice.py:5" },
  },
  {
    name: "the first of two calls is another call",
    operation: CALLERS,
    edits: { "twice.py": TWICE.replace("x = hub(1)", "x = abs(1)") },
    expected: { "relation twice.py:5": "gone no_edge", "relation twice.py:6": "holds" },
  },
  {
    name: "a call was added before the others",
    operation: CALLERS,
    edits: { "twice.py": TWICE.replace("    x =", "    hub(0)\n    x =") },
    expected: {
      "relation twice.py:5": "moved lines twice.py:6",
      "relation twice.py:6": "moved lines twice.py:7",
    },
  },
  {
    name: "a reference is bound now",
    operation: UNRESOLVED,
    edits: { "user.py": USER.replace("core import hub", "core import hub, hub as nobody") },
    expected: { "site user.py:10": "changed bound user.py:10", "symbol user.py:9": "holds" },
  },
  {
    name: "a reference is not bound for another reason",
    operation: UNRESOLVED,
    edits: { "user.py": USER.replace("core import hub", "core import hub; from json import nobody") },
    expected: { "site user.py:10": "changed recorded_otherwise user.py:10" },
  },
  {
    name: "a reference that is not bound moved",
    operation: UNRESOLVED,
    edits: { "user.py": `# one\n${USER}` },
    expected: { "site user.py:10": "moved lines user.py:11" },
  },
  {
    name: "a reference that was not bound is gone",
    operation: UNRESOLVED,
    edits: { "user.py": USER.replace("nobody()", "1") },
    expected: { "site user.py:10": "gone no_site", "symbol user.py:9": "changed text user.py:9" },
  },
  {
    name: "quoted lines moved",
    operation: { kind: "source", path: "user.py", start_line: 4, end_line: 6 },
    edits: { "user.py": `# one\n${USER}` },
    expected: { "source user.py:4": "moved lines user.py:5" },
  },
  {
    name: "quoted lines stand twice",
    operation: { kind: "source", path: "user.py", start_line: 4, end_line: 6 },
    edits: { "user.py": `# one\n${USER}${USER}` },
    expected: { "source user.py:4": "changed text" },
  },
  {
    name: "quoted lines are others",
    operation: { kind: "source", path: "user.py", start_line: 4, end_line: 6 },
    edits: { "user.py": USER.replace("x = 1", "x = 2") },
    expected: { "source user.py:4": "changed text" },
  },
  {
    name: "quoted lines are past the end",
    operation: { kind: "source", path: "user.py", start_line: 4, end_line: 6 },
    edits: { "user.py": "from core import hub\n" },
    expected: { "source user.py:4": "changed text" },
  },
  {
    name: "a whole quotation knows its text although the generation of the answer is forgotten",
    operation: { kind: "definition", symbol: "use" },
    edits: { "user.py": `# one\n${USER}` },
    isForgotten: true,
    expected: { "symbol user.py:4": "moved lines user.py:5", "source user.py:4": "moved lines user.py:5" },
  },
  {
    name: "something uses what was unused",
    operation: { kind: "unused" },
    edits: { "more.py": "from user import use\n\nuse()\n" },
    expected: { "symbol user.py:4": "holds", "fact user.py:4": "changed used" },
  },
  {
    name: "the file is left out of the index now",
    operation: CALLERS,
    edits: { "user.py": "\0\0" },
    expected: { "file user.py": "unchecked not_indexed", "symbol user.py:4": "unchecked not_indexed" },
  },
];

/** `what path:line` to verdict, reason and place now. */
function told(answer: Document): Record<string, string> {
  return Object.fromEntries(
    answer.items.map(({ what, path, start_line: line, verdict, reason, now }: Document) => [
      `${what} ${path}${line === undefined ? "" : `:${line}`}`,
      [verdict, reason, now === undefined ? undefined : `${now.path}:${now.start_line}`].filter((one) => one)
        .join(" "),
    ]),
  );
}

const made = repository(FILES);

/** Tracks what was written, and syncs. */
async function synced(): Promise<void> {
  made.worktree.run("add", "-A");
  await made.project.sync({ workers: 1 });
}

/** The files as they were at first. */
async function restored(): Promise<void> {
  made.worktree.run("reset", "-q", "--hard");
  await synced();
}

describe("verify", () => {
  for (const { name, operation, edits, expected, isForgotten } of CASES) {
    it(name, async () => {
      await restored();
      const answer = await made.ask(operation);
      for (const [path, text] of Object.entries(edits)) {
        if (text === null) made.worktree.delete(path);
        else made.worktree.write({ [path]: text });
      }
      await synced();
      if (isForgotten === true) {
        made.worktree.write({ "forget.txt": "one\n" });
        await synced();
      }
      const found = await verified(made.project, answer);
      const all = told(found);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, all[key]])), expected);
      assert.equal(found.earlier.answer_digest, "holds");
      assert.equal(found.earlier.fingerprint, Object.keys(edits).length === 0 ? "same" : "other");
      assert.equal(limits(found).earlier_generation_not_kept, isForgotten === true ? 1 : undefined);
    });
  }

  it("checks what was only against the generation that it was in, as long as that is kept", async () => {
    await restored();
    made.worktree.delete("rival.py");
    await synced();
    const answer = await made.ask({ kind: "changes" });
    const { earlier } = await verified(made.project, answer);
    assert.equal(earlier.verdicts.holds, earlier.claims);
    made.worktree.write({ "more.py": "1\n" });
    await synced();
    const forgotten = await verified(made.project, answer, { verdicts: ["unchecked"] });
    const before = forgotten.items.filter(({ generation }: Document) => generation === "before");
    assert.ok(before.length > 0);
    for (const { reason } of before) assert.equal(reason, "generation_not_kept");
  });
});
