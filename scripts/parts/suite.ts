// The test suite on both runtimes: how each is started, and what the two together say.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildIfStale } from "./build.ts";
import { differences, failedLeaves, readBunReport, readDenoReport, type Report } from "./junit.ts";
import { type Finished, listFiles, ROOT, run } from "./repository.ts";

/** What a run of the suite says. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** For people: what failed or differs, and the output of a runtime that failed. */
  readonly words: readonly string[];
}

export interface SuiteOptions {
  /** Leaves out tests/e2e, and with it the build. */
  readonly fast?: boolean;
  /** Runs only files whose path holds one of these. */
  readonly only?: readonly string[];
}

const REPORTS = join(ROOT, "dist", "reports");
const GUARD = "./tests/guard.mjs";
/** Bun's own limit of five seconds a test is no rule of ours. */
const TEST_TIMEOUT_MS = "300000";
/** A file of tests goes to the runtime as a path, not as a pattern. */
const asPath = (file: string): string => `./${file}`;

/** Runs the suite on both runtimes and compares their reports. */
export async function runSuite(options: SuiteOptions = {}): Promise<SuiteResult> {
  const files = await testFiles(options);
  if (files.some(isEndToEnd)) await buildIfStale();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const [bun, deno] = await Promise.all([runOnBun(files), runOnDeno(files)]);
  const words = differences(bun.report, deno.report, files);
  const failed = new Set<string>();
  for (const [name, { finished, report }] of [["bun", bun], ["deno", deno]] as const) {
    for (const leaf of failedLeaves(report)) {
      failed.add(leaf.name);
      words.push(`${name}: failed: ${leaf.file} ${leaf.name}`);
    }
    if (finished.code !== 0) words.push(`${name} ended with ${finished.code}`, tail(finished));
  }
  const count = Math.max(bun.report.leaves.length, deno.report.leaves.length);
  // Trouble that no test tells of, such as a throw at module level or a difference, is a failure all the same.
  return { passed: count - failed.size, failed: Math.max(failed.size, words.length > 0 ? 1 : 0), words };
}

async function testFiles(options: SuiteOptions): Promise<string[]> {
  const files = (await listFiles()).filter((path) => /^tests\/.*_test\.ts$/.test(path));
  const { only } = options;
  return files.filter((path) =>
    (options.fast !== true || !isEndToEnd(path)) &&
    (only === undefined || only.length === 0 || only.some((part) => path.includes(part)))
  );
}

function isEndToEnd(path: string): boolean {
  return path.startsWith("tests/e2e/");
}

interface RuntimeRun {
  readonly finished: Finished;
  readonly report: Report;
}

async function runOnBun(files: readonly string[]): Promise<RuntimeRun> {
  const path = join(REPORTS, "bun.xml");
  const report = ["--reporter=junit", `--reporter-outfile=${path}`];
  const args = ["test", "--preload", GUARD, "--timeout", TEST_TIMEOUT_MS, ...report, ...files.map(asPath)];
  return { finished: await run("bun", args), report: readReport(path, readBunReport) };
}

async function runOnDeno(files: readonly string[]): Promise<RuntimeRun> {
  const path = join(REPORTS, "deno.xml");
  const args = [
    "test",
    "-A",
    "--no-check",
    `--preload=${GUARD}`,
    `--junit-path=${path}`,
    ...files.map(asPath),
  ];
  return {
    finished: await run("deno", args, { env: { NO_COLOR: "1" } }),
    report: readReport(path, readDenoReport),
  };
}

function readReport(path: string, read: (xml: string) => Report): Report {
  return existsSync(path) ? read(readFileSync(path, "utf8")) : { leaves: [], files: new Map() };
}

/** The end of what a runtime printed: passing tests are many, the errors stand last. */
function tail({ stdout, stderr }: Finished): string {
  const lines = `${stdout}\n${stderr}`.trimEnd().split("\n").filter((line) =>
    !/^\(pass\)|\.\.\. ok \(/.test(line)
  );
  return lines.slice(-200).join("\n");
}
