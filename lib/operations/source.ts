// Source exactly as it was captured: a symbol's, or lines of a file.

import { z } from "zod";
import { Failure } from "../model/mod.ts";
import { fileSymbol, indexedFile, requireLine, type StoredSymbol, type View } from "../query/mod.ts";
import {
  fields,
  filterFields,
  type ItemForm,
  itemSchema,
  type JsonObject,
  MAX_BYTES,
  oneWay,
  QuotableFile,
  quotedShape,
  symbolFields,
} from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { cite, limitation, sourceOf, symbolFieldsOf } from "./items.ts";
import { answerOf, filterOf, pathOf, requestedSymbol } from "./shared.ts";

const MAX_LINES = 200;
/** The least that a quotation falls back to where the budget is small. */
const LEAST_BYTES = 64;

export const source = operation({
  kind: "source",
  summary: "quote source lines with their digest",
  example: "source --path src/app.py --start-line 10 --end-line 40",
  counted: ["quotations", "of"],
  schema: () =>
    z.strictObject({
      kind: z.literal("source"),
      symbol_id: symbolFields().symbol_id,
      symbol: symbolFields().symbol,
      path: fields.path().optional().describe("The file whose lines are quoted."),
      file_sha256: fields.fingerprint().optional().describe("Refuse where the file has another digest."),
      start_line: z.int().min(1).optional().describe("First line; 1 by default."),
      end_line: z.int().min(1).optional().describe(
        "Last line, at or after start_line; 200 lines at most are quoted.",
      ),
      language: filterFields().language,
      path_prefix: filterFields().path_prefix,
    }).superRefine((request, check) => {
      const ways = [request.symbol_id, request.symbol, request.path].filter((way) =>
        way !== undefined
      ).length;
      if (ways !== 1) {
        check.addIssue({ code: "custom", path: [], message: "exactly one of symbol_id, symbol or path" });
      }
      for (const field of ["file_sha256", "start_line", "end_line"] as const) {
        if (request[field] !== undefined && request.path === undefined) {
          check.addIssue({ code: "custom", path: [field], message: `${field} only with path` });
        }
      }
      if (
        request.start_line !== undefined && request.end_line !== undefined &&
        request.end_line < request.start_line
      ) {
        check.addIssue({ code: "custom", path: ["end_line"], message: "end_line at or after start_line" });
      }
    }).meta({
      anyOf: oneWay([["symbol_id"], ["symbol"], ["path"]]),
      dependentRequired: { file_sha256: ["path"], start_line: ["path"], end_line: ["path"] },
    }),
  items: () => {
    const omitted = z.array(z.int().min(1)).describe("Lines that alone are longer than fits.");
    return z.union([
      itemSchema({ ...quotedShape(), omitted_lines: omitted.optional() }),
      itemSchema({ clipped: z.literal(true), omitted_lines: omitted }),
    ]);
  },
  positionals: [{ name: "symbol", field: "symbol", required: false }],
  flags: [
    { name: "start-line", field: "start_line", value: "integer", help: "first line, from 1" },
    { name: "end-line", field: "end_line", value: "integer", help: "last line, included; at most 200 lines" },
    {
      name: "file-sha256",
      field: "file_sha256",
      value: "text",
      help: "refuse where the file has another digest",
    },
  ],
  answer: async (context, request, expected) => {
    const view = context.view(filterOf(context, request));
    const wanted = wantedLines(context, view, request, expected);
    const { path } = wanted.symbol;
    const file = new QuotableFile(cite(view, path), view.sourceOf(path));
    requireLine(path, wanted.startLine, file.lineCount);
    const endLine = Math.min(wanted.endLine ?? file.lineCount, file.lineCount);
    const last = Math.min(endLine, wanted.startLine + MAX_LINES - 1);
    const isInside = view.admits(path);
    const rest = {
      kind: "source",
      path,
      start_line: last + 1,
      ...wanted.endLine !== null && { end_line: endLine },
    };
    return {
      answer: answerOf({
        operation: "source",
        view,
        items: file.isText && isInside ? [() => quotations(context, file, wanted, last)] : [],
        limit: 1,
        limitations: [
          limitation("same_named", wanted.sameNamed),
          limitation("outside_filter", isInside ? 0 : 1),
          limitation("not_utf8", file.isText ? 0 : 1),
          limitation("past_end_of_file", Math.max(0, (wanted.endLine ?? 0) - file.lineCount)),
          limitation("max_lines", endLine - last),
        ],
        next: endLine > last ? { operation: rest } : null,
      }),
    };
  },
});

interface Wanted {
  /** The symbol whose source it is, or the file's own. */
  readonly symbol: StoredSymbol;
  readonly sameNamed: number;
  readonly startLine: number;
  /** Null to the end of the file. */
  readonly endLine: number | null;
}

interface SourceFields {
  readonly path?: string;
  readonly file_sha256?: string;
  readonly start_line?: number;
  readonly end_line?: number;
  readonly symbol?: string;
  readonly symbol_id?: string;
}

function wantedLines(
  context: Context,
  view: View,
  request: SourceFields,
  expected: string | undefined,
): Wanted {
  if (request.path === undefined) {
    const { symbol, symbol_id } = request;
    const selected = requestedSymbol(context, view, { symbol, symbol_id }, expected);
    return { ...selected, startLine: selected.symbol.startLine, endLine: selected.symbol.endLine };
  }
  const file = indexedFile(view, pathOf(context, view, request.path));
  if (request.file_sha256 !== undefined && request.file_sha256 !== file.sha256) {
    throw new Failure("index.code_changed", `${file.path} has another content than file_sha256 says.`, {
      hint: "Ask again with the digest of the current answer.",
      detail: { path: file.path, sha256: file.sha256 },
    });
  }
  return {
    symbol: fileSymbol(view, file.path),
    sameNamed: 0,
    startLine: request.start_line ?? 1,
    endLine: request.end_line ?? null,
  };
}

/** The lines, ever fewer of them, and at last the name of the first that does not fit. */
function* quotations(
  context: Context,
  file: QuotableFile,
  { symbol, startLine }: Wanted,
  endLine: number,
): Iterable<ItemForm> {
  const cites = [file.citation];
  let before = -1;
  for (let bytes: number = MAX_BYTES.most; bytes >= LEAST_BYTES; bytes = Math.floor(bytes * 0.9)) {
    const { snippet, omittedLines } = file.quote({ startLine, endLine }, bytes, context.sha256);
    if (snippet === null || snippet.endLine === before) continue;
    before = snippet.endLine;
    const value: JsonObject = {
      // One range for item and text: that of what is shown.
      ...symbolFieldsOf(symbol),
      ...sourceOf(symbol.path, snippet),
      ...omittedLines.length > 0 && { omitted_lines: [...omittedLines] },
    };
    yield { value, cites };
  }
  const range = { start_line: startLine, end_line: startLine };
  yield { value: { ...symbolFieldsOf(symbol), ...range, clipped: true, omitted_lines: [startLine] }, cites };
}
