// `deno task score`: how an export holds up against a ground truth that compilers made. What it counts is told in
// docs/ACCURACY.md. The ground truths are no part of this repository.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { buildIfStale } from "./parts/build.ts";
import { BINARY, run } from "./parts/repository.ts";
import { ANSWERS } from "./score/calls.ts";
import { checkCommit, describedBinary, exportOf, scoredRepositories } from "./score/checkouts.ts";
import { type Figures, figuresOf } from "./score/figures.ts";
import { askAll, projectCheckout } from "./score/asked.ts";
import { labelBlocks, labelText, type ScoredLabels } from "./score/label_figures.ts";
import {
  labelledProjects,
  labelledRepositories,
  PROJECTS,
  readLabels,
  scoreLabel,
  SETS,
} from "./score/labels.ts";
import { type Export, readExport, readTruth } from "./score/lines.ts";
import { refreshed } from "./parts/page_blocks.ts";
import { blocks, type Scored } from "./score/page.ts";
import { type Score, scoreExport } from "./score/score.ts";
import { type LineReader, listText, scoreText } from "./score/text.ts";

const USAGE = `One repository:
  deno task score --truth FILE [--refs FILE] (--export FILE | --repo FOLDER) [--show N] [--json]
All repositories of scripts/score/repositories.json, or some of them:
  deno task score --truths FOLDER --repos FOLDER [--markdown FILE | --only NAME,NAME] [--show N] [--json]

Labelled changes of affected_tests and impact:
  deno task score --labels FOLDER --repos FOLDER [--markdown FILE | --only NAME,NAME] [--show N] [--json]

  --truth, --refs  ground truth: call sites, and sites of other kinds; ndjson, gzipped or not
  --export         what \`evident export --format ndjson\` printed
  --repo           a checkout: indexed with --bin where there is no --export, quoted by --show
  --truths         a folder of NAME.calls.ndjson.gz and NAME.refs.ndjson.gz
  --labels         a folder of tests.ndjson, impact.ndjson, projects.ndjson and repositories.json: fixtures/labels
  --repos          a folder of checkouts, each named NAME and at its commit
  --bin            the program that indexes; dist/evident, built where it is stale, unless told
  --show N         the N most frequent kinds of wrong edges and misses, with examples
  --answers WHICH  what --show lists: static, or bound (which is both, the default)
  --json           the counts of everything, as one JSON document
  --markdown FILE  writes the tables into the page's blocks`;

const { values: flags } = parseArgs({
  options: {
    truth: { type: "string" },
    refs: { type: "string" },
    export: { type: "string" },
    repo: { type: "string" },
    truths: { type: "string" },
    repos: { type: "string" },
    labels: { type: "string" },
    only: { type: "string" },
    bin: { type: "string" },
    show: { type: "string" },
    answers: { type: "string" },
    json: { type: "boolean", default: false },
    markdown: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

/** The program that indexes. */
async function binary(): Promise<string> {
  if (flags.bin !== undefined) return resolve(flags.bin);
  await buildIfStale();
  return BINARY;
}

async function exported(repo: string | undefined): Promise<Export> {
  if (flags.export !== undefined) return readExport(readFileSync(flags.export));
  if (repo === undefined) throw new Error("there is neither --export nor --repo");
  return readExport(await exportOf(await binary(), resolve(repo)));
}

function lineReader(repo: string | undefined): LineReader {
  if (repo === undefined) return () => "";
  const files = new Map<string, string[]>();
  return (path, line) => {
    const file = join(repo, path);
    if (!files.has(path)) files.set(path, existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
    return (files.get(path)![line - 1] ?? "").trim().slice(0, 110);
  };
}

function show(name: string, score: Score, figures: Figures, repo: string | undefined): void {
  console.log(scoreText(name, figures));
  if (flags.show === undefined) return;
  const answers = ANSWERS.find((one) => one === flags.answers) ?? "bound";
  console.log("\n" + listText(score, answers, Number(flags.show), lineReader(repo)));
}

async function scoreOne(truth: string): Promise<void> {
  const others = flags.refs === undefined ? [] : readTruth(flags.refs);
  const score = scoreExport({ calls: readTruth(truth), others }, await exported(flags.repo));
  const figures = figuresOf(score);
  if (flags.json) console.log(JSON.stringify(figures, null, 2));
  else show(truth, score, figures, flags.repo);
}

async function scoreAll(truths: string, repos: string): Promise<void> {
  if (flags.markdown !== undefined && flags.only !== undefined) {
    throw new Error("the page is about all repositories: --markdown goes without --only");
  }
  const scored: Scored[] = [];
  for (const repository of scoredRepositories(flags.only?.split(","))) {
    const folder = join(repos, repository.name);
    await checkCommit(folder, repository.commit);
    const [calls, others] = ["calls", "refs"].map((part) =>
      readTruth(join(truths, `${repository.name}.${part}.ndjson.gz`))
    );
    const score = scoreExport({ calls, others }, await exported(folder));
    scored.push({ repository, figures: figuresOf(score) });
    if (!flags.json) show(repository.name, score, scored.at(-1)!.figures, folder);
  }
  if (flags.json) {
    const documents = scored.map(({ repository, figures }) => [repository.name, figures]);
    console.log(JSON.stringify(Object.fromEntries(documents), null, 2));
  }
  if (flags.markdown !== undefined) await writePage(flags.markdown, scored);
}

async function writePage(file: string, scored: readonly Scored[]): Promise<void> {
  const build = await describedBinary(await binary());
  await writeBlocks(file, blocks(scored, build), "figures");
}

async function writeBlocks(
  file: string,
  written: Readonly<Record<string, string>>,
  kind: "figures" | "labels",
): Promise<void> {
  writeFileSync(file, refreshed(readFileSync(file, "utf8"), written, kind));
  const formatted = await run("deno", ["fmt", "--quiet", resolve(file)]);
  if (formatted.code !== 0) throw new Error(formatted.stderr);
}

async function scoreLabels(labels: string, repos: string): Promise<void> {
  const only = flags.only?.split(",");
  const scored: ScoredLabels[] = [];
  for (const { name, commit, language } of labelledRepositories(labels)) {
    const wanted = SETS.flatMap((set) => readLabels(labels, set).map((label) => [set, label] as const))
      .filter(([, label]) => label.repository === name);
    if (wanted.length === 0 || (only !== undefined && !only.includes(name))) continue;
    await checkCommit(join(repos, name), commit);
    const asked = await askAll(await binary(), join(repos, name), wanted);
    scored.push(...asked.map(([set, one]) => ({ set, language, score: scoreLabel(one) })));
  }
  for (const { name, folder, language } of labelledProjects()) {
    const wanted = SETS.flatMap((set) =>
      readLabels(labels, set, PROJECTS).map((label) => [set, label] as const)
    )
      .filter(([, label]) => label.repository === name);
    if (only !== undefined && !only.includes(name)) continue;
    const checkout = await projectCheckout(folder);
    try {
      const asked = await askAll(await binary(), checkout, wanted);
      scored.push(...asked.map(([set, one]) => ({ set, language, score: scoreLabel(one) })));
    } finally {
      rmSync(checkout, { recursive: true, force: true });
    }
  }
  const written = labelBlocks(scored, await describedBinary(await binary()));
  if (flags.json) console.log(JSON.stringify(scored.map(({ set, score }) => ({ set, ...score }))));
  else for (const set of SETS) console.log(`${set}\n\n${written[set]}\n`);
  if (flags.show !== undefined) {
    for (const one of scored) console.log(labelText(one, Number(flags.show)));
  }
  if (flags.markdown !== undefined) await writeBlocks(flags.markdown, written, "labels");
}

if (!flags.help && flags.labels !== undefined && flags.repos !== undefined) {
  await scoreLabels(flags.labels, flags.repos);
} else if (!flags.help && flags.truth !== undefined) await scoreOne(flags.truth);
else if (!flags.help && flags.truths !== undefined && flags.repos !== undefined) {
  await scoreAll(flags.truths, flags.repos);
} else {
  console.error(USAGE);
  process.exitCode = flags.help ? 0 : 2;
}
