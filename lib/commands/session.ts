// What a command is given to speak through. Law kept: one document on stdout, also on failure; progress goes to stderr, and
// only where that is a terminal.

import { type Command, type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { isTerminal, type Progress, SILENT, terminalProgress, wantsColor } from "../host/mod.ts";
import { DEFAULT_LIMITS } from "../model/mod.ts";
import { type Asked, type Format, formatDocument, FORMATS, type JsonObject } from "../wire/mod.ts";
import { wholeNumber } from "./numbers.ts";

/** Where one run of the program prints, and what is known of how. */
export interface Session {
  /** Takes text for stdout. */
  print(text: string): void;
  /** What `--format` says, whether there is such a format or not; null without one. */
  readonly format: string | null;
  /** The question, once it is read. */
  asked: Asked | null;
  /** The exit code of a run that fails nowhere. */
  exitCode: number;
}

/** A command, or several alike: registers itself with the program. */
export type Register = (program: Command, session: Session) => void;

/** Prints the one document of a run. */
export function printDocument(session: Session, document: JsonObject): void {
  session.print(shown(session, document));
}

/** A document in the format of the session. JSON by default, whoever reads: indented for a terminal, compact in a pipe. */
export function shown({ format, asked }: Pick<Session, "format" | "asked">, document: JsonObject): string {
  const known = FORMATS.find((one) => one === format) ?? "json";
  const presentation = { isIndented: isTerminal("stdout"), hasColour: wantsColor("stdout"), asked };
  return formatDocument(document, known, presentation);
}

export interface FormatFlags {
  readonly format?: Format;
}

export function withFormat(command: Command): Command {
  const option = new Option("--format <format>", "how to print the answer, or the refusal; json by default");
  return command.addOption(option.choices(FORMATS)) as Command;
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
  program.option("--profile", "say on stderr where time and memory went");
}

/** The flag of every command that may meet another build. */
export interface WaitFlags {
  readonly wait?: number | true;
}

export function withWait(command: Command): Command {
  return command.option(
    "--wait [ms]",
    "wait for another build of the same worktree; without a number as long as one may take by default",
    wholeNumber as never,
  ) as Command;
}

/** How long to wait; not at all where nothing was said. */
export function waitMsOf({ wait }: WaitFlags): number {
  return wait === true ? DEFAULT_LIMITS.maxBuildMs : wait ?? 0;
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

/** The worktree flags as they were given. */
export function worktreeWords({ C, scope }: WorktreeFlags): string[] {
  return [...C === undefined ? [] : ["-C", C], ...scope === undefined ? [] : ["--scope", scope]];
}

/** An example at the end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  $ evident ${line}`;
}
