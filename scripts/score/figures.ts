// A score as plain figures: what the tables show and `--json` prints. Pure; the only place where shares are made.

import { ANSWERS, type Answers } from "./calls.ts";
import { OTHER_KINDS, type OtherKind } from "./other_kinds.ts";
import type { AnswerScore, Score } from "./score.ts";

/** A share as its two counts, so that no rounding is lost. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

export interface KindFigures {
  readonly precision: Share;
  readonly recall: Share;
  /** Edges at no site of the truth, of all edges of the kind. */
  readonly nosite: Share;
}

export interface AnswerFigures extends KindFigures {
  /** Those of them in files of which the truth knows other sites. */
  readonly nosite_in_known_files: number;
  readonly shapes: Readonly<Record<string, { readonly precision: Share; readonly recall: Share }>>;
  readonly groups: Readonly<Record<string, Share>>;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly others: Readonly<Record<OtherKind, KindFigures>>;
}

export interface Figures {
  readonly sites: Score["sites"];
  readonly answers: Readonly<Record<Answers, AnswerFigures>>;
  readonly external: Share;
  /** What the export says of the sites that the truth knows to be external; "" for nothing. */
  readonly external_reasons: Readonly<Record<string, number>>;
}

export function figuresOf(score: Score): Figures {
  const { sites, byReason } = score.external;
  const answers = Object.fromEntries(ANSWERS.map((name) => [name, answerFigures(score.by[name])]));
  return {
    sites: score.sites,
    answers: answers as Record<Answers, AnswerFigures>,
    external: { part: byReason.get("external") ?? 0, of: sites },
    external_reasons: sorted(byReason),
  };
}

function answerFigures({ calls, others }: AnswerScore): AnswerFigures {
  const shapes = new Set([...calls.precisionByShape.keys()]);
  for (const group of calls.recallByGroup.keys()) {
    if (group.startsWith(SHAPE)) shapes.add(group.slice(SHAPE.length));
  }
  const edges = [...calls.verdicts.values()].reduce((sum, count) => sum + count, 0);
  return {
    precision: precision(calls.precision),
    recall: recall(calls.recall),
    nosite: { part: calls.verdicts.get("nosite") ?? 0, of: edges },
    nosite_in_known_files: calls.nositeInKnownFiles,
    shapes: Object.fromEntries(
      [...shapes].sort().map((shape) => [shape, {
        precision: precision(calls.precisionByShape.get(shape)),
        recall: recall(calls.recallByGroup.get(SHAPE + shape)),
      }]),
    ),
    groups: Object.fromEntries(
      [...calls.recallByGroup.keys()].sort().filter((group) => !group.startsWith(SHAPE))
        .map((group) => [group, recall(calls.recallByGroup.get(group))]),
    ),
    verdicts: sorted(calls.verdicts),
    others: Object.fromEntries(OTHER_KINDS.map((kind) => {
      const { right, wrong, nosite, ...rest } = others[kind];
      const all = right + wrong + nosite;
      return [kind, {
        precision: precision({ right, wrong }),
        recall: recall(rest),
        nosite: { part: nosite, of: all },
      }];
    })) as Record<OtherKind, KindFigures>,
  };
}

const SHAPE = "recv ";

function precision(counts?: { readonly right: number; readonly wrong: number }): Share {
  const { right, wrong } = counts ?? { right: 0, wrong: 0 };
  return { part: right, of: right + wrong };
}

function recall(counts?: { readonly found: number; readonly sites: number }): Share {
  return { part: counts?.found ?? 0, of: counts?.sites ?? 0 };
}

/** Most first. */
function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** A share in percent with one decimal, a dash where there is nothing to have a share of. */
export function percent({ part, of }: Share): string {
  return of === 0 ? "-" : (100 * part / of).toFixed(1);
}
