// What a command is given to speak through. Law kept: one document on stdout, also on failure; progress goes to stderr, and
// only where that is a terminal.

import { type Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { isTerminal, type Progress, SILENT, terminalProgress } from "../host/mod.ts";
import { type JsonObject, renderDocument } from "../wire/mod.ts";

/** Where one run of the program prints. */
export interface Session {
  /** Takes text for stdout. */
  print(text: string): void;
}

/** A command, or several alike: registers itself with the program. */
export type Register = (program: Command, session: Session) => void;

/** Prints the one document of a run: indented for a terminal, compact in a pipe. */
export function printDocument(session: Session, document: JsonObject): void {
  session.print(renderDocument(document, isTerminal("stdout") ? "indented" : "compact"));
}

/** Runs long work with progress on a terminal's stderr. */
export async function withProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  const progress = isTerminal("stderr") ? terminalProgress() : SILENT;
  try {
    return await work(progress);
  } finally {
    progress.done();
  }
}

/** The worktree flags that every command takes. */
export interface WorktreeFlags {
  readonly C?: string;
  readonly scope?: string;
}

/** Adds the worktree flags to the program: they may stand before or behind a command. */
export function withWorktree(program: CommandUnknownOpts): void {
  program.option("-C <dir>", "work on the worktree that holds this folder");
  program.option("--scope <name>", "work on a scope of the configuration file");
}

const VERIFY_MODES = ["content", "stat", "none"] as const;

/** The flags of every command that looks whether the index is fresh. */
export interface VerifyFlags extends WorktreeFlags {
  readonly verify?: (typeof VERIFY_MODES)[number];
}

export function withVerify(command: Command): Command {
  const option = new Option(
    "--verify <mode>",
    "how to check that the answer is still true; content by default",
  );
  return command.addOption(option.choices(VERIFY_MODES)) as Command;
}

/** Worktree flags as the app takes them. */
export function openOptionsOf(flags: WorktreeFlags): { directory?: string; scope?: string } {
  return {
    ...flags.C !== undefined && { directory: flags.C },
    ...flags.scope !== undefined && { scope: flags.scope },
  };
}

/** An example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  $ evident ${line}`;
}
