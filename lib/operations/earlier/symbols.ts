// Claims about symbols: where one is declared, and how. Laws kept: it holds only where its text is known to be the same, by the
// digest of its file, by the generation that the answer came from, or by what the answer quotes of it; the same lines and the
// same signature alone prove nothing.

import { LSP_KINDS } from "../../model/mod.ts";
import type { StoredSymbol } from "../../query/mod.ts";
import { isSaid, type JsonObject, type JsonValue } from "../../wire/mod.ts";
import { headOf } from "../items.ts";
import { lspRanges } from "../lsp_ranges.ts";
import { depthsOf } from "../outline.ts";
import type { Ground } from "./ground.ts";
import type { Side } from "./side.ts";
import { type Difference, type Finding, found, HOLDS, neverSo, placeOf } from "./verdicts.ts";

/** A symbol as an item tells it. */
export interface SaidSymbol {
  /** Null where an item names it by path, name and kind alone. */
  readonly id: string | null;
  readonly path: string;
  readonly kind: string;
  readonly qualifiedName: string;
  readonly line: number;
  /** What is said of it, by the names of items. */
  readonly fields: JsonObject;
  /** SHA-256 of all its lines, where the item quotes them whole. */
  readonly quotedSha256: string | null;
}

/** How each field is told of a symbol. */
const TOLD: Readonly<Record<string, (ground: Ground, symbol: StoredSymbol) => JsonValue | undefined>> = {
  symbol_id: (_, { id }) => id,
  kind: (_, { kind }) => kind,
  name: (_, { name }) => name,
  qualified_name: (_, { qualifiedName }) => qualifiedName,
  path: (_, { path }) => path,
  start_line: (_, { startLine }) => startLine,
  end_line: (_, { endLine }) => endLine,
  line: (_, { line }) => line,
  signature: (_, symbol) => headOf(symbol).signature,
  is_test: (_, symbol) => headOf(symbol).is_test,
  doc: (_, { doc }) => doc ?? undefined,
  exported: (_, { exported }) => exported,
  lsp_kind: (_, { kind }) => LSP_KINDS[kind],
  depth: ({ view }, symbol) => depthsOf(view.reader.symbols.inFile(symbol.path)).get(symbol.number),
  parent: ({ view }, { parent }) => parent < 0 ? null : view.symbol(parent).id,
  range: (ground, symbol) => lspRange(ground, symbol, symbol.startByte, symbol.endByte),
  selection_range: (ground, symbol) => lspRange(ground, symbol, symbol.nameStart, symbol.nameEnd),
};

export const SYMBOL_FIELDS: ReadonlySet<string> = new Set(Object.keys(TOLD));

/** Fields that say where it stands. */
const PLACES: ReadonlySet<string> = new Set(["start_line", "end_line", "line", "range", "selection_range"]);
/** What changes with the place of a symbol alone. */
const NAMES_OF_PLACE: ReadonlySet<string> = new Set([
  "symbol_id",
  "path",
  "parent",
  "name",
  "qualified_name",
  ...PLACES,
]);

function lspRange({ view }: Ground, { path }: StoredSymbol, start: number, end: number): JsonValue {
  return lspRanges(view.sourceOf(path))(start, end);
}

/** What a claim says otherwise than a symbol is. Where an item tells the line of the name, it tells its head whole. */
function differences(ground: Ground, symbol: StoredSymbol, { fields }: SaidSymbol): Difference[] {
  const names = new Set(Object.keys(fields).filter((name) => SYMBOL_FIELDS.has(name)));
  if (names.has("line") && names.has("symbol_id")) names.add("signature").add("is_test");
  return [...names].flatMap((field) => {
    const now = TOLD[field](ground, symbol);
    return isSaid(fields[field], now) ? [] : [{ field, said: fields[field], now }];
  });
}

/** What became of a symbol. */
export function symbolFinding(side: Side, said: SaidSymbol): Finding {
  const { ground, origin } = side;
  const now = lookedUp(ground, said);
  const finding = now === null ? elsewhere(side, said) : standing(side, said, now);
  if (origin === null) return finding;
  const then = lookedUp(origin, said);
  const differs = then === null ? [] : differences(origin, then, said);
  if (then !== null && differs.length === 0) return finding;
  return neverSo({
    ...finding,
    ...now !== null && { now: placeOf(now), differs: differences(ground, now, said) },
  });
}

/** The symbol that a claim names, wherever it stands in its file. */
function lookedUp(ground: Ground, { id, path, kind, qualifiedName, line }: SaidSymbol): StoredSymbol | null {
  if (id !== null) return ground.symbol(id);
  const alike = ground.symbolsIn(path).filter((symbol) =>
    symbol.kind === kind && isSaid(qualifiedName, symbol.qualifiedName)
  );
  return alike.find((symbol) => symbol.line === line) ?? alike[0] ?? null;
}

/** The symbol is where the claim says, or at least in that file. */
function standing(side: Side, said: SaidSymbol, symbol: StoredSymbol): Finding {
  const differs = differences(side.ground, symbol, said);
  const more = { now: placeOf(symbol), ...differs.length > 0 && { differs } };
  if (side.isAsCited(said.path)) return differs.length === 0 ? HOLDS : found("changed", "never_so", more);
  if (differs.some(({ field }) => !PLACES.has(field))) return found("changed", "declared", more);
  const text = textState(side, said, symbol);
  if (text === "other") return found("changed", symbol.kind === "file" ? "content" : "text", more);
  if (text === "unknown") {
    const reason = side.citedDigest(said.path) === undefined ? "no_digest" : "text_not_kept";
    return found("unchecked", reason, more);
  }
  return differs.length === 0 ? HOLDS : found("moved", "lines", { now: more.now });
}

/** The symbol is not there: its file may have been moved, or the symbol into another place or file. */
function elsewhere(side: Side, said: SaidSymbol): Finding {
  const { ground } = side;
  if (side.isAsCited(said.path)) return found("gone", "never_so");
  const path = side.pathNow(said.path);
  if (path !== null && path !== said.path) {
    const moved = said.id === null ? lookedUp(ground, { ...said, path }) : ground.symbolMoved(said.id, path);
    if (moved !== null) return movedTo(side, said, moved);
  }
  const alike = said.kind === "file" ? [] : ground.named(said.qualifiedName, said.kind);
  const known = alike.map((symbol) => ({ symbol, text: textState(side, said, symbol) }));
  const same = known.filter(({ text }) => text === "same");
  if (same.length === 1) return movedTo(side, said, same[0].symbol);
  if (same.length === 0 && known.length === 1 && known[0].text === "unknown") {
    return found("unchecked", "text_not_kept", { now: placeOf(alike[0]) });
  }
  return missing(ground, said.path, "no_symbol");
}

/** Moved as it was; where more than its place differs, it was changed too. */
function movedTo(side: Side, said: SaidSymbol, symbol: StoredSymbol): Finding {
  const differs = differences(side.ground, symbol, said);
  const isAlike = differs.every(({ field }) => NAMES_OF_PLACE.has(field));
  const now = placeOf(symbol);
  if (!isAlike) return found("changed", "declared", { now, differs });
  return found("moved", symbol.path === said.path ? "lines" : "other_file", { now });
}

/** Something that is not there, and why. */
export function missing(ground: Ground, path: string, reason: "no_symbol" | "no_edge" | "no_site"): Finding {
  const file = ground.captured(path);
  if (file === null) return found("gone", "no_file");
  return file.status === "omitted" ? found("unchecked", "not_indexed") : found("gone", reason);
}

/** Whether a symbol has the text that the claim was made of. */
function textState(side: Side, said: SaidSymbol, symbol: StoredSymbol): "same" | "other" | "unknown" {
  const { ground, origin } = side;
  // A package is what its files are: it has no text of its own.
  if (symbol.kind === "package") return "same";
  const cited = side.citedDigest(said.path);
  if (cited !== undefined && cited === ground.file(symbol.path)?.sha256) return "same";
  if (symbol.kind === "file") return cited === undefined ? "unknown" : "other";
  const then = origin === null ? null : lookedUp(origin, said);
  if (then !== null) return side.hasText(symbol, then) ? "same" : "other";
  if (said.quotedSha256 === null) return "unknown";
  const bytes = ground.bytesOf(symbol.path, symbol.startLine, symbol.endLine);
  return bytes !== null && side.sha256(bytes) === said.quotedSha256 ? "same" : "other";
}
