// `index` and `sync`.

import type { Command } from "@commander-js/extra-typings";
import { buildDocument, type BuildOptions, open, type Project } from "../app/mod.ts";
import { wholeNumber } from "./numbers.ts";
import {
  example,
  openOptionsOf,
  printDocument,
  type Register,
  type WaitFlags,
  waitMsOf,
  withFormat,
  withProgress,
  withWait,
  type WorktreeFlags,
} from "./session.ts";

interface BuildFlags extends WorktreeFlags, WaitFlags {
  readonly sourceRoot?: string[];
  readonly includeUntracked?: boolean;
  readonly exclude?: string[];
  readonly workers?: number;
}

type Builder = (project: Project, options: BuildOptions) => ReturnType<Project["index"]>;

const gathered = (value: string, before: string[] | undefined): string[] => [...before ?? [], value];

function buildCommand(name: string, summary: string, line: string, builder: Builder): Register {
  return (program, session) => {
    withWait(withFormat(program.command(name).description(summary) as Command))
      .option("--source-root <dir>", "folder that imports start from; may be given several times", gathered)
      .option("--include-untracked", "take files that Git does not track, ignored ones apart")
      .option("--no-include-untracked", "take tracked files only")
      .option("--exclude <glob>", "leave paths out; may be given several times", gathered)
      .option("--workers <n>", "parsing threads; changes nothing in the result", wholeNumber)
      .addHelpText(
        "after",
        `\nThe first three flags are kept and hold for every later command.\n${example(line)}`,
      )
      .action(async (_, command) => {
        const flags: BuildFlags = command.optsWithGlobals();
        const project = open(openOptionsOf(flags));
        const report = await withProgress((progress) =>
          builder(project, {
            ...flags.sourceRoot !== undefined && { sourceRoots: flags.sourceRoot },
            ...flags.includeUntracked !== undefined && { includeUntracked: flags.includeUntracked },
            ...flags.exclude !== undefined && { exclude: flags.exclude },
            ...flags.workers !== undefined && { workers: Math.max(1, flags.workers) },
            waitMs: waitMsOf(flags),
            progress,
          })
        );
        printDocument(session, buildDocument(report));
      });
  };
}

export const registerIndex = buildCommand(
  "index",
  "build the index of a worktree anew",
  "index --include-untracked",
  (project, options) => project.index(options),
);

export const registerSync = buildCommand(
  "sync",
  "bring the index up to date; publishes nothing where nothing changed",
  "sync",
  (project, options) => project.sync(options),
);
