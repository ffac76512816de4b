// Mutated sources through extraction, resolution and, now and then, a whole index. What must hold: nothing is thrown, every
// file is named with what became of it, every range lies in its file, and a second run says the same.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { open } from "../../lib/app/mod.ts";
import { Extractor } from "../../lib/extract/mod.ts";
import { languageOf } from "../../lib/languages/mod.ts";
import {
  byUtf8,
  decodeFacts,
  DEFAULT_LIMITS,
  Failure,
  type FileFacts,
  type GraphFile,
} from "../../lib/model/mod.ts";
import { isConfiguration, resolve } from "../../lib/resolve/mod.ts";
import { Chance } from "../parts/chance.ts";
import type { CorpusFile } from "./corpus.ts";
import { mutated } from "./mutations.ts";
import { told } from "../../tests/told_graph.ts";
import { factsProblems, graphProblems } from "./well_formed.ts";

/** A repository of a few files, some of them mutated. */
export function repositoryOf(seed: number, corpus: readonly CorpusFile[]): CorpusFile[] {
  const chance = new Chance(seed);
  const files = new Map<string, CorpusFile>();
  for (let count = chance.between(2, 8); count > 0; count--) {
    const { path, bytes } = chance.of(corpus);
    const isChanged = chance.next() < 0.85;
    files.set(path, { path, bytes: isChanged ? mutated(bytes, chance, chance.of(corpus).bytes) : bytes });
  }
  // A file in the place of another's folder is none of a worktree's.
  const paths = [...files.keys()];
  return [...files.values()].filter(({ path }) => !paths.some((other) => other.startsWith(`${path}/`)))
    .sort(byUtf8(({ path }) => path));
}

/** One for all: a grammar is loaded once in a process. */
const extractor = new Extractor(DEFAULT_LIMITS);

/** What one extraction gave: encoded facts, or why there are none. */
async function extracted(files: readonly CorpusFile[]): Promise<(Uint8Array | string | null)[]> {
  const results: (Uint8Array | string | null)[] = [];
  for (const [index, { path, bytes }] of files.entries()) {
    const found = languageOf(path);
    if (found === null) {
      results.push(null);
      continue;
    }
    const { language, dialect } = found;
    const { facts, failure } = await extractor.extract({ index, language: language.id, dialect, bytes });
    results.push(facts ?? failure!);
  }
  return results;
}

/** What is wrong with what is said of the files of a seed. */
export async function sourceProblems(files: readonly CorpusFile[]): Promise<string[]> {
  const problems: string[] = [];
  // The second time in the other order, so that nothing kept from one file is seen in another.
  const first = await extracted(files);
  const second = (await extracted(files.toReversed())).reverse();
  const graphFiles: GraphFile[] = [];
  const facts = new Map<string, FileFacts>();
  const configurations = new Map<string, string>();
  for (const [index, { path, bytes }] of files.entries()) {
    const one = first[index];
    if (String(one) !== String(second[index])) problems.push(`${path}: other facts the second time`);
    if (typeof one === "string") problems.push(`${path}: ${one}`);
    if (one instanceof Uint8Array) {
      const own = decodeFacts(one);
      facts.set(path, own);
      problems.push(...factsProblems(own).map((what) => `${path}: ${what}`));
    }
    if (await isConfiguration(path)) configurations.set(path, new TextDecoder().decode(bytes));
    graphFiles.push({
      path,
      language: languageOf(path)?.language.id ?? null,
      sha256: "0".repeat(64),
      status: one instanceof Uint8Array ? "parsed" : "text",
      reason: null,
      sizeBytes: bytes.length,
    });
  }
  const input = { files: graphFiles, facts, configurations, sourceRoots: [] };
  const graph = told((await resolve(input)).graph);
  problems.push(...graphProblems(graph));
  if (JSON.stringify(told((await resolve(input)).graph)) !== JSON.stringify(graph)) {
    problems.push("another graph the second time");
  }
  return problems;
}

const QUESTIONS = ["map", "unresolved", "cycles", "unused"] as const;

/** What is wrong with a whole index of files: written to a worktree, built, asked. */
export async function indexProblems(files: readonly CorpusFile[]): Promise<string[]> {
  const problems: string[] = [];
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "evident-fuzz-")));
  const root = join(folder, "work");
  mkdirSync(root);
  process.env.EVIDENT_CACHE_DIR = join(folder, "cache");
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    const project = open({ directory: root });
    const report = await project.index({ workers: 1 });
    for (const { path, reason } of report.notParsed) problems.push(`${path}: ${reason}`);
    const rows = new Map<string, string>();
    for await (const line of project.exportLines()) {
      const row = JSON.parse(line);
      if (row.type === "file") rows.set(row.path, row.status);
    }
    for (const { path } of files) if (!rows.has(path)) problems.push(`${path} is nowhere`);
    for (const kind of QUESTIONS) await project.query({ operation: { kind } });
    for (const [path, status] of rows) {
      if (status !== "omitted") await project.query({ operation: { kind: "outline", path } });
    }
    if ((await project.sync({ workers: 1 })).published) problems.push("a sync of the same files publishes");
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "internal.invariant") throw error;
    problems.push(`${error.code}: ${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return problems;
}
