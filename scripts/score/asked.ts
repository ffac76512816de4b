// Asks the program what it says of labelled changes, repository by repository.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "../parts/repository.ts";
import { succeeded } from "./checkouts.ts";
import type { AnswerItem, Asked, Label, LabelSet } from "./labels.ts";
import { LIMIT } from "./labels.ts";

const OPERATION: Readonly<Record<LabelSet, string>> = { tests: "affected_tests", impact: "impact" };

/** The most that an answer may hold, so that what counts is the order and not the room. */
const MAX_BYTES = 32_768;

/** A fixture project as a repository of its own, in a new folder. */
export async function projectCheckout(folder: string): Promise<string> {
  const checkout = mkdtempSync(join(tmpdir(), "evident-project-"));
  cpSync(resolve(folder), checkout, { recursive: true });
  for (const args of [["init", "-q"], ["add", "-A"]]) succeeded(await run("git", args, { cwd: checkout }));
  return checkout;
}

/** Indexes a checkout in a cache of its own and asks for each change, with every other field left to its default. */
export async function askAll(
  binary: string,
  folder: string,
  labels: readonly (readonly [LabelSet, Label])[],
): Promise<(readonly [LabelSet, Asked])[]> {
  const scratch = mkdtempSync(join(tmpdir(), "evident-score-"));
  const options = {
    cwd: folder,
    env: { EVIDENT_CACHE_DIR: join(scratch, "cache"), EVIDENT_CONFIG: undefined },
  };
  const request = join(scratch, "request.json");
  try {
    succeeded(await run(binary, ["index"], options));
    const asked: (readonly [LabelSet, Asked])[] = [];
    const ask = async (operation: object) => {
      writeFileSync(request, JSON.stringify({ operation, max_bytes: MAX_BYTES }));
      const args = ["query", "--verify", "none", "--request-file", request];
      return JSON.parse((await run(binary, args, options)).stdout);
    };
    for (const [set, label] of labels) {
      const symbols = [`${label.path}:${label.line}`];
      const operation = { kind: OPERATION[set], symbols, limit: LIMIT, min_confidence: "heuristic" };
      const answered = await ask(operation);
      const items: readonly AnswerItem[] | undefined = answered.items;
      const isCut = items !== undefined && items.length < Math.min(LIMIT, answered.total);
      const files: readonly AnswerItem[] = set === "tests"
        ? (await ask({ ...operation, by: "file" })).items ?? []
        : items ?? [];
      asked.push([set, { label, answer: items ?? answered.code ?? "no answer", files, isCut }]);
    }
    return asked;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
