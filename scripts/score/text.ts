// A score for people at a terminal, and the lists of what is wrong and what is missed. Pure.

import { ANSWERS, type Answers } from "./calls.ts";
import { type Figures, percent, type Share } from "./figures.ts";
import type { TruthLine } from "./lines.ts";
import { OTHER_KINDS } from "./other_kinds.ts";
import type { Score } from "./score.ts";

/** Reads a line of the scored checkout; "" where there is none. */
export type LineReader = (path: string, line: number) => string;

const NAMES: Readonly<Record<Answers, string>> = { static: "resolved_static", bound: "static + heuristic" };

export function scoreText(name: string, figures: Figures): string {
  const { sites, answers, external } = figures;
  const out = [
    `${name}: ${sites.call} call sites, ${sites.counted} counted, ${sites.negative} known negatives, ` +
    `${sites.unknown} unknown`,
  ];
  for (const one of ANSWERS) {
    const { precision, recall, nosite, nosite_in_known_files: known } = answers[one];
    out.push(
      `${NAMES[one].padEnd(20)} precision ${counted(precision)}   recall ${counted(recall)}   ` +
        `at no site ${counted(nosite)}, ${known} in files that the truth knows`,
    );
  }
  const reasons = Object.entries(figures.external_reasons).map(([reason, count]) =>
    `${reason === "" ? "(no line)" : reason} ${percent({ part: count, of: external.of })}`
  );
  out.push(`external calls ${external.of}: ${reasons.join(", ")}`);
  out.push("", "  other kinds".padEnd(36) + "precision".padStart(22) + "recall".padStart(22));
  for (const one of ANSWERS) {
    for (const kind of OTHER_KINDS) {
      const { precision, recall } = answers[one].others[kind];
      out.push(row(`${kind} (${NAMES[one]})`, precision, recall));
    }
  }
  out.push("", ...shapeRows(figures), "", ...verdictRows(figures), "", ...groupRows(figures));
  return out.join("\n");
}

function shapeRows({ answers }: Figures): string[] {
  const rows = ["  receiver".padEnd(36) + "precision".padStart(22) + "recall".padStart(22)];
  for (const one of ANSWERS) {
    for (const [shape, { precision, recall }] of Object.entries(answers[one].shapes)) {
      rows.push(row(`${shape} (${NAMES[one]})`, precision, recall));
    }
  }
  return rows;
}

function verdictRows({ answers }: Figures): string[] {
  return ANSWERS.map((one) => {
    const said = Object.entries(answers[one].verdicts).map(([verdict, count]) => `${verdict} ${count}`);
    return `  edges (${NAMES[one]}): ${said.join(", ")}`;
  });
}

function groupRows({ answers }: Figures): string[] {
  const groups = Object.keys(answers.bound.groups);
  return [
    "  recall by group".padEnd(48) + NAMES.static.padStart(22) + NAMES.bound.padStart(22),
    ...groups.map((group) =>
      `  ${group.padEnd(46)}` +
      ANSWERS.map((one) => counted(answers[one].groups[group]).padStart(22)).join("")
    ),
  ];
}

function row(name: string, ...shares: readonly Share[]): string {
  return `  ${name.padEnd(34)}` + shares.map((share) => counted(share).padStart(22)).join("");
}

function counted(share: Share): string {
  return `${percent(share)} (${share.part}/${share.of})`;
}

/** The most frequent kinds of wrong edges and misses, each with an example. */
export function listText(score: Score, answers: Answers, top: number, lineAt: LineReader): string {
  const { calls, others } = score.by[answers];
  const out = [`wrong call edges (${NAMES[answers]}): count, verdict, name; one example each`];
  for (const [kind, group] of grouped(calls.wrong, ({ verdict, edge }) => `${verdict} ${edge.name}`, top)) {
    const { edge, site } = group[0];
    out.push(
      `${count(group)} ${kind}  ${edge.path}:${edge.line} -> ${edge.target_path}:${edge.target_line} ` +
        `(${edge.rule_id ?? "no rule"}), the truth: ${named(site)}`,
      `        ${lineAt(edge.path, edge.line)}`,
    );
  }
  out.push("", `missed call sites (${NAMES[answers]}): count, receiver, name, target; one example each`);
  const missKind = (site: TruthLine) => `${site.recv ?? "?"} ${site.name} -> ${named(site)}`;
  for (const [kind, group] of grouped(calls.missed, missKind, top)) {
    const [{ path, line }] = group;
    out.push(`${count(group)} ${kind}  ${path}:${line}`, `        ${lineAt(path, line)}`);
  }
  for (const kind of OTHER_KINDS) {
    const { wrongEdges, missed } = others[kind];
    out.push("", `wrong ${kind} (${NAMES[answers]}): count, name; one example each`);
    for (const [name, group] of grouped(wrongEdges, ({ edge }) => edge.name, top)) {
      const [{ edge, site }] = group;
      out.push(
        `${count(group)} ${name}  ${edge.path}:${edge.line} -> ${edge.target_path}:${edge.target_line}, ` +
          `the truth: ${named(site)}`,
        `        ${lineAt(edge.path, edge.line)}`,
      );
    }
    out.push("", `missed ${kind} (${NAMES[answers]}): count, name, target; one example each`);
    for (const [name, group] of grouped(missed, (site) => `${site.name} -> ${named(site)}`, top)) {
      const [{ path, line }] = group;
      out.push(`${count(group)} ${name}  ${path}:${line}`, `        ${lineAt(path, line)}`);
    }
  }
  return out.join("\n");
}

function named(site: TruthLine | null): string {
  if (site === null) return "nothing";
  return site.def_path
    ? `${site.def_path}:${site.def_line}`
    : `${site.def_kind ?? "?"} ${site.def_name ?? ""}`;
}

function count(group: readonly unknown[]): string {
  return String(group.length).padStart(5);
}

/** The largest groups, largest first; equal ones in order of their first member. */
function grouped<T>(all: readonly T[], by: (one: T) => string, top: number): [string, T[]][] {
  return [...Map.groupBy(all, by)].sort(([, a], [, b]) => b.length - a.length).slice(0, top);
}
