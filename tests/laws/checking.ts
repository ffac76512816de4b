// What tests of laws share: a property over generated worktrees, edits applied, the export as one text.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Project } from "../../mod.ts";
import { TestWorktree } from "../worktrees.ts";
import type { Edit } from "./repositories.ts";

const SEED = 20_26;

/** Runs a property over worktrees in which the generated files are committed. */
export async function check<T>(
  input: fc.Arbitrary<T>,
  files: (value: T) => Record<string, string>,
  numRuns: number,
  law: (worktree: TestWorktree, value: T) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(input, async (value) => {
    const worktree = TestWorktree.git(files(value));
    worktree.enter();
    try {
      await law(worktree, value);
    } finally {
      worktree.remove();
    }
  });
  await fc.assert(property, { seed: SEED, numRuns, endOnFailure: true });
}

export async function exported(project: Project): Promise<string> {
  const lines: string[] = [];
  for await (const line of project.exportLines()) lines.push(line);
  return lines.join("\n");
}

export function apply(worktree: TestWorktree, edit: Edit): void {
  for (const step of edit) {
    const { kind, path } = step;
    if (kind === "write") {
      worktree.write({ [path]: step.content });
      continue;
    }
    const source = join(worktree.root, path);
    if (!existsSync(source)) continue;
    if (kind === "delete") rmSync(source);
    else move(worktree, kind, path, step.to);
  }
  worktree.run("add", "-A");
}

function move(worktree: TestWorktree, kind: "rename" | "swap", path: string, to: string): void {
  const [source, target] = [join(worktree.root, path), join(worktree.root, to)];
  const [moved, replaced] = [readFileSync(source), existsSync(target) ? readFileSync(target) : null];
  rmSync(source);
  worktree.write({ [to]: moved });
  if (kind === "swap" && replaced !== null) worktree.write({ [path]: replaced });
}
