// Every answer proves itself: held against the code that it was just made of, each of its claims holds. Law kept: what cannot be
// checked is only what depends on the question.

import type { Project } from "../../lib/app/mod.ts";
import type { JsonObject } from "../../lib/wire/mod.ts";
import type { Document } from "./checks.ts";

/** Claims of a fresh answer that verify does not find to hold. */
export async function proofProblems(project: Project, answer: JsonObject): Promise<string[]> {
  if (answer.operation === "verify") return [];
  const operation = {
    kind: "verify",
    answer,
    verdicts: ["gone", "changed", "moved", "unchecked"],
    limit: 50,
  };
  const { earlier, items }: Document = await project.query({ operation, max_bytes: 32_768 }, {
    verify: "none",
  });
  const wrong = items.filter(({ reason }: Document) => reason !== "needs_question");
  return [
    ...earlier.answer_digest === "holds" ? [] : ["verify finds another answer_digest"],
    ...earlier.fingerprint === "same" ? [] : ["verify finds another fingerprint"],
    ...wrong.map((item: Document) => `verify finds ${JSON.stringify(item)}`),
  ];
}
