// The command line's grammar: every command registered once. What commander finds wrong becomes a Failure of ours.

import { Command, type CommanderError } from "@commander-js/extra-typings";
import { Failure } from "../model/mod.ts";
import { operationCalled, registerOperation, registerOperations, registerQuery } from "./ask.ts";
import { registerIndex, registerSync } from "./builds.ts";
import { registerCompletions } from "./completions.ts";
import { registerDoctor } from "./doctor.ts";
import { type Register, type Session, withWorktree } from "./session.ts";
import { registerSchema } from "./schema.ts";
import { registerClear, registerExport, registerGc, registerStatus } from "./state.ts";

/** In the order of the help, each by its name; the operations have names of their own. */
const COMMANDS: readonly (readonly [name: string | null, register: Register])[] = [
  ["index", registerIndex],
  ["sync", registerSync],
  ["status", registerStatus],
  ["clear", registerClear],
  ["gc", registerGc],
  ["doctor", registerDoctor],
  ["query", registerQuery],
  [null, registerOperations],
  ["export", registerExport],
  ["schema", registerSchema],
];

const EXAMPLES = `
Examples:
  $ evident index
  $ evident explore "how are requests dispatched"
  $ evident callers Flask.run --depth 2

Every command prints one JSON document; --format prints it as ndjson, text or markdown. Exit codes: 0 answered,
1 refused and the caller can mend it, 2 usage, 3 run index or sync and retry, 70 a defect of evident.`;

/**
 * The program with its commands; where `asked` names one with that alone, as making all of them takes longer than many an
 * answer.
 */
export function buildProgram(session: Session, printVersion: () => void, asked: string | null): Command {
  const program = new Command("evident")
    .description("A code graph of a Git worktree whose every edge carries its evidence.")
    .option("--version", "say version, commit, runtime and grammar digests")
    .addHelpText("after", EXAMPLES)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => session.print(text), writeErr: () => undefined });
  withWorktree(program);
  // A second name would only widen the list.
  program.configureHelp({
    showGlobalOptions: true,
    subcommandTerm: (command) => `${command.name()} ${command.usage()}`,
  });
  const operation = operationCalled(asked);
  const own = COMMANDS.find(([name]) => name !== null && name === asked);
  if (operation !== undefined) registerOperation(program as Command, session, operation);
  else if (own !== undefined) own[1](program as Command, session);
  else {
    for (const [, register] of COMMANDS) register(program as Command, session);
    registerCompletions(program as Command);
  }
  // A flag of a command that is none says nothing: what is told is that there is no such command.
  program.argument("[command]").allowUnknownOption().allowExcessArguments().action((command, options) => {
    if (options.version === true) return printVersion();
    if (command?.startsWith("-")) {
      throw new Failure("usage.bad_flag", `There is no flag ${command}.`, { hint: "evident --help" });
    }
    throw new Failure(
      "usage.unknown_command",
      command === undefined ? "No command was given." : `There is no command ${command}.`,
      {
        hint: "evident --help",
        ...command !== undefined && { detail: { command } },
      },
    );
  });
  return program as unknown as Command;
}

/** What commander threw as a Failure; null where it only ended after printing help. */
export function usageFailure(error: CommanderError): Failure | null {
  if (error.exitCode === 0) return null;
  const code = error.code === "commander.unknownCommand" ? "usage.unknown_command" : "usage.bad_flag";
  return new Failure(code, error.message.replace(/^error: /, ""), { hint: "evident --help" });
}
