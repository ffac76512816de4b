// Chooses the changes of the labelled sets: of each repository's functions a fixed number, uniformly, by the order of a hash of
// a fixed seed and the function's place. Law kept: nothing that this project computes has a say; what is chosen depends on
// the facts alone. Two groups: `narrow`, with at most 20 expected answers, and `wide`, with more.
//
//     bun scripts/labels/choose.ts tests|impact FOLDER    (of NAME.ndjson; writes fixtures/labels/tests.ndjson or impact.ndjson)

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

const [kind, folder] = process.argv.slice(2);
const part = kind === "tests" ? "tests" : "callers";
const repositories: { name: string }[] = JSON.parse(
  readFileSync("fixtures/labels/repositories.json", "utf8"),
);
const lines: string[] = [];
for (const { name: repository } of repositories) {
  const file = join(folder, `${repository}.ndjson`);
  if (!existsSync(file)) continue;
  const rows = readFileSync(file, "utf8").trim().split("\n").map((text): Row => JSON.parse(text));
  const able = rows.filter(({ path }) => !TEST_PATH.test(path));
  const groups = {
    narrow: chosen(able.filter((row) => row[part]!.length <= LIMIT), repository, NARROW),
    wide: chosen(able.filter((row) => row[part]!.length > LIMIT), repository, WIDE),
  };
  console.error(repository, able.length, groups.narrow.length, groups.wide.length);
  for (const [group, picked] of Object.entries(groups)) {
    for (const { path, line, name, ...rest } of picked) {
      lines.push(JSON.stringify({ group, repository, path, line, name, [part]: byFile(rest[part]!) }) + "\n");
    }
  }
}
writeFileSync(`fixtures/labels/${kind}.ndjson`, lines.join(""));
