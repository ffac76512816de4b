// The labelled sets' scores as figures and tables. Pure. A group's recall is the mean over its changes, so that a change with
// many tests does not outweigh the others; the sums stand beside it.

import { percent, type Share } from "./figures.ts";
import { type Group, GROUPS, type LabelScore, type LabelSet, SETS } from "./labels.ts";

export interface LabelFigures {
  readonly changes: number;
  /** Mean over the changes, in percent. */
  readonly recall: number;
  readonly recallWithHints: number;
  readonly files: number;
  readonly found: Share;
  readonly precision: Share;
  readonly refused: number;
  readonly cut: number;
}

export interface ScoredLabels {
  readonly set: LabelSet;
  readonly language: string;
  readonly score: LabelScore;
}

export function labelFigures(scores: readonly LabelScore[]): LabelFigures {
  const mean = (share: (score: LabelScore) => Share) =>
    scores.reduce((sum, score) => sum + 100 * share(score).part / share(score).of, 0) / scores.length;
  return {
    changes: scores.length,
    recall: mean(({ recall }) => recall),
    recallWithHints: mean(({ recallWithHints }) => recallWithHints),
    files: mean(({ files }) => files),
    found: sum(scores.map(({ recall }) => recall)),
    precision: sum(scores.map(({ precision }) => precision)),
    refused: scores.filter(({ answer }) => typeof answer === "string").length,
    cut: scores.filter(({ isCut }) => isCut).length,
  };
}

function sum(shares: readonly Share[]): Share {
  return shares.reduce((all, one) => ({ part: all.part + one.part, of: all.of + one.of }), {
    part: 0,
    of: 0,
  });
}

/** The blocks of the page by name. */
export function labelBlocks(scored: readonly ScoredLabels[], build: string): Record<string, string> {
  return {
    build: `Measured with ${build}.`,
    ...Object.fromEntries(SETS.map((set) => [set, labelTable(scored.filter((one) => one.set === set))])),
  };
}

function labelTable(scored: readonly ScoredLabels[]): string {
  const rows = GROUPS.flatMap((group) =>
    groupRows(group, scored.filter(({ score }) => score.label.group === group))
  );
  const head = ["group", "of", "changes", "recall", "found", "with hints", "by file", "precision"];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, at) => at < 2 ? "---" : "---:")), ...rows.map(line)].join("\n");
}

/** A group's rows: each language, and below it its repositories. */
function groupRows(group: Group, scored: readonly ScoredLabels[]): string[][] {
  const rows: string[][] = [];
  for (const language of new Set(scored.map((one) => one.language))) {
    const own = scored.filter((one) => one.language === language).map(({ score }) => score);
    rows.push([group, `**${language}**`, ...cells(labelFigures(own))]);
    const repositories = new Set(own.map(({ label }) => label.repository));
    if (repositories.size === 1) continue;
    for (const repository of repositories) {
      rows.push([
        "",
        repository,
        ...cells(labelFigures(own.filter(({ label }) => label.repository === repository))),
      ]);
    }
  }
  return rows;
}

function cells({ changes, recall, recallWithHints, files, found, precision }: LabelFigures): string[] {
  const whole = [recallWithHints.toFixed(1), files.toFixed(1), percent(precision)];
  return [String(changes), recall.toFixed(1), `${found.part} of ${found.of}`, ...whole];
}

/** Each change with what was missed of it, for reading. */
export function labelText({ set, score }: ScoredLabels, most: number): string {
  const { label, recall, precision, answer, missed, wrong, isCut } = score;
  const said = typeof answer === "string"
    ? answer
    : `${precision.part} of ${precision.of} right${isCut ? ", cut" : ""}`;
  return [
    `${set} ${label.group} ${label.repository} ${label.path}:${label.line} ${label.name}: ${recall.part} of ${recall.of}; ${said}`,
    ...missed.slice(0, most).map((one) => `    missed ${one}`),
    ...wrong.slice(0, most).map((one) => `    wrong  ${one}`),
  ].join("\n");
}
