// References that were not bound, each with its reason.

import { z } from "zod";
import { UNRESOLVED_REASONS } from "../model/mod.ts";
import { indexedFile, unresolvedIn } from "../query/mod.ts";
import { fields, filterFields, reasonsShape, unverifiedSchema } from "../wire/mod.ts";
import { operation } from "./context.ts";
import { reasonCounts } from "./coverage.ts";
import { unverifiedItem } from "./items.ts";
import { answerOf, fileLimits, filterOf, pathOf } from "./shared.ts";

export const unresolved = operation({
  kind: "unresolved",
  summary: "list references that were not bound, and why",
  example: "unresolved --reason dynamic_receiver",
  counted: ({ path }) => ["references that were not bound", path === undefined ? "called" : "in"],
  head: () => ({ reasons: reasonsShape().describe("Of all that match, whatever reason was asked for.") }),
  schema: () =>
    z.strictObject({
      kind: z.literal("unresolved"),
      path: fields.path().optional().describe("Only in this file."),
      name: z.string().min(1).max(8_192).optional().describe("Only of this name."),
      reason: z.enum(UNRESOLVED_REASONS).optional().describe("Only of this reason."),
      limit: filterFields().limit,
      path_prefix: filterFields().path_prefix,
      language: filterFields().language,
    }),
  items: unverifiedSchema,
  positionals: [{ name: "name", field: "name", required: false }],
  flags: [{
    name: "reason",
    field: "reason",
    value: "text",
    help: "only this reason",
    choices: UNRESOLVED_REASONS,
  }],
  answer: async (context, request) => {
    const view = context.view(filterOf(context, request));
    const { name = null, reason = null } = request;
    const path = request.path === undefined
      ? null
      : indexedFile(view, pathOf(context, view, request.path)).path;
    const all = unresolvedIn(view, { path, name });
    const found = reason === null ? all : all.filter((miss) => miss.reason === reason);
    return {
      answer: answerOf({
        operation: "unresolved",
        view,
        items: found.map((miss) => unverifiedItem(view, miss)),
        head: { reasons: reasonCounts(all.map((miss) => ({ reason: miss.reason, count: 1 }))) },
        limit: request.limit,
        limitations: path === null ? [] : fileLimits(view, path),
        narrow: { request, paths: found.map((miss) => miss.path) },
      }),
    };
  },
});
