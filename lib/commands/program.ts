// The command line's grammar: commands, flags and their help. What commander finds wrong becomes a Failure of ours.

import { Command, type CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Failure } from "../model/mod.ts";

/** Takes text for stdout. */
export type Print = (text: string) => void;

const EXAMPLES = `
Examples:
  $ evident --version`;

/** The program with its commands. `print` is handed help texts; `printVersion` is asked for the version. */
export function buildProgram(print: Print, printVersion: () => void): CommandUnknownOpts {
  return new Command("evident")
    .description("A code graph of a Git worktree whose every edge carries its evidence.")
    .option("--version", "say version, commit, runtime and grammar digests")
    .argument("[command]")
    .addHelpText("after", EXAMPLES)
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: () => undefined })
    .action((command, options) => {
      if (options.version === true) return printVersion();
      throw command === undefined
        ? new Failure("usage.unknown_command", "No command was given.", { hint: "evident --help" })
        : new Failure("usage.unknown_command", `There is no command ${command}.`, {
          hint: "evident --help",
          detail: { command },
        });
    });
}

/** What commander threw as a Failure; null where it only ended after printing help. */
export function usageFailure(error: CommanderError): Failure | null {
  if (error.exitCode === 0) return null;
  const code = error.code === "commander.unknownCommand" ? "usage.unknown_command" : "usage.bad_flag";
  return new Failure(code, error.message.replace(/^error: /, ""), { hint: "evident --help" });
}
