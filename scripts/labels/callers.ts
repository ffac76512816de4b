// Which functions call each function of a repository, directly or through one step, from a ground truth of call sites that
// compilers made. A site belongs to the innermost function with a name around it, decorators included, or to its file. Law kept: only sites whose
// target the compiler is sure of count; a call of a class is one of its constructor. Not here: choosing.
//
//     bun scripts/labels/callers.ts FOLDER TRUTH.calls.ndjson.gz NAME.ndjson

import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { readTruth, type TruthLine } from "../score/lines.ts";
import { goFunctionReader } from "./go_functions.ts";
import { functionReader } from "./javascript_functions.ts";

interface Spanning {
  readonly path: string;
  readonly line: number;
  readonly end: number;
  /** Where it starts, if that is not at the start of its line. */
  readonly start?: number;
  readonly column?: number;
  readonly name: string;
}

type Caller = Spanning | { readonly path: string };

const [folder, truth, out] = process.argv.slice(2);
const root = resolve(folder);
const sites = readTruth(truth).filter((site) =>
  site.role === "call" && !(site.flags ?? []).includes("conflict")
);
const paths = [...new Set(sites.flatMap((site) => [site.path, ...targets(site).map(([path]) => path)]))];
const functions = new Map<string, readonly Spanning[]>();
for (const path of paths) if (existsSync(join(root, path))) functions.set(path, []);
readAll();

/** The places that a site's target may be told by. */
function targets(site: TruthLine): (readonly [string, number])[] {
  const main = site.def_path === undefined ? [] : [[site.def_path, site.def_line ?? 0] as const];
  return [...main, ...site.alt ?? []];
}

function readAll(): void {
  const go = goFunctionReader(root);
  let javascript: ((path: string) => readonly Spanning[]) | null = null;
  const python = [...functions.keys()].filter((path) => path.endsWith(".py"));
  for (const path of functions.keys()) {
    if (path.endsWith(".go")) functions.set(path, go(path));
    else if (!path.endsWith(".py")) functions.set(path, (javascript ??= functionReader(root))(path));
  }
  if (python.length === 0) return;
  const script = resolve("scripts/labels/python_functions.py");
  const printed = spawnSync(process.env.PYTHON ?? "python3", [script], {
    cwd: root,
    input: python.join("\n"),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const read = new Set<string>();
  for (const text of printed.stdout.trim().split("\n")) {
    const one: Spanning = JSON.parse(text);
    read.add(one.path);
    if (one.line > 0) functions.set(one.path, [...functions.get(one.path)!, one]);
  }
  // What this interpreter cannot parse has callers that nobody knows.
  for (const path of python) if (!read.has(path)) functions.delete(path);
}

function callerAt({ path, line, col }: TruthLine): Caller {
  const around = (functions.get(path) ?? []).filter((one) => {
    const start = one.start ?? one.line;
    return (start < line || (start === line && (one.column ?? 0) <= col)) && line <= one.end;
  });
  return around.sort((a, b) => a.end - a.line - (b.end - b.line))[0] ?? { path };
}

const direct = new Map<Spanning, Set<Caller>>();
const files = new Map<string, Caller>();
for (const site of sites) {
  if (!functions.has(site.path)) continue;
  let caller = callerAt(site);
  // One object for each file, so that sets hold it once.
  if (!("line" in caller)) files.set(site.path, caller = files.get(site.path) ?? caller);
  for (const [path, line] of targets(site)) {
    const called = (functions.get(path) ?? []).find((one) => one.line === line);
    if (called === undefined || called === caller) continue;
    direct.set(called, (direct.get(called) ?? new Set()).add(caller));
  }
}

const rows = [...direct].map(([called, near]) => {
  const callers = new Set(near);
  for (const one of near) for (const far of direct.get(one as Spanning) ?? []) callers.add(far);
  callers.delete(called);
  const told = [...callers].map((one) =>
    "line" in one ? { path: one.path, line: one.line, name: one.name } : one
  );
  told.sort((a, b) =>
    a.path < b.path
      ? -1
      : a.path > b.path
      ? 1
      : (("line" in a && a.line) || 0) - (("line" in b && b.line) || 0)
  );
  return { path: called.path, line: called.line, name: called.name, callers: told };
});
rows.sort((a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line);
writeFileSync(out, rows.map((row) => JSON.stringify(row) + "\n").join(""));
