// argv to stdout. Each run prints one JSON document, also on failure; help is text. What only some commands need is
// loaded when they run, so that `--version`, help and completion stay quick.
// Not here: logic; ending the process.

import { CommanderError } from "@commander-js/extra-typings";
import { isTerminal, writeStderr, writeStdout } from "../host/mod.ts";
import { buildProgram, usageFailure } from "./program.ts";
import { versionDocument } from "./version.ts";

/** Runs one command line, without program name. Resolves to the exit code; never rejects. */
export async function run(argv: readonly string[]): Promise<number> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const program = buildProgram(print, () => print(versionText()));
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (thrown) {
    const failure = thrown instanceof CommanderError ? usageFailure(thrown) : thrown;
    if (failure !== null) return await fail(failure);
  }
  writeStdout(printed.join(""));
  return 0;
}

/** Prints the failure document and says the exit code. A defect's stack goes to stderr. */
async function fail(thrown: unknown): Promise<number> {
  const { asFailure, failureDocument, renderDocument } = await import("../wire/mod.ts");
  const failure = asFailure(thrown);
  writeStdout(renderDocument(failureDocument(failure), isTerminal("stdout") ? "indented" : "compact"));
  if (failure.code === "internal.invariant" && failure.cause instanceof Error) {
    writeStderr(`${failure.cause.stack ?? failure.cause.message}\n`);
  }
  return failure.exitCode;
}

function versionText(): string {
  return JSON.stringify(versionDocument(), null, isTerminal("stdout") ? 2 : 0) + "\n";
}
