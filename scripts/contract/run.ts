// Random requests asked of one worktree, and everything that is wrong with what comes back.

import fc from "fast-check";
import type { Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { answerProblems, type Document, refusalProblems } from "./checks.ts";
import { offerProblems } from "./offers.ts";
import { proofProblems } from "./proof.ts";
import { requestsTo } from "./requests.ts";
import type { World } from "./world.ts";

export interface Run {
  readonly project: Project;
  readonly world: World;
  /** The generation before, where there is one. */
  readonly before: World | null;
  readonly seed: number;
  readonly requests: number;
}

/** What came of a run. */
export interface Outcome {
  /** Answers by operation, failures by code. */
  readonly counts: ReadonlyMap<string, number>;
  readonly wrong: readonly { readonly request: Document; readonly problems: readonly string[] }[];
}

/** Asks each request twice: the second answer must be the first. */
export async function contractRun({ project, world, before, seed, requests }: Run): Promise<Outcome> {
  const counts = new Map<string, number>();
  const wrong: { request: Document; problems: string[] }[] = [];
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const ask = (request: Document) => project.query(request, { verify: "none" });
  for (const request of fc.sample(requestsTo(world, before), { seed, numRuns: requests })) {
    const asked = { request, world, before };
    const problems: string[] = [];
    try {
      const answer = await ask(request);
      count((request.operation as Document).kind);
      if ((answer.items as Document[]).length > 0) count("(with items)");
      if (answer.status === "partial") count("(partial)");
      problems.push(...answerProblems(asked, answer));
      const again = await ask(request);
      if (again.answer_digest !== answer.answer_digest) problems.push("another answer when asked again");
      problems.push(...await offerProblems(project, request, answer));
      problems.push(...await proofProblems(project, answer));
    } catch (thrown) {
      problems.push(...refusalProblems(asked, thrown));
      if (thrown instanceof Failure) problems.push(...await offerProblems(project, request, thrown));
      count(thrown instanceof Failure ? thrown.code : "thrown");
    }
    if (problems.length > 0) wrong.push({ request, problems });
  }
  return { counts, wrong };
}
