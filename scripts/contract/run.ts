// Random requests asked of one worktree, and everything that is wrong with what comes back.

import fc from "fast-check";
import type { Project } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { MAX_BYTES } from "../../lib/wire/mod.ts";
import { answerProblems, type Document, refusalProblems } from "./checks.ts";
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
      if (answer.next !== null) problems.push(...await unanswered([answer.next], ask));
    } catch (thrown) {
      problems.push(...refusalProblems(asked, thrown), ...await unanswered(offersOf(request, thrown), ask));
      count(thrown instanceof Failure ? thrown.code : "thrown");
    }
    if (problems.length > 0) wrong.push({ request, problems });
  }
  return { counts, wrong };
}

/** Requests that a failure offers instead: the bytes that were named as needed, the choices of a name. */
function offersOf(request: Document, thrown: unknown): Document[] {
  if (!(thrown instanceof Failure)) return [];
  const { needed_bytes: needed, choices = [] } = (thrown.detail ?? {}) as Document;
  if (needed !== undefined) return needed > MAX_BYTES.most ? [] : [{ ...request, max_bytes: needed }];
  return choices.slice(0, 2).map(({ symbol }: Document) => ({ operation: { kind: "definition", symbol } }));
}

/** What was offered and is refused. */
async function unanswered(
  requests: readonly Document[],
  ask: (request: Document) => Promise<unknown>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const request of requests) {
    try {
      await ask(request);
    } catch (error) {
      problems.push(`offered ${JSON.stringify(request)}, which is refused: ${error}`);
    }
  }
  return problems;
}
