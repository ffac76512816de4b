// The whole score of one export against one ground truth. Pure.

import { ANSWERS, type Answers, type CallScore, isCounted, scoreCalls } from "./calls.ts";
import type { Export, TruthLine } from "./lines.ts";
import { type OtherKind, type OtherScore, scoreOthers } from "./other_kinds.ts";
import { Truth } from "./truth.ts";

export interface AnswerScore {
  readonly calls: CallScore;
  readonly others: Readonly<Record<OtherKind, OtherScore>>;
}

export interface Score {
  readonly sites: {
    readonly call: number;
    /** Those of them that count for recall. */
    readonly counted: number;
    readonly negative: number;
    readonly unknown: number;
  };
  readonly by: Readonly<Record<Answers, AnswerScore>>;
  readonly external: ExternalScore;
}

/** What the export says of the calls that the compiler knows to leave the repository. */
export interface ExternalScore {
  readonly sites: number;
  /** Sites by the reason that the export gives; "" where it says nothing. */
  readonly byReason: ReadonlyMap<string, number>;
}

export function scoreExport(
  truthLines: { readonly calls: readonly TruthLine[]; readonly others: readonly TruthLine[] },
  exported: Export,
): Score {
  const truth = new Truth(truthLines.calls, truthLines.others);
  const of = (answers: Answers): AnswerScore => ({
    calls: scoreCalls(truth, exported.edges, answers),
    others: scoreOthers(truth, exported.edges, answers),
  });
  const having = (role: TruthLine["role"]) => truth.calls.filter((site) => site.role === role).length;
  return {
    sites: {
      call: having("call"),
      counted: truth.calls.filter(isCounted).length,
      negative: having("neg"),
      unknown: having("unk"),
    },
    by: Object.fromEntries(ANSWERS.map((answers) => [answers, of(answers)])) as Record<Answers, AnswerScore>,
    external: scoreExternal(truth, exported),
  };
}

function scoreExternal(truth: Truth, { unresolved }: Export): ExternalScore {
  const reasons = new Map(
    unresolved.map(({ path, line, col, reason }) => [`${path}:${line}:${col}`, reason]),
  );
  const sites = truth.calls.filter(({ role, def_kind }) => role === "neg" && def_kind === "external");
  const byReason = new Map<string, number>();
  for (const { path, line, col } of sites) {
    const reason = reasons.get(`${path}:${line}:${col}`) ?? "";
    byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  }
  return { sites: sites.length, byReason };
}
