// `query` and a short form for each operation. Law kept: a short form only builds the request that `query` would be given.

import { Command, Option } from "@commander-js/extra-typings";
import { open } from "../app/mod.ts";
import { type Flag, type Operation, OPERATIONS, type QueryRequest, readRequest } from "../operations/mod.ts";
import { askedOf } from "./asked.ts";
import { flagsOf, REQUEST_FLAGS } from "./flags.ts";
import { earlierAnswer, requestText } from "./input.ts";
import { wholeNumber } from "./numbers.ts";
import {
  example,
  type FormatFlags,
  openOptionsOf,
  printDocument,
  type Register,
  type Session,
  type VerifyFlags,
  type WaitFlags,
  waitMsOf,
  withFormat,
  withProgress,
  withVerify,
  withWait,
  worktreeWords,
} from "./session.ts";

interface AskFlags extends VerifyFlags, FormatFlags, WaitFlags {
  readonly sync?: boolean;
}

const SYNC = ["--sync", "sync first"] as const;

export const registerQuery: Register = (program, session) => {
  const command = program.command("query").description("answer a request given as JSON");
  withWait(withFormat(withVerify(command as Command)))
    .requiredOption("--request-file <file>", "the request; - reads it from standard input")
    .option(...SYNC)
    .addHelpText(
      "after",
      example(`query --request-file - <<< '{"operation":{"kind":"symbols","query":"run"}}'`),
    )
    .action(async (_, self) => {
      const flags: AskFlags & { requestFile: string } = self.optsWithGlobals();
      await ask(session, flags, readRequest(requestText(flags.requestFile)));
    });
};

export const registerOperations: Register = (program, session) => {
  for (const operation of OPERATIONS) registerOperation(program, session, operation);
};

/** The operation that a command's name or its alias names; undefined where it is another command. */
export function operationCalled(command: string | null): Operation | undefined {
  return OPERATIONS.find(({ kind }) => command === kind || command === aliasOf(kind));
}

function aliasOf(kind: string): string {
  return kind.replaceAll("_", "-");
}

export function registerOperation(program: Command, session: Session, operation: Operation): void {
  const described = program.command(operation.kind).description(operation.summary) as Command;
  if (operation.kind.includes("_")) described.alias(aliasOf(operation.kind));
  const command = withWait(withFormat(withVerify(described)));
  for (const { name: word, required, isMany } of operation.positionals) {
    const name = isMany === true ? `${word}...` : word;
    command.argument(required ? `<${name}>` : `[${name}]`);
  }
  const own = flagsOf(operation);
  for (const flag of [...own, ...REQUEST_FLAGS]) command.addOption(optionOf(flag));
  command
    .option(...SYNC)
    .addHelpText("after", example(operation.example))
    .action(async (...given: unknown[]) => {
      const flags: AskFlags & Record<string, unknown> = (given.at(-1) as Command).optsWithGlobals();
      const fields: Record<string, unknown> = { kind: operation.kind };
      operation.positionals.forEach(({ field, isAnswerFile }, at) => {
        const value = given[at];
        if (value === undefined || Array.isArray(value) && value.length === 0) return;
        fields[field] = isAnswerFile === true ? earlierAnswer(String(value)) : value;
      });
      fill(fields, flags, own);
      const request: Record<string, unknown> = { operation: fields };
      fill(request, flags, REQUEST_FLAGS);
      await ask(session, flags, request as unknown as QueryRequest);
    });
}

function optionOf({ name, value, help, choices }: Flag): Option {
  if (value === "switch") return new Option(`--${name}`, help);
  const option = new Option(
    `--${name} <${value === "integer" ? "n" : value === "list" ? "list" : "text"}>`,
    help,
  );
  if (choices !== undefined) option.choices(choices);
  else if (value === "integer") option.argParser(wholeNumber as never);
  else if (value === "list") option.argParser(((text: string) => text.split(",")) as never);
  return option;
}

function fill(fields: Record<string, unknown>, flags: Record<string, unknown>, from: readonly Flag[]): void {
  for (const { name, field } of from) {
    const value = flags[name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())];
    if (value !== undefined) fields[field] = value;
  }
}

async function ask(session: Session, flags: AskFlags, request: QueryRequest): Promise<void> {
  session.asked = askedOf(request, worktreeWords(flags), [
    ...flags.verify === undefined ? [] : ["--verify", flags.verify],
    ...flags.format === undefined ? [] : ["--format", flags.format],
  ]);
  const project = open(openOptionsOf(flags));
  const document = await withProgress((progress) =>
    project.query(request, {
      verify: flags.verify,
      sync: flags.sync === true,
      waitMs: waitMsOf(flags),
      progress,
    })
  );
  printDocument(session, document);
}
