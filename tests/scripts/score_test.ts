// The scorer's rules, one tiny ground truth each.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { scoreCalls } from "../../scripts/score/calls.ts";
import { figuresOf, percent } from "../../scripts/score/figures.ts";
import { type EdgeLine, readExport, readTruth, type TruthLine } from "../../scripts/score/lines.ts";
import { scoreOthers } from "../../scripts/score/other_kinds.ts";
import { scoreExport } from "../../scripts/score/score.ts";
import { Truth } from "../../scripts/score/truth.ts";
import { judge, type Verdict } from "../../scripts/score/verdict.ts";

/** A call of `f` at a.py:10:4 that ends at b.py:20, changed as told. */
function site(change: Partial<TruthLine> = {}): TruthLine {
  return {
    path: "a.py",
    line: 10,
    col: 4,
    name: "f",
    role: "call",
    def_path: "b.py",
    def_line: 20,
    def_name: "f",
    def_kind: "function",
    recv: "bare",
    ...change,
  };
}

/** The edge that has `site()` right, changed as told. */
function edge(change: Partial<EdgeLine> = {}): EdgeLine {
  return {
    path: "a.py",
    line: 10,
    col: 4,
    name: "f",
    kind: "calls",
    resolution: "resolved_static",
    confidence: "static",
    target_path: "b.py",
    target_line: 20,
    ...change,
  };
}

const NOT_IN_REPOSITORY = {
  def_path: undefined,
  def_line: undefined,
  role: "neg",
  def_kind: "external",
} as const;

function says(expected: Verdict, calls: readonly TruthLine[], one: EdgeLine, others: TruthLine[] = []): void {
  assert.equal(judge(new Truth(calls, others), one).verdict, expected);
}

test("an edge to the definition is right, to another one wrong", () => {
  says("right", [site()], edge());
  says("wrong_target", [site()], edge({ target_line: 200 }));
  says("wrong_target", [site()], edge({ target_path: "c.py" }));
});

test("two lines beside the definition are still it, three are not", () => {
  says("right", [site()], edge({ target_line: 18 }));
  says("right", [site()], edge({ target_line: 22 }));
  says("wrong_target", [site()], edge({ target_line: 23 }));
});

test("a line beside the definition is wrong where another definition is known to stand there", () => {
  const neighbour = site({ line: 11, name: "g", def_name: "g", def_line: 21 });
  says("wrong_target", [site(), neighbour], edge({ target_line: 21 }));
  const overload = site({ line: 11, def_line: 21 });
  says("right", [site(), overload], edge({ target_line: 21 }));
});

test("an alternative is as right as the definition", () => {
  says("right", [site({ alt: [["c.py", 7]] })], edge({ target_path: "c.py", target_line: 7 }));
});

test("an edge that ends at the import of its own file is neither right nor wrong", () => {
  says("at_import", [site({ bind: 3 })], edge({ target_path: "a.py", target_line: 3 }));
  const imported = site({ line: 3, role: "import", name: "b" });
  says("at_import", [site()], edge({ target_path: "a.py", target_line: 3 }), [imported]);
  says("wrong_target", [site({ bind: 3 })], edge({ target_path: "a.py", target_line: 4 }));
});

test("where two indexes differ either is right and nothing is wrong, and the site counts for no recall", () => {
  const conflict = site({ flags: ["conflict"], scip: [["c.py", 7], "ext builtins"] });
  says("right", [conflict], edge({ target_path: "c.py", target_line: 7 }));
  says("unjudged", [conflict], edge({ target_path: "d.py" }));
  assert.equal(scoreCalls(new Truth([conflict]), [], "static").recall.sites, 0);
});

test("what the compiler cannot say, or has only declared, is not judged", () => {
  says("unjudged", [site({ role: "unk" })], edge({ target_path: "c.py" }));
  says("unjudged", [site({ flags: ["dts"] })], edge({ target_path: "c.py" }));
});

test("any definition for a call that leaves the repository is wrong", () => {
  says("wrong_external", [site(NOT_IN_REPOSITORY)], edge());
});

test("a local that is called may be named and nothing else", () => {
  const local = site({ role: "neg", def_kind: "local", def_path: "a.py", def_line: 9 });
  says("local_right", [local], edge({ target_path: "a.py", target_line: 9 }));
  says("wrong_local", [local], edge());
});

test("a site is found by its column, else by line and name", () => {
  const second = site({ col: 9, def_path: "c.py" });
  says("right", [site(), second], edge({ col: 9, target_path: "c.py" }));
  says("right", [site(), second], edge({ col: undefined, target_path: "c.py" }));
  says("wrong_target", [site(), second], edge({ target_path: "c.py" }));
});

test("an edge at no call site is told apart by what else stands there", () => {
  const reference = site({ role: "ref" });
  says("other_right", [], edge(), [reference]);
  says("other_wrong", [], edge({ target_path: "c.py" }), [reference]);
  says("nosite", [], edge());
});

test("precision counts judged answers, recall the callables that were found", () => {
  const calls = [
    site(),
    site({ line: 11, recv: "self" }),
    site({ line: 12, def_kind: "variable" }),
    site({ ...NOT_IN_REPOSITORY, line: 13 }),
    site({ line: 14, role: "unk" }),
  ];
  const edges = [edge(), edge({ line: 12 }), edge({ line: 13 }), edge({ line: 14 }), edge({ line: 99 })];
  const score = scoreCalls(new Truth(calls), edges, "static");
  assert.deepEqual(score.precision, { right: 2, wrong: 1 });
  assert.deepEqual(score.recall, { sites: 2, found: 1 });
  assert.deepEqual(score.missed.map(({ line }) => line), [11]);
  assert.deepEqual(score.wrong.map(({ verdict }) => verdict), ["wrong_external"]);
  assert.deepEqual(Object.fromEntries(score.verdicts), {
    right: 2,
    wrong_external: 1,
    unjudged: 1,
    nosite: 1,
  });
});

test("only proved edges answer as static, inferred ones also as bound, mere fits never", () => {
  const truth = new Truth([site(), site({ line: 11 })]);
  const inferred = edge({ line: 11, resolution: "candidate", confidence: "heuristic" });
  const fitting = edge({ resolution: "candidate", confidence: "syntactic" });
  assert.equal(scoreCalls(truth, [inferred, fitting], "static").recall.found, 0);
  assert.deepEqual(scoreCalls(truth, [inferred, fitting], "bound").missed.map(({ line }) => line), [10]);
});

test("an edge that an export says twice counts once", () => {
  const { precision } = scoreCalls(new Truth([site()]), [edge(), edge()], "static");
  assert.deepEqual(precision, { right: 1, wrong: 0 });
});

test("a wrong edge counts for the receiver's shape of its site", () => {
  const truth = new Truth([site({ recv: "attr" }), site({ line: 11, recv: "self" })]);
  const score = scoreCalls(truth, [edge({ target_path: "c.py" }), edge({ line: 11 })], "static");
  assert.deepEqual(score.precisionByShape.get("attr"), { right: 0, wrong: 1 });
  assert.deepEqual(score.precisionByShape.get("self"), { right: 1, wrong: 0 });
  assert.deepEqual(score.recallByGroup.get("recv attr"), { sites: 1, found: 0 });
});

test("groups tell nested targets, interfaces, constructions, decorators and tests apart", () => {
  const calls = [
    site({ flags: ["nested"] }),
    site({ line: 11, flags: ["iface"], def_path: "a.py" }),
    site({ line: 12, def_kind: "class" }),
    site({ line: 13, flags: ["decorator_call"], path: "tests/test_a.py" }),
    site({ line: 14, flags: ["dts"] }),
    site({ line: 15, def_kind: "attribute" }),
  ];
  const { recallByGroup } = scoreCalls(new Truth(calls), [], "static");
  const sizes = Object.fromEntries([...recallByGroup].map(([name, { sites }]) => [name, sites]));
  assert.deepEqual(sizes, {
    "recv bare": 4,
    "kind function": 3,
    "kind class": 1,
    "target nested in a function": 1,
    "target not nested": 3,
    "cross file": 3,
    "same file": 1,
    "site in tests": 1,
    "site not in tests": 3,
    "target is interface/abstract": 1,
    instantiation: 1,
    decorator: 1,
    "(not counted) target in .d.ts": 1,
    "(not counted) via field/variable/property": 1,
  });
});

const OTHER = { recv: undefined, def_kind: undefined };

test("imports, bases and references are judged by sites of their own kind", () => {
  const others = [
    site({ ...OTHER, role: "import", name: "b", def_line: 1, def_kind: "module" }),
    site({ ...OTHER, role: "inherit", line: 11 }),
    site({ ...OTHER, role: "ref", line: 12 }),
    site({ ...OTHER, role: "ref", line: 13 }),
  ];
  const edges = [
    edge({ kind: "imports", name: "b", target_line: 500 }),
    edge({ kind: "implements", line: 11 }),
    edge({ kind: "references", line: 12 }),
    edge({ kind: "references", line: 13, target_path: "c.py" }),
    edge({ kind: "references", line: 99 }),
    edge({ kind: "contains", line: 13 }),
  ];
  const { imports, inherits, references } = scoreOthers(new Truth([], others), edges, "static");
  const counts = ({ right, wrong, nosite, sites, found }: typeof imports) => [
    right,
    wrong,
    nosite,
    sites,
    found,
  ];
  assert.deepEqual(counts(imports), [1, 0, 0, 1, 1]);
  assert.deepEqual(counts(inherits), [1, 0, 0, 1, 1]);
  assert.deepEqual(counts(references), [1, 1, 1, 2, 1]);
});

test("any file of a package's folder is the package", () => {
  const others = [site({ ...OTHER, role: "import", name: "x/y", def_path: "y", def_kind: "package" })];
  const score = (target_path: string) =>
    scoreOthers(new Truth([], others), [edge({ kind: "imports", name: "x/y", target_path })], "static")
      .imports;
  assert.equal(score("y/one.go").right, 1);
  assert.equal(score("y/z/one.go").wrong, 1);
});

test("a component in JSX is judged as the reference that the compiler sees", () => {
  const others = [site({ ...OTHER, role: "ref", flags: ["jsx"] })];
  const score = scoreExport({ calls: [], others }, { edges: [edge()], unresolved: [] });
  assert.equal(score.by.static.others.references.found, 1);
  assert.deepEqual([...score.by.static.calls.verdicts], [["other_right", 1]]);
});

test("of external calls it is counted what the export says, and where it says nothing", () => {
  const calls = [10, 11, 12].map((line) => site({ ...NOT_IN_REPOSITORY, line }));
  const unresolved = [[10, "external"], [11, "dynamic_receiver"], [99, "external"]].map(([line, reason]) => ({
    type: "unresolved" as const,
    path: "a.py",
    line: Number(line),
    col: 4,
    reason: String(reason),
  }));
  const figures = figuresOf(scoreExport({ calls, others: [] }, { edges: [], unresolved }));
  assert.deepEqual(figures.external, { part: 1, of: 3 });
  assert.deepEqual(figures.external_reasons, { "": 1, dynamic_receiver: 1, external: 1 });
});

test("edges at no site are a share of all call edges, those in files that the truth knows apart", () => {
  const edges = [edge(), edge({ line: 50 }), edge({ path: "unknown.js" })];
  const { answers } = figuresOf(scoreExport({ calls: [site()], others: [] }, { edges, unresolved: [] }));
  assert.deepEqual(answers.static.nosite, { part: 2, of: 3 });
  assert.equal(answers.static.nosite_in_known_files, 1);
});

test("a share has one decimal, and none where there is nothing", () => {
  assert.equal(percent({ part: 2, of: 3 }), "66.7");
  assert.equal(percent({ part: 0, of: 0 }), "-");
});

test("truths are read gzipped or not, and of an export the edges and the unbound references", () => {
  const folder = mkdtempSync(join(tmpdir(), "evident-score-test-"));
  try {
    const text = `${JSON.stringify(site())}\n\n${JSON.stringify(site({ line: 11 }))}\n`;
    writeFileSync(join(folder, "plain"), text);
    writeFileSync(join(folder, "packed"), gzipSync(text));
    for (const name of ["plain", "packed"]) {
      assert.deepEqual(readTruth(join(folder, name)).map(({ line }) => line), [10, 11]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const lines = [edge(), { ...edge(), type: "edge" }, { type: "symbol" }, {
    type: "unresolved",
    reason: "local",
  }];
  const read = readExport(new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join("\n")));
  assert.deepEqual([read.edges.length, read.unresolved.length], [2, 1]);
});
