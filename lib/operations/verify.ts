// An earlier answer held against the code as it is now, claim by claim: each file, symbol, quotation, relationship and site that
// it cites holds, was moved, was changed or is gone. Laws kept: the answer is read as a stranger's; what it says is only ever
// looked up in the index, never on the disk; what cannot be checked is told with its reason and never said to hold.

import { z } from "zod";
import { addTo, byUtf8, Failure } from "../model/mod.ts";
import { NO_FILTER } from "../query/mod.ts";
import {
  answerProblem,
  EARLIER_ANSWER,
  fields,
  filterFields,
  type JsonObject,
  type JsonValue,
} from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { citedIn, type Claim, claimsOf } from "./earlier/claims.ts";
import { type Subject, subjectOf } from "./earlier/ends.ts";
import { Changes, Folders } from "./earlier/facts.ts";
import { isObject, listOf, textOf } from "./earlier/fields.ts";
import { Ground } from "./earlier/ground.ts";
import type { Reading } from "./earlier/reading.ts";
import { relationsOf } from "./earlier/relation_claims.ts";
import { Side } from "./earlier/side.ts";
import { type Checked, claimSchema, earlierSchema, headOf, itemOf } from "./earlier/telling.ts";
import { type Finding, found, VERDICTS } from "./earlier/verdicts.ts";
import { limitation } from "./items.ts";
import { answerOf, filterOf } from "./shared.ts";

const ANSWER_SHAPE: JsonObject = {
  type: "object",
  properties: {
    schema: { const: "evident.query.v1" },
    operation: { type: "string", not: { const: "verify" } },
    files: { type: "object" },
    items: { type: "array" },
  },
  required: ["schema", "operation", "files", "items"],
};

export const verify = operation({
  kind: "verify",
  summary: "hold an earlier answer against the code as it is now",
  example: "verify answer.json",
  counted: ["claims", "of"],
  schema: () =>
    z.strictObject({
      kind: z.literal("verify"),
      answer: z.unknown().superRefine((value, check) => {
        const problem = answerProblem(value);
        if (problem === null) return;
        check.addIssue({ code: "custom", path: [...problem.path], message: problem.wanted });
      }).describe(`An earlier answer, evident.query.v1; at most ${EARLIER_ANSWER.maxDepth} levels deep.`)
        .meta(ANSWER_SHAPE),
      verdicts: z.array(z.enum(VERDICTS)).min(1).max(VERDICTS.length).optional().describe(
        "Show only claims of these verdicts.",
      ),
      path_prefix: fields.path().optional().describe("Show only claims about paths that start with this."),
      limit: filterFields().limit,
    }),
  head: () => ({
    earlier: earlierSchema().describe("The earlier answer, and how many of its claims are what."),
  }),
  items: claimSchema,
  positionals: [{ name: "file", field: "answer", required: true, isAnswerFile: true }],
  flags: [{
    name: "verdicts",
    field: "verdicts",
    value: "list",
    help: `only these verdicts, separated by commas: ${VERDICTS.join(", ")}`,
  }],
  answer: async (context, request) => {
    const document = request.answer as JsonObject;
    const reading = await readingOf(context, document);
    const { view } = reading.now.ground;
    const checked = [...claimsOf(document, reading)].map((claim): Checked => ({
      claim,
      finding: checkedNow(claim, view),
    }));
    const byVerdict = Map.groupBy(checked, ({ finding }) => finding.verdict);
    const counts = Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, byVerdict.get(verdict)?.length ?? 0]),
    );
    const { verdicts = VERDICTS } = request;
    const prefix = filterOf(context, request).pathPrefix ?? "";
    const shown = VERDICTS.filter((verdict) => verdicts.includes(verdict))
      .flatMap((verdict) => inOrder(byVerdict.get(verdict) ?? []))
      .filter(({ claim }) => claim.path.startsWith(prefix));
    const isKept = reading.now.origin !== null;
    return {
      answer: answerOf({
        operation: "verify",
        view,
        items: shown.map((one) => itemOf(view, one)),
        limit: request.limit,
        head: { earlier: { ...headOf(context, document), claims: checked.length, verdicts: counts } },
        limitations: [
          limitation("depends_on_question", reading.ofQuestion),
          limitation("ranks_not_compared", reading.ranks),
          limitation("unchecked_claims", counts.unchecked),
          limitation("earlier_generation_not_kept", isKept ? 0 : 1),
          limitation("walk_time", checked.filter(({ finding }) => finding.reason === "time").length),
        ],
      }),
    };
  },
});

function checkedNow(claim: Claim, view: { isOver(): boolean }): Finding {
  return view.isOver() ? found("unchecked", "time") : claim.check();
}

/** What the answer is checked with: the graph of now, and the generations that it speaks of, as far as they are kept. */
async function readingOf(context: Context, document: JsonObject): Promise<Reading> {
  const now = new Ground(context.view(NO_FILTER));
  const kept = async (fingerprint: JsonValue | undefined) => {
    if (typeof fingerprint !== "string" || !/^[0-9a-f]{64}$/.test(fingerprint)) return null;
    return fingerprint === context.observed.fingerprint ? now : await keptGround(context, fingerprint);
  };
  const origin = await kept(document.fingerprint);
  const before = await kept(document.before_fingerprint);
  const { sha256 } = context;
  const side = new Side(now, origin, citedIn(document.files), sha256);
  const items = listOf(document.items).filter(isObject);
  const focus = items.find(({ role }) => role === "focus");
  const known = { operation: textOf(document.operation) ?? "", focus: textOf(focus?.symbol_id) };
  const relations = () =>
    items.flatMap((item) => [...relationsOf(item, known)]).flatMap(({ relation, subject }) =>
      relation === null ? [] : [{ relation, subject }]
    );
  let subject: Subject | null | undefined;
  return {
    ...known,
    now: side,
    before: before === null ? null : new Side(before, before, citedIn(document.files_before), sha256),
    changes: before === null ? null : new Changes(before, now),
    folders: new Folders(side),
    subject: () => subject === undefined ? subject = subjectOf(side, relations()) : subject,
    uncited: new Set(),
    ofQuestion: 0,
    ranks: 0,
  };
}

/** A generation by its fingerprint; null where it is not kept, or was made under other rules. */
async function keptGround(context: Context, fingerprint: string): Promise<Ground | null> {
  try {
    return new Ground((await context.before({ by: "fingerprint", fingerprint }, NO_FILTER)).view);
  } catch (error) {
    if (error instanceof Failure && error.code === "index.baseline_unavailable") return null;
    throw error;
  }
}

/** By path, line and place in the answer. */
function inOrder(checked: readonly Checked[]): Checked[] {
  const paths = new Map<string, Checked[]>();
  for (const one of checked) addTo(paths, one.claim.path, one);
  return [...paths].sort(byUtf8(([path]) => path)).flatMap(([, own]) =>
    own.sort((a, b) => (a.claim.line ?? 0) - (b.claim.line ?? 0))
  );
}
