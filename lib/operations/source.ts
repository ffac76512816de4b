// Source exactly as it was captured: a symbol's, or lines of a file.

import { z } from "zod";
import { Failure } from "../model/mod.ts";
import { indexedFile, type View } from "../query/mod.ts";
import { fields, filterFields, type ItemForm, QuotableFile, selectorOf, symbolFields } from "../wire/mod.ts";
import { type Context, operation } from "./context.ts";
import { cite, limitation, sourceOf } from "./items.ts";
import { answerOf, filterOf, requestedSymbol } from "./shared.ts";

const MAX_LINES = 200;
/** Forms that fall back to fewer lines where the budget is small. */
const QUOTE_BYTES = [32_768, 16_384, 8_192, 4_096, 2_048, 1_024, 256];

export const source = operation({
  kind: "source",
  summary: "quote source lines with their digest",
  example: "source --path src/app.py --start-line 10 --end-line 40",
  schema: z.strictObject({
    kind: z.literal("source"),
    symbol_id: symbolFields.symbol_id,
    symbol: symbolFields.symbol,
    path: fields.path.optional(),
    file_sha256: fields.fingerprint.optional().describe("Refuse where the file has another digest."),
    start_line: z.int().min(1).optional(),
    end_line: z.int().min(1).optional(),
    language: filterFields.language,
    path_prefix: filterFields.path_prefix,
  }).superRefine((request, check) => {
    const ways = [request.symbol_id, request.symbol, request.path].filter((way) => way !== undefined).length;
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
  }),
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
    const view = context.view(filterOf(request));
    const { path, startLine, endLine } = wantedLines(view, request, expected);
    const citation = cite(view, path);
    const file = new QuotableFile(citation, view.sourceOf(path));
    const last = Math.min(endLine ?? file.lineCount, file.lineCount, startLine + MAX_LINES - 1);
    if (startLine > file.lineCount) {
      throw new Failure("request.malformed", `${path} has ${file.lineCount} lines.`, {
        detail: { path, lines: file.lineCount },
      });
    }
    const isShort = (endLine ?? file.lineCount) > last;
    const items = [() => quotations(context, file, path, startLine, last)];
    const limitations = [
      limitation("not_utf8", file.isText ? 0 : 1),
      limitation(
        "max_lines",
        isShort && last < file.lineCount ? Math.min(endLine ?? file.lineCount, file.lineCount) - last : 0,
        true,
      ),
    ];
    const next = isShort && last < file.lineCount
      ? { operation: { kind: "source", path, start_line: last + 1 } }
      : null;
    return {
      answer: answerOf({
        operation: "source",
        view,
        items: file.isText ? items : [],
        limit: 1,
        limitations,
        next,
      }),
    };
  },
});

function wantedLines(
  view: View,
  request: {
    path?: string;
    file_sha256?: string;
    start_line?: number;
    end_line?: number;
    symbol?: string;
    symbol_id?: string;
  },
  expected: string | undefined,
): { path: string; startLine: number; endLine: number | null } {
  if (selectorOf({ symbol: request.symbol, symbol_id: request.symbol_id }) !== null) {
    const symbol = requestedSymbol(view, { symbol: request.symbol, symbol_id: request.symbol_id }, expected);
    return { path: symbol.path, startLine: symbol.startLine, endLine: symbol.endLine };
  }
  const path = request.path!;
  const file = indexedFile(view, path);
  if (request.file_sha256 !== undefined && request.file_sha256 !== file.sha256) {
    throw new Failure("index.code_changed", `${path} has another content than file_sha256 says.`, {
      hint: "Ask again with the digest of the current answer.",
      detail: { path, sha256: file.sha256 },
    });
  }
  return { path, startLine: request.start_line ?? 1, endLine: request.end_line ?? null };
}

function* quotations(
  context: Context,
  file: QuotableFile,
  path: string,
  startLine: number,
  endLine: number,
): Iterable<ItemForm> {
  let shown = -1;
  for (const bytes of QUOTE_BYTES) {
    const { snippet, omittedLines } = file.quote({ startLine, endLine }, bytes, context.sha256);
    if (snippet === null || snippet.text.length === shown) continue;
    shown = snippet.text.length;
    const value = {
      ...sourceOf(path, snippet),
      ...omittedLines.length > 0 && { omitted_lines: [...omittedLines] },
    };
    yield { value, cites: [file.citation] };
  }
}
