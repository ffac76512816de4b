// Chooses the changes of the labelled sets: of each repository's functions a fixed number, uniformly, by the order of a hash of
// a fixed seed and the function's place. Law kept: nothing that this project computes has a say; what is chosen depends on
// the facts alone. Two groups: `narrow`, with at most 20 expected answers, and `wide`, with more. Of the fixture projects
// nothing is chosen: all their functions are the group `projects`.
//
//     bun scripts/labels/choose.ts tests|impact FOLDER    (of NAME.ndjson; writes fixtures/labels/tests.ndjson or impact.ndjson)
//     bun scripts/labels/choose.ts projects FOLDER        (of NAME.ndjson and NAME.callers.ndjson; writes projects.ndjson)

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

interface Place {
  readonly path: string;
  readonly line?: number;
  readonly name?: string;
}

interface Row {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly tests?: readonly Place[];
  readonly callers?: readonly Place[];
}

const SEED = "evident labels 1";
const NARROW = 12;
const WIDE = 4;
/** As many answers as a narrow change expects at most. */
const LIMIT = 20;

const TEST_PATH =
  /(^|\/)(tests?|__tests__|testdata|testutil|spec)\/|(^|\/)(test_[^/]*|conftest)\.py$|_test\.go$|[._](test|spec)(-d)?\.[cm]?[jt]sx?$/;

function order({ path, line, name }: Row, repository: string): string {
  return createHash("sha256").update([SEED, repository, path, line, name].join("\0")).digest("hex");
}

function chosen(rows: readonly Row[], repository: string, count: number): Row[] {
  const keyed = rows.map((row) => ({ row, key: order(row, repository) }));
  return keyed.sort((a, b) => a.key < b.key ? -1 : 1).slice(0, count).map(({ row }) => row);
}

/** Expected answers by file: names and lines of tests and callers, or nothing where the file as a whole is meant. */
function byFile(places: readonly Place[]): Record<string, string[]> {
  const files = new Map<string, Set<string>>();
  for (const { path, line, name } of places) {
    const said = files.get(path) ?? new Set();
    files.set(path, said);
    if (name !== undefined) said.add(`${line}:${name}`);
  }
  return Object.fromEntries([...files].map(([path, said]) => [path, [...said]]));
}

/** The functions outside tests that a collector told of; none where it told nothing. */
function rowsOf(file: string): Row[] {
  if (!existsSync(file)) return [];
  const rows = readFileSync(file, "utf8").trim().split("\n").map((text): Row => JSON.parse(text));
  return rows.filter(({ path }) => !TEST_PATH.test(path));
}

function labels(
  group: string,
  repository: string,
  rows: readonly Row[],
  part: "tests" | "callers",
): string[] {
  console.error(group, repository, part, rows.length);
  return rows.map(({ path, line, name, ...rest }) =>
    JSON.stringify({ group, repository, path, line, name, [part]: byFile(rest[part]!) }) + "\n"
  );
}

function named(file: string): string[] {
  return JSON.parse(readFileSync(file, "utf8")).map(({ name }: { name: string }) => name);
}

function ofRepository(repository: string, part: "tests" | "callers"): string[] {
  const able = rowsOf(join(folder, `${repository}.ndjson`));
  const narrow = chosen(able.filter((row) => row[part]!.length <= LIMIT), repository, NARROW);
  const wide = chosen(able.filter((row) => row[part]!.length > LIMIT), repository, WIDE);
  return [...labels("narrow", repository, narrow, part), ...labels("wide", repository, wide, part)];
}

function ofProject(project: string): string[] {
  return [
    ...labels("projects", project, rowsOf(join(folder, `${project}.ndjson`)), "tests"),
    ...labels("projects", project, rowsOf(join(folder, `${project}.callers.ndjson`)), "callers"),
  ];
}

const [kind, folder] = process.argv.slice(2);
const written = kind === "projects"
  ? named("fixtures/projects/projects.json").flatMap(ofProject)
  : named("fixtures/labels/repositories.json").flatMap((one) =>
    ofRepository(one, kind === "tests" ? "tests" : "callers")
  );
writeFileSync(`fixtures/labels/${kind}.ndjson`, written.join(""));
