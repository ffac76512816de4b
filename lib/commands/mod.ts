// argv to stdout. Each run prints one JSON document, also on failure; help is text. What only some commands need is
// loaded when they run, so that `--version`, help and completion stay quick.
// Not here: logic; ending the process.

import { CommanderError } from "@commander-js/extra-typings";
import {
  isDebugging,
  isTerminal,
  phase,
  profileText,
  startProfile,
  writeStderr,
  writeStdout,
} from "../host/mod.ts";
import { asFailure } from "../model/mod.ts";
import type { Asked } from "../wire/mod.ts";
import { commandOf, formatOf, wordsOf } from "./words.ts";
import type { Session } from "./session.ts";
import { versionDocument } from "./version.ts";

/** Runs one command line, without program name. Resolves to the exit code; never rejects. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    writeStdout(versionText());
    return 0;
  }
  // A short answer is printed whole at the end, so that a failure never follows half a document; a long one as it comes.
  const session = new Output(formatOf(argv));
  const isProfiled = wordsOf(argv).includes("--profile");
  if (isProfiled) startProfile();
  try {
    await phase("command", () => command(argv, session));
  } catch (thrown) {
    const failure = await usageOrThrown(thrown);
    if (failure !== null) return await fail(failure, session);
  } finally {
    if (isProfiled) writeStderr(profileText());
  }
  session.end();
  return session.exitCode;
}

async function command(argv: readonly string[], session: Session): Promise<void> {
  const { buildProgram } = await phase("load", () => import("./program.ts"));
  const program = buildProgram(session, () => session.print(versionText()), commandOf(argv));
  await program.parseAsync([...argv], { from: "user" });
}

/** Takes what a command prints. */
class Output implements Session {
  readonly format: string | null;
  asked: Asked | null = null;
  exitCode = 0;
  #pending: string[] = [];
  #units = 0;

  constructor(format: string | null) {
    this.format = format;
  }

  print(text: string): void {
    this.#pending.push(text);
    this.#units += text.length;
    if (this.#units > HELD_UNITS) this.end();
  }

  end(): void {
    writeStdout(this.#pending.join(""));
    this.#pending = [];
    this.#units = 0;
  }
}

/** Longer than any document of a budget; what is longer is an export. */
const HELD_UNITS = 1 << 20;

async function usageOrThrown(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof CommanderError)) return thrown;
  const { usageFailure } = await import("./program.ts");
  return usageFailure(thrown);
}

/** Prints the failure document and says the exit code. A defect's stack goes to stderr. */
async function fail(thrown: unknown, session: Session): Promise<number> {
  const { failureDocument, traceOf } = await import("../wire/mod.ts");
  const { shown } = await import("./session.ts");
  const failure = asFailure(thrown);
  writeStdout(shown(session, failureDocument(failure)));
  if (failure.code === "internal.invariant") {
    const trace = traceOf(failure, isDebugging());
    if (trace !== null) writeStderr(`${trace}\n`);
  }
  return failure.exitCode;
}

function versionText(): string {
  return JSON.stringify(versionDocument(), null, isTerminal("stdout") ? 2 : 0) + "\n";
}
