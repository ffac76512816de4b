// Items as answers show them: symbols, relationships, files, source. Law kept: every item cites the files it speaks of;
// a snippet cites just what it shows.

import { resolutionOf } from "../model/mod.ts";
import type { StoredEdge, StoredMiss, StoredSymbol, View } from "../query/mod.ts";
import {
  type Citation,
  type ItemForm,
  type JsonObject,
  type Limitation,
  type LimitationCode,
  QuotableFile,
  type RankedItem,
} from "../wire/mod.ts";
import type { Context } from "./context.ts";

/** The fields that every item about a symbol has. */
export function symbolFieldsOf(symbol: StoredSymbol): JsonObject {
  return {
    symbol_id: symbol.id,
    kind: symbol.kind,
    name: symbol.name,
    qualified_name: symbol.qualifiedName,
    path: symbol.path,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
  };
}

/** Line of the name, signature where there is one, and whether it is a test. */
export function headOf(symbol: StoredSymbol): JsonObject {
  return {
    line: symbol.line,
    ...symbol.signature !== null && symbol.signature !== "" && { signature: symbol.signature },
    ...symbol.isTest && { is_test: true },
  };
}

export function siteOf(
  at: { readonly path: string; readonly line: number; readonly column: number },
): JsonObject {
  return { path: at.path, line: at.line, column: at.column };
}

/** The fields that every relationship has. */
export function relationOf(edge: StoredEdge): JsonObject {
  return {
    kind: edge.kind,
    site: siteOf(edge),
    resolution: resolutionOf(edge.confidence),
    confidence: edge.confidence,
    rule_id: edge.ruleId,
    via: [...edge.via],
  };
}

/** A reference that was not bound. */
export function missOf(miss: StoredMiss): JsonObject {
  return {
    name: miss.name,
    role: miss.role,
    site: siteOf(miss),
    receiver: miss.receiver,
    reason: miss.reason,
    module: miss.module,
  };
}

/** How many sites an item tells, in ever shorter forms. */
const SITES_SHOWN = [Infinity, 10, 3, 1] as const;

/** A symbol with the sites that relate it; where not all fit, the first of them and how many more there are. */
export function relatedItem<T extends { readonly path: string }>(
  view: View,
  symbol: StoredSymbol,
  extra: JsonObject,
  sites: readonly T[],
  told: (site: T) => JsonObject,
): RankedItem {
  return function* (): Iterable<ItemForm> {
    let before = -1;
    for (const most of SITES_SHOWN) {
      const shown = sites.slice(0, most);
      if (shown.length === before) continue;
      before = shown.length;
      const more = sites.length - shown.length;
      yield {
        value: {
          ...symbolFieldsOf(symbol),
          ...headOf(symbol),
          ...extra,
          relations: shown.map(told),
          ...more > 0 && { more_sites: more },
        },
        cites: [cite(view, symbol.path), ...shown.map(({ path }) => cite(view, path))],
      };
    }
  };
}

/** Where a name stands that was not bound, in the symbol that it stands in. */
export function unverifiedItem(view: View, miss: StoredMiss): RankedItem {
  const value = { ...symbolFieldsOf(view.symbol(miss.source)), unverified: missOf(miss) };
  return item(value, [cite(view, view.symbol(miss.source).path), cite(view, miss.path)]);
}

export function cite(view: View, path: string, generation?: "before" | "after"): Citation {
  const sha256 = view.reader.files.byPath(path)?.sha256 ?? "";
  return generation === undefined ? { path, sha256 } : { path, sha256, generation };
}

/** An item with one form. */
export function item(value: JsonObject, cites: readonly Citation[]): RankedItem {
  return () => [{ value, cites }];
}

/** The longest source that an item offers, and the shorter ones it falls back to. */
const SNIPPET_BYTES = [8_192, 2_048, 768] as const;

/** A symbol with its source in ever shorter forms, and at last without. */
export function symbolWithSource(
  context: Context,
  view: View,
  symbol: StoredSymbol,
  extra: JsonObject,
  alsoCited: readonly string[] = [],
  sizes: readonly number[] = SNIPPET_BYTES,
): RankedItem {
  return function* (): Iterable<ItemForm> {
    const value = { ...symbolFieldsOf(symbol), ...headOf(symbol), ...extra };
    const citation = cite(view, symbol.path);
    const cites = [citation, ...alsoCited.map((path) => cite(view, path))];
    const file = new QuotableFile(citation, view.sourceOf(symbol.path));
    const wanted = { startLine: symbol.startLine, endLine: symbol.endLine };
    let last = -1;
    for (const bytes of file.isText ? sizes : []) {
      const { snippet } = file.quote(wanted, bytes, context.sha256);
      if (snippet === null || snippet.text.length === last) continue;
      last = snippet.text.length;
      yield { value: { ...value, source: sourceOf(symbol.path, snippet) }, cites };
    }
    yield { value, cites };
  };
}

type Snippet = NonNullable<ReturnType<QuotableFile["quote"]>["snippet"]>;

/** Quoted lines with what cites them. */
export function sourceOf(path: string, snippet: Snippet): JsonObject {
  return {
    path,
    start_line: snippet.startLine,
    end_line: snippet.endLine,
    sha256: snippet.sha256,
    text: snippet.text,
    ...snippet.clipped && { clipped: true },
    ...snippet.redacted && { redacted: true },
  };
}

/** A count of what an answer leaves out or is unsure of. */
export function limitation(code: LimitationCode, count: number): Limitation {
  return { code, count };
}
