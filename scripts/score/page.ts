// The tables of docs/ACCURACY.md. The page is prose with named blocks; only the blocks are written here, so that no figure
// in it is ever typed by hand. Pure.

import { ANSWERS, type Answers } from "./calls.ts";
import type { ScoredRepository } from "./checkouts.ts";
import { type Figures, percent, type Share } from "./figures.ts";
import { table } from "../parts/page_blocks.ts";
import { OTHER_KINDS } from "./other_kinds.ts";

/** A scored repository and its figures. */
export interface Scored {
  readonly repository: ScoredRepository;
  readonly figures: Figures;
}

/** The blocks of the page by name. */
export function blocks(scored: readonly Scored[], build: string): Record<string, string> {
  return {
    build: `Measured with ${build}.`,
    repositories: repositoriesTable(scored),
    calls: callsTable(scored),
    wrong: wrongTable(scored),
    "shapes static": shapesTable(scored, "static"),
    "shapes bound": shapesTable(scored, "bound"),
    "other kinds": othersTable(scored),
    external: externalTable(scored),
  };
}

function repositoriesTable(scored: readonly Scored[]): string {
  const rows = scored.map(({ repository, figures: { sites } }) => [
    repository.repository,
    `\`${repository.commit.slice(0, 12)}\``,
    repository.language,
    repository.compiler,
    String(sites.counted),
    String(sites.negative),
    String(sites.unknown),
  ]);
  const head = ["repository", "commit", "language", "compiler", "counted", "known negatives", "not judged"];
  return table(head, rows);
}

function callsTable(scored: readonly Scored[]): string {
  const rows = scored.map(({ repository, figures: { answers, external } }) => [
    repository.name,
    ...ANSWERS.flatMap((one) => [percent(answers[one].precision), percent(answers[one].recall)]),
    percent(answers.bound.nosite),
    percent({ part: answers.bound.nosite_in_known_files, of: answers.bound.nosite.of }),
    percent(external),
  ]);
  return table([
    "repository",
    "static precision",
    "static recall",
    "bound precision",
    "bound recall",
    "edges at no site",
    "of them in known files",
    "external said so",
  ], rows);
}

function wrongTable(scored: readonly Scored[]): string {
  const verdicts = ["wrong_target", "wrong_external", "wrong_local"];
  const rows = scored.map(({ repository, figures: { answers } }) => [
    repository.name,
    ...ANSWERS.flatMap((one) => verdicts.map((verdict) => String(answers[one].verdicts[verdict] ?? 0))),
    String(answers.bound.recall.of - answers.bound.recall.part),
  ]);
  const words = ["another definition", "outside", "a local"];
  return table([
    "repository",
    ...words.map((word) => `static, ${word}`),
    ...words.map((word) => `bound, ${word}`),
    "missed sites",
  ], rows);
}

/** Receiver shapes down, repositories across: precision / recall, and the sites that count. */
function shapesTable(scored: readonly Scored[], answers: Answers): string {
  const shapes = [
    ...new Set(scored.flatMap(({ figures }) => Object.keys(figures.answers[answers].shapes))),
  ].sort();
  const rows = shapes.map((shape) => [
    shape,
    ...scored.map(({ figures }) => {
      const found = figures.answers[answers].shapes[shape];
      if (found === undefined || (found.precision.of === 0 && found.recall.of === 0)) return "";
      return `${percent(found.precision)} / ${percent(found.recall)} (${found.recall.of})`;
    }),
  ]);
  return table(["receiver", ...scored.map(({ repository }) => repository.name)], rows);
}

function othersTable(scored: readonly Scored[]): string {
  const rows = scored.map(({ repository, figures: { answers } }) => [
    repository.name,
    ...OTHER_KINDS.flatMap((kind) =>
      ANSWERS.map((one) => pair(answers[one].others[kind].precision, answers[one].others[kind].recall))
    ),
  ]);
  return table(["repository", ...OTHER_KINDS.flatMap((kind) => [`${kind} static`, `${kind} bound`])], rows);
}

function pair(precision: Share, recall: Share): string {
  return `${percent(precision)} / ${percent(recall)}`;
}

function externalTable(scored: readonly Scored[]): string {
  const reasons = [...new Set(scored.flatMap(({ figures }) => Object.keys(figures.external_reasons)))].sort();
  const rows = scored.map(({ repository, figures }) => [
    repository.name,
    String(figures.external.of),
    ...reasons.map((reason) =>
      percent({ part: figures.external_reasons[reason] ?? 0, of: figures.external.of })
    ),
  ]);
  return table(["repository", "sites", ...reasons.map((reason) => reason === "" ? "no line" : reason)], rows);
}
