// What several operations do alike: reading the filter and the paths, naming the symbol, making the answer.

import type { z } from "zod";
import { invariant, PARSE_FAILURES } from "../model/mod.ts";
import {
  type Filter,
  nameAlone,
  repositoryPath,
  type Selected,
  type Selector,
  selectSymbol,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import {
  type Answer,
  type filterFields,
  type JsonObject,
  type JsonValue,
  type Limitation,
  type LimitationCode,
  type RankedItem,
  requireFingerprint,
  selectorOf,
  type SymbolFieldValues,
} from "../wire/mod.ts";
import type { Context } from "./context.ts";
import { coverageOf } from "./coverage.ts";
import { limitation } from "./items.ts";
import { narrower } from "./narrower.ts";

type FilterValues = {
  readonly [K in keyof ReturnType<typeof filterFields>]?: z.output<ReturnType<typeof filterFields>[K]>;
};

/** The filter that a request's fields say. Failure path.outside_root. */
export function filterOf(context: Context, request: FilterValues): Filter {
  const prefix = request.path_prefix === undefined ? "" : repositoryPath(request.path_prefix, context.root);
  return {
    pathPrefix: prefix === "" ? null : prefix,
    language: request.language ?? null,
    minConfidence: request.min_confidence ?? null,
  };
}

/** A request's path as the index names it. Failure path.outside_root. */
export function pathOf(context: Context, view: View, written: string): string {
  return view.reader.files.byPath(written) === null ? repositoryPath(written, context.root) : written;
}

/** The way in which a request names its symbol. Failures request.fingerprint_required, path.outside_root. */
export function requestedSelector(
  context: Context,
  view: View,
  request: SymbolFieldValues,
  expected: string | undefined,
): Selector {
  const selector = selectorOf(request);
  invariant(selector !== null, "the schema lets exactly one way to name a symbol through");
  requireFingerprint(selector, expected);
  if (selector.by === "id") return { by: "id", id: selector.symbolId };
  if (selector.by === "name") return { by: "name", name: selector.symbol };
  return { ...selector, path: pathOf(context, view, selector.path) };
}

/** The one symbol that a request's fields name. Failures as `selectSymbol` and `requestedSelector`. */
export function requestedSymbol(
  context: Context,
  view: View,
  request: SymbolFieldValues,
  expected: string | undefined,
): Selected {
  return selectSymbol(view, requestedSelector(context, view, request, expected));
}

/** What an answer about a symbol has to say of how it was named and how well its file was read. */
export function selectionLimits(view: View, { symbol, sameNamed }: Selected): Limitation[] {
  return [limitation("same_named", sameNamed), ...fileLimits(view, symbol.path)];
}

/** What an answer about a file has to say of how well it was read. */
export function fileLimits(view: View, path: string): Limitation[] {
  const file = view.reader.files.byPath(path);
  const status = file?.status;
  const failure = PARSE_FAILURES.find((one) => status === "failed" && one === file?.reason);
  return [
    limitation("unsupported_language", status === "text" ? 1 : 0),
    limitation("partly_parsed", status === "partial" ? 1 : 0),
    limitation("not_parsed", status === "failed" ? 1 : 0),
    ...failure === undefined ? [] : [limitation(failure, 1)],
  ];
}

export interface AnswerParts {
  readonly operation: string;
  readonly view: View;
  readonly items: readonly RankedItem[];
  /** All there are; as many as `items` by default. */
  readonly total?: number;
  readonly limit: number;
  /** What only this operation's answers say of the whole. */
  readonly head?: JsonObject;
  readonly limitations?: readonly Limitation[];
  readonly next?: JsonValue;
  /** What to ask where not all is shown; made from `narrow` by default. */
  readonly nextIfCut?: JsonValue;
  /** How to ask for less where not all is shown. */
  readonly narrow?: Narrow;
}

export interface Narrow {
  /** The operation's fields as they were asked. */
  readonly request: JsonObject;
  /** Where the items lie, in their order. */
  readonly paths: readonly string[];
}

/** A request of fields that came, and the symbol so that it means just this one. */
export function narrowAround(
  view: View,
  symbol: StoredSymbol,
  request: JsonObject,
  paths: readonly string[],
): Narrow {
  const { symbol: _name, symbol_id: _id, path: _path, line: _line, column: _column, ...rest } = request;
  return { request: { ...rest, ...nameAlone(view, symbol) }, paths };
}

/** An answer with its coverage. Where nothing matched and nothing else explains it, it says so. */
export function answerOf(parts: AnswerParts): Answer {
  const { operation, view, items, limit, next = null, narrow } = parts;
  const total = parts.total ?? items.length;
  const coverage = coverageOf(view);
  const limitations = [
    ...parts.limitations ?? [],
    limitation("filter_matches_no_file", coversFiles(coverage) ? 0 : 1),
  ].filter(({ code }) => total === 0 || code !== "unsupported_language");
  const isExplained = limitations.some(({ code, count }) => count > 0 && !EXPLAINS_NOTHING.has(code));
  return {
    operation,
    items,
    total,
    limit,
    ...parts.head !== undefined && { head: parts.head },
    coverage,
    limitations: [...limitations, limitation("no_match", total === 0 && !isExplained ? 1 : 0)],
    next,
    ...narrow !== undefined && { nextIfCut: narrower({ ...narrow, view, total, limit }) ?? next },
    ...parts.nextIfCut !== undefined && { nextIfCut: parts.nextIfCut },
  };
}

/** Limitations that are no reason for an empty answer. */
const EXPLAINS_NOTHING: ReadonlySet<LimitationCode> = new Set([
  "same_named",
  "commit_changed",
  "partly_parsed",
]);

function coversFiles(coverage: JsonObject): boolean {
  const { omitted, ...included } = coverage.files as Record<string, number | JsonObject>;
  return Object.keys(omitted as JsonObject).length > 0 ||
    Object.values(included).some((count) => count !== 0);
}
