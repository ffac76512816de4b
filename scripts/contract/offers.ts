// What an answer or a refusal offers to ask next, as requests and as the command lines that a person or an agent copies from
// its text. Law kept: whatever is offered is asked, and must be answered; after a refusal it may at
// most lead to the next thing that has to be said.

import type { Project } from "../../lib/app/mod.ts";
import { askedOf } from "../../lib/commands/asked.ts";
import { Failure } from "../../lib/model/mod.ts";
import { checkedRequest } from "../../lib/operations/mod.ts";
import { failureDocument, formatDocument, type JsonObject, MAX_BYTES } from "../../lib/wire/mod.ts";
import { printed, words } from "../parts/command_lines.ts";
import type { Document } from "./checks.ts";

const MOST_CHOICES = 2;

/** Everything that is wrong with what an answer or a refusal offers. */
export async function offerProblems(
  project: Project,
  request: Document,
  outcome: JsonObject | Failure,
): Promise<string[]> {
  return [
    ...await requestProblems(project, request, outcome),
    ...await commandProblems(project, request, outcome),
  ];
}

async function requestProblems(
  project: Project,
  request: Document,
  outcome: JsonObject | Failure,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { asked, means } of requestsOffered(request, outcome)) {
    try {
      const answer: Document = await project.query(asked, { verify: "none" });
      if (means !== null && answer.items[0]?.symbol_id !== means) {
        problems.push(`${JSON.stringify(asked)} was offered for ${means} and means another`);
      }
    } catch (error) {
      problems.push(`offered ${JSON.stringify(asked)}, which is refused: ${error}`);
    }
  }
  return problems;
}

interface Offered {
  readonly asked: Document;
  /** The symbol that it is offered for. */
  readonly means: string | null;
}

/** `next`; of a failure the bytes that were named as needed, the operation that knows more, the choices of a name. */
function requestsOffered(request: Document, outcome: JsonObject | Failure): Offered[] {
  const one = (asked: Document): Offered => ({ asked, means: null });
  if (!(outcome instanceof Failure)) return outcome.next === null ? [] : [one(outcome.next)];
  const { needed_bytes: needed, operation, choices = [] } = (outcome.detail ?? {}) as Document;
  return [
    ...needed > MAX_BYTES.most || needed === undefined ? [] : [one({ ...request, max_bytes: needed })],
    ...operation === undefined ? [] : [one({ operation })],
    ...choices.slice(0, MOST_CHOICES).map(({ symbol, symbol_id: means }: Document) => ({
      asked: { operation: { kind: "definition", symbol } },
      means,
    })),
  ];
}

async function commandProblems(
  project: Project,
  request: Document,
  outcome: JsonObject | Failure,
): Promise<string[]> {
  const problems: string[] = [];
  for (const command of commandsOffered(project.scope.worktree.root, request, outcome)) {
    const told = await refusalOf(project, command, outcome);
    if (told !== null) problems.push(`offered ${command}, which is refused: ${told}`);
  }
  return problems;
}

/** The command lines in the text of an answer or a refusal. */
function commandsOffered(root: string, request: Document, outcome: JsonObject | Failure): string[] {
  const document = outcome instanceof Failure ? failureDocument(outcome) : outcome;
  const asked = askedOf(checkedRequest(request), ["-C", root], ["--verify", "none", "--format", "json"]);
  const text = formatDocument(document, "text", { isIndented: false, hasColour: false, asked });
  const lines = [...text.matchAll(/(?:^Next: | {2})(evident -C .*)$/gm)].map(([, command]) => command);
  return outcome instanceof Failure ? lines.slice(0, MOST_CHOICES) : lines;
}

/** What a command line says where it is no answer. */
async function refusalOf(project: Project, command: string, outcome: JsonObject | Failure) {
  const [line, input] = command.split(" <<< ");
  if (input !== undefined) {
    return await project.query(JSON.parse(words(input)[0]), { verify: "none" }).then(() => null, String);
  }
  const { code, stdout } = await printed(...words(line).slice(1));
  return code === 0 || outcome instanceof Failure && leadsOn(outcome, JSON.parse(stdout)) ? null : stdout;
}

/** A name that was chosen may show that another one is no better, or what the answer needs beside its symbol. */
function leadsOn(refused: Failure, again: Document): boolean {
  const isOfName = again.code === "symbol.ambiguous" || again.code === "symbol.not_found";
  // Beside the name, another place of the request may not be there; that of a choice has to be.
  const isOfPlace = again.code === "line.not_found" || again.code === "path.not_found";
  const { choices = [] } = (refused.detail ?? {}) as Document;
  if (isOfPlace) return !choices.some(({ path }: Document) => path === again.detail.path);
  return again.code === "request.budget_too_small" ||
    isOfName &&
      (["symbol", "symbol_id"] as const).some((name) => again.detail[name] !== refused.detail?.[name]);
}
