// The tables of docs/PERFORMANCE.md and what a terminal shows. Pure.

import { table } from "../parts/page_blocks.ts";
import { QUESTIONS } from "./contenders.ts";
import { ASKED, type Grown, type Growth } from "./growth.ts";
import type { Measured } from "./measure.ts";
import { BUILDS, type Results } from "./rounds.ts";

/** What the design asks for: at most so much of the best rival. */
const TARGETS: readonly {
  readonly what: string;
  readonly of: (results: Results) => Ratio;
  readonly most: number;
}[] = [
  { what: "cold index, CPU", of: ratioOf("cold index", "cpuMs"), most: 0.8 },
  { what: "cold index, wall", of: ratioOf("cold index", "wallMs"), most: 0.5 },
  { what: "nothing changed, wall", of: ratioOf("nothing changed", "wallMs"), most: 0.4 },
  { what: "ten files changed, wall", of: ratioOf("ten files changed", "wallMs"), most: 0.7 },
  { what: "a question from a shell, wall", of: questionRatio, most: 0.45 },
  { what: "peak memory of a cold index", of: ratioOf("cold index", "peakBytes"), most: 1.2 },
  { what: "cache bytes", of: cacheRatio, most: 1 },
];

/** Ours by the best rival's; null where no rival does it. */
type Ratio = number | null;

function ratio(own: number, others: readonly number[]): Ratio {
  return others.length === 0 ? null : own / Math.min(...others);
}

function ratioOf(label: string, field: keyof Measured): (results: Results) => Ratio {
  return ({ contenders: [own, ...rivals] }) => {
    const others = rivals.flatMap(({ done }) => done[label]?.[field] ?? []);
    return own.done[label] === null ? null : ratio(own.done[label]![field], others);
  };
}

/** The worst of all questions. */
function questionRatio(results: Results): Ratio {
  const ratios = QUESTIONS.flatMap((question) => ratioOf(question, "wallMs")(results) ?? []);
  return ratios.length === 0 ? null : Math.max(...ratios);
}

function cacheRatio({ contenders: [own, ...rivals] }: Results): Ratio {
  return ratio(own.cacheBytes, rivals.map(({ cacheBytes }) => cacheBytes));
}

/** The blocks of the page by name. */
export function blocks(all: readonly Results[], about: string): Record<string, string> {
  return {
    about,
    ratios: table(
      ["of the best rival", "at most", ...all.map(({ scenario }) => scenario.name)],
      TARGETS.map(({ what, of, most }) => [what, String(most), ...all.map((one) => shownRatio(of(one)))]),
    ),
    repositories: table(
      ["repository", "commit", "source files", "lines", "asked about"],
      all.map(({ scenario: { name, commit, files, lines, symbol } }) => [
        ...[name, `\`${commit.slice(0, 12)}\``, String(files), String(lines), `\`${symbol}\``],
      ]),
    ),
    builds: [...BUILDS].map((label) => buildTable(label, all)).join("\n\n"),
    questions: table(
      ["question, wall ms", "", ...all.map(({ scenario }) => scenario.name)],
      QUESTIONS.flatMap((question) =>
        all[0].contenders.map(({ name }, at) => [
          question,
          name,
          ...all.map(({ contenders }) => contenders[at].done[question]?.wallMs.toFixed(0) ?? "–"),
        ])
      ),
    ),
    resident: table(
      ["resident, ms", ...all.map(({ scenario }) => scenario.name)],
      [
        ["median", ...all.map(({ resident }) => resident.medianMs.toFixed(1))],
        ["95th of 100", ...all.map(({ resident }) => resident.p95Ms.toFixed(1))],
      ],
    ),
  };
}

/** The block of growth. */
export function growthBlock({ what, all }: Growth): string {
  const row = (what: string, of: (one: Grown) => string) => [what, ...all.map(of)];
  const wall = (label: string) => (one: Grown) => (one.done[label].wallMs / 1000).toFixed(2);
  return table([what, ...all.map(({ label }) => label)], [
    row("source files", ({ files }) => String(files)),
    row("lines", ({ lines }) => String(lines)),
    row(`${BUILDS[0]}: wall s / CPU s / peak MB`, ({ done }) => shownMeasure(done[BUILDS[0]])),
    row("the same for a million lines: CPU s / peak MB", ({ done, lines }) => {
      const { cpuMs, peakBytes } = done[BUILDS[0]];
      return `${(cpuMs * 1000 / lines).toFixed(1)} / ${(peakBytes / lines).toFixed(0)}`;
    }),
    row("cache MB", ({ cacheBytes }) => (cacheBytes / 1e6).toFixed(1)),
    row(`${BUILDS[1]}, wall s`, wall(BUILDS[1])),
    row(`${BUILDS[2]}, wall s`, wall(BUILDS[2])),
    ...ASKED.map((asked) => row(`${asked}, wall s`, wall(asked))),
  ]);
}

function shownRatio(value: Ratio): string {
  return value === null ? "–" : value.toFixed(2);
}

function buildTable(label: string, all: readonly Results[]): string {
  return table(
    [`${label}: wall s / CPU s / peak MB`, ...all.map(({ scenario }) => scenario.name)],
    [
      ...all[0].contenders.map(({ name }, at) => [
        name,
        ...all.map(({ contenders }) => shownMeasure(contenders[at].done[label] ?? null)),
      ]),
      ...label === BUILDS[0] ? cacheRows(all) : [],
    ],
  );
}

function cacheRows(all: readonly Results[]): string[][] {
  return all[0].contenders.map(({ name }, at) => [
    `${name}, cache MB`,
    ...all.map(({ contenders }) => (contenders[at].cacheBytes / 1e6).toFixed(1)),
  ]);
}

function shownMeasure(one: Measured | null): string {
  if (one === null) return "–";
  return `${(one.wallMs / 1000).toFixed(2)} / ${(one.cpuMs / 1000).toFixed(2)} / ${
    (one.peakBytes / 1e6).toFixed(0)
  }`;
}
