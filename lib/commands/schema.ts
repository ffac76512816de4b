// `schema`: the JSON Schemas of requests and answers, for programs and agents that make or read them.

import { Option } from "@commander-js/extra-typings";
import { DOCUMENT_KINDS, documentSchema, jsonSchemas, OPERATIONS, STATUS } from "../operations/mod.ts";
import { example, printDocument, type Register } from "./session.ts";

export const registerSchema: Register = (program, session) => {
  const kinds = new Option("--operation <kind>", "only of this operation");
  program.command("schema")
    .description("print the JSON Schema of requests and answers")
    .option("--request", "only of requests")
    .option("--response", "only of answers and failures")
    .addOption(new Option("--document <kind>", "only of what a command prints").choices(DOCUMENT_KINDS))
    .addOption(kinds.choices([STATUS, ...OPERATIONS.map(({ kind }) => kind)]))
    .addHelpText("after", example("schema --request --operation callers"))
    .action(({ request: onlyRequest, response: onlyResponse, operation, document }) => {
      if (document !== undefined) return printDocument(session, documentSchema(document));
      const { request, response } = jsonSchemas(operation ?? null);
      const isOne = onlyRequest !== onlyResponse;
      if (isOne) return printDocument(session, onlyRequest === true ? request : response);
      const documents = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, documentSchema(kind)]));
      printDocument(session, { request, response, ...operation === undefined && { documents } });
    });
};
