// What several operations do alike: reading the filter, naming the symbol, making the answer.

import type { z } from "zod";
import { type Filter, type Selector, selectSymbol, type StoredSymbol, type View } from "../query/mod.ts";
import {
  type Answer,
  type filterFields,
  type JsonValue,
  type Limitation,
  type RankedItem,
  requireFingerprint,
  selectorOf,
  type SymbolFieldValues,
} from "../wire/mod.ts";
import { invariant } from "../model/mod.ts";
import { coverageOf } from "./coverage.ts";
import { limitation } from "./items.ts";

type FilterValues = { readonly [K in keyof typeof filterFields]?: z.output<(typeof filterFields)[K]> };

/** The filter that a request's fields say. */
export function filterOf(request: FilterValues): Filter {
  return {
    pathPrefix: request.path_prefix ?? null,
    language: request.language ?? null,
    minConfidence: request.min_confidence ?? null,
  };
}

/** The one symbol that a request's fields name. Failures as `selectSymbol`, and request.fingerprint_required. */
export function requestedSymbol(
  view: View,
  request: SymbolFieldValues,
  expected: string | undefined,
): StoredSymbol {
  const selector = selectorOf(request);
  invariant(selector !== null, "the schema lets exactly one way to name a symbol through");
  requireFingerprint(selector, expected);
  return selectSymbol(view, asSelector(selector));
}

function asSelector(selector: NonNullable<ReturnType<typeof selectorOf>>): Selector {
  if (selector.by === "id") return { by: "id", id: selector.symbolId };
  return selector.by === "name" ? { by: "name", name: selector.symbol } : selector;
}

export interface AnswerParts {
  readonly operation: string;
  readonly view: View;
  readonly items: readonly RankedItem[];
  /** All there are; as many as `items` by default. */
  readonly total?: number;
  readonly limit: number;
  readonly limitations?: readonly Limitation[];
  readonly next?: JsonValue;
}

/** An answer with its coverage; no match says so. */
export function answerOf(
  { operation, view, items, total, limit, limitations = [], next = null }: AnswerParts,
): Answer {
  const all = total ?? items.length;
  return {
    operation,
    items,
    total: all,
    limit,
    coverage: coverageOf(view),
    limitations: [...limitations, limitation("no_match", all === 0 ? 1 : 0)],
    next,
  };
}
