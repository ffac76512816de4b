// What tests of comparisons with a commit share.

import { open, type Project } from "../../lib/app/mod.ts";
import type { TestWorktree } from "../worktrees.ts";
import type { Document } from "./asking.ts";

export const CODE = "def f():\n    return 1\n\n\ndef g():\n    return f()\n";
export const EDITED = CODE.replace("return 1", "return 2");
export const dos = (text: string) => text.replaceAll("\n", "\r\n");

/** Files and symbols that changed, in few words. */
export function told(answer: Document): string[] {
  return answer.items.map((one: Document) => {
    const renamed = one.renamed_from ?? one.renamed_to;
    const name = one.kind === "file" ? one.path : one.qualified_name;
    return `${one.change} ${name}${renamed === undefined ? "" : ` (${renamed})`}`;
  });
}

export async function indexed(worktree: TestWorktree): Promise<Project> {
  const project = open({ directory: worktree.root });
  await project.index({ workers: 1 });
  return project;
}

export async function changesSince(project: Project, base: string): Promise<Document> {
  return await project.query({ operation: { kind: "changes", base } });
}
