// How `affected_tests` and `impact` hold up against the labelled sets in fixtures/labels. Pure. Laws kept: of an answer its
// first 20 items count; a test or caller is found where the item is just that definition, or the file where the file is what
// is expected; hints by name and folder are counted apart; what could not be asked is missed.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../parts/repository.ts";
import type { Share } from "./figures.ts";

/** As many items of an answer count. */
export const LIMIT = 20;

export const SETS = ["tests", "impact"] as const;
export type LabelSet = (typeof SETS)[number];
export const GROUPS = ["narrow", "wide", "projects"] as const;
export type Group = (typeof GROUPS)[number];

export interface LabelledRepository {
  /** Folder of the checkout. */
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  readonly language: string;
}

/** A fixture project: a folder of this repository. */
export interface LabelledProject {
  readonly name: string;
  readonly folder: string;
  readonly language: string;
}

/** A changed function, and by file what a change of it reaches: `LINE:NAME` of each definition, none for the whole file. */
export interface Label {
  readonly group: Group;
  readonly repository: string;
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  readonly callers?: Readonly<Record<string, readonly string[]>>;
}

/** An item of an answer. */
export interface AnswerItem {
  readonly path: string;
  readonly kind: string;
  readonly line?: number;
  readonly name?: string;
  readonly reason?: string;
  readonly weakest?: string;
}

export interface Asked {
  readonly label: Label;
  /** The items in order, or the code of the refusal. */
  readonly answer: readonly AnswerItem[] | string;
  /** The items of the answer by file, where the operation has one. */
  readonly files: readonly AnswerItem[];
  /** Whether items were left out because the answer was full before the 20th. */
  readonly isCut: boolean;
}

export interface LabelScore extends Omit<Asked, "files"> {
  /** Of what is expected, at most 20. */
  readonly recall: Share;
  readonly recallWithHints: Share;
  /** Of the files in which what is expected lies, at most 20, those of the items that a path reached. */
  readonly files: Share;
  /** Of the items that a path reached, at most 20. */
  readonly precision: Share;
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

export function labelledRepositories(folder: string): LabelledRepository[] {
  return JSON.parse(readFileSync(join(folder, "repositories.json"), "utf8"));
}

/** The file of the fixture projects' labels, of both sets. */
export const PROJECTS = "projects";

export function labelledProjects(): LabelledProject[] {
  return readJson<LabelledProject[]>("fixtures/projects/projects.json");
}

/** The labels of a set in a file of labels; without one, in that of the set. */
export function readLabels(folder: string, set: LabelSet, file: string = set): Label[] {
  const text = readFileSync(join(folder, `${file}.ndjson`), "utf8");
  const labels = text.trim().split("\n").map((line): Label => JSON.parse(line));
  return labels.filter(({ tests }) => (tests === undefined) === (set === "impact"));
}

/** What is expected of a change: `PATH` or `PATH:LINE:NAME`. */
export function expected({ tests, callers }: Label): string[] {
  return Object.entries(tests ?? callers ?? {}).flatMap(([path, said]) =>
    said.length === 0 ? [path] : said.map((one) => `${path}:${one}`)
  );
}

export function scoreLabel(asked: Asked): LabelScore {
  const all = expected(asked.label);
  const of = Math.min(all.length, LIMIT);
  const items = typeof asked.answer === "string" ? [] : asked.answer.slice(0, LIMIT);
  const reached = items.filter((item) => !isHint(item));
  const isFound = (wanted: string) => reached.some((item) => isJust(item, wanted));
  const isHinted = (wanted: string) => items.some((item) => isHint(item) && hintsAt(item, wanted));
  const found = all.filter(isFound).length;
  const withHints = all.filter((wanted) => isFound(wanted) || isHinted(wanted)).length;
  const wrong = reached.filter((item) => !all.some((wanted) => isJust(item, wanted)));
  const files = new Set(Object.keys(asked.label.tests ?? asked.label.callers ?? {}));
  const told = asked.files.slice(0, LIMIT).filter((item) => !isHint(item)).map(({ path }) => path);
  const named = new Set(told.filter((path) => files.has(path)));
  return {
    ...asked,
    recall: { part: Math.min(found, of), of },
    recallWithHints: { part: Math.min(withHints, of), of },
    files: { part: Math.min(named.size, LIMIT), of: Math.min(files.size, LIMIT) },
    precision: { part: reached.length - wrong.length, of: reached.length },
    missed: all.filter((wanted) => !isFound(wanted)),
    wrong: wrong.map(({ path, line, name }) => `${path}:${line}:${name}`),
  };
}

function isHint({ reason }: AnswerItem): boolean {
  return reason === "same_name" || reason === "same_folder";
}

function isJust(item: AnswerItem, wanted: string): boolean {
  if (item.kind === "file") return wanted === item.path;
  const last = item.name?.slice(item.name.lastIndexOf(".") + 1);
  return wanted.startsWith(`${item.path}:${item.line}:`) && wanted.endsWith(last ?? "");
}

/** A hint is a file: it hints at every test in it. */
function hintsAt(item: AnswerItem, wanted: string): boolean {
  return wanted === item.path || wanted.startsWith(`${item.path}:`);
}
