// Naming a symbol as people do. Laws kept: several fits are never merged, and an id is looked up only in the generation it
// came from (which its caller has checked). Not here: searching.

import { Failure } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow, StoredUnresolvedRow } from "../store/mod.ts";
import { choicesOf, fileSymbol, namedOnLine, namedSymbols, outermost } from "./naming.ts";
import { nearNames } from "./near_names.ts";
import { indexedFile } from "./paths.ts";
import { byteOffsetOf, lineCountOf, requireLine } from "./places.ts";
import type { View } from "./scope.ts";

/** Line from 1, column in UTF-8 bytes from 0; without a column the symbol around the line is meant. */
export interface Position {
  readonly path: string;
  readonly line: number;
  readonly column: number | null;
}

/** How a request names a symbol. */
export type Selector =
  | { readonly by: "id"; readonly id: string }
  /** `name`, `Class.method`, `path#Class.method`, `path` or `path:line`. */
  | { readonly by: "name"; readonly name: string }
  | ({ readonly by: "position" } & Position);

/** What a selector named. */
export interface Selected {
  readonly symbol: StoredSymbolRow;
  /** Other symbols of the same name that were passed over, since this one's qualified name is just what was written. */
  readonly sameNamed: number;
}

const MAX_CHOICES = 20;

/** The one symbol that a selector names. Failures: symbol.not_found, symbol.ambiguous, path.not_found, line.not_found, column.not_found. */
export function selectSymbol(view: View, selector: Selector): Selected {
  if (selector.by === "id") return { symbol: symbolOfId(view, selector.id), sameNamed: 0 };
  if (selector.by === "position") return { symbol: symbolAt(view, selector), sameNamed: 0 };
  const { name } = selector;
  const { exact, others } = namedSymbols(view, name);
  const found = exact.length > 0 ? exact : others;
  if (found.length > 0) {
    const sameNamed = exact.length > 0 ? others.length : 0;
    return {
      symbol: theOne(view, found, `${found.length} symbols are called ${name}.`, { symbol: name }),
      sameNamed,
    };
  }
  const place = placeOf(view, name);
  if (place !== null) return { symbol: symbolAt(view, place), sameNamed: 0 };
  throw new Failure("symbol.not_found", `No symbol is called ${name}.`, nearNames(view, name));
}

function symbolOfId(view: View, id: string): StoredSymbolRow {
  const symbol = view.reader.symbols.byId(id);
  if (symbol !== null) return symbol;
  throw new Failure("symbol.not_found", `No symbol of this generation has the id ${id}.`, {
    hint: "Ids hold only for the fingerprint they came from: look the symbol up by its name.",
    detail: { symbol_id: id, ...nearNames(view, nameInId(id)).detail },
  });
}

/** The name that an id is made of: its descriptors without their suffixes. */
function nameInId(id: string): string {
  return id.slice(id.indexOf("#") + 1).replace(/(?:\((?:\+\d+)?\)|\+\d+)?[.#/!]/g, ".").replace(/\.$/, "");
}

function theOne(
  view: View,
  found: readonly StoredSymbolRow[],
  message: string,
  detail: Record<string, unknown> = {},
): StoredSymbolRow {
  if (found.length === 1) return found[0];
  throw new Failure("symbol.ambiguous", message, {
    hint: "Name one of the choices as it is written there, or by path, line and column.",
    detail: { ...detail, total: found.length, choices: choicesOf(view, found, MAX_CHOICES) },
  });
}

/** `path`, `path:line` or `path:line:column` of a file of this generation; null for anything else. */
function placeOf(view: View, written: string): Position | null {
  const [, path, line, column] = /^(.+?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/s.exec(written) ?? [];
  const file = path === undefined ? null : view.reader.files.byPath(path);
  if (file === null || file.status === "omitted") return null;
  return {
    path,
    line: line === undefined ? 0 : Number(line),
    column: column === undefined ? null : Number(column),
  };
}

function symbolAt(view: View, position: Position): StoredSymbolRow {
  const { path, line, column } = position;
  indexedFile(view, path);
  if (line === 0) return fileSymbol(view, path);
  if (column === null) return symbolAroundLine(view, path, line);
  const { declared, edges, unbound } = standingAt(view, { path, line, column });
  if (declared !== null) return declared;
  if (edges.length > 0) {
    return theOne(view, targetsOf(view, edges), `The name at ${path}:${line} may mean several symbols.`);
  }
  const [miss] = unbound;
  throw new Failure(
    "symbol.not_found",
    miss === undefined
      ? `Nothing at ${path}:${line}:${column} names a symbol.`
      : `${miss.name} at ${path}:${line}:${column} was not bound: ${miss.reason}.`,
    miss === undefined
      ? {
        hint: "Columns count UTF-8 bytes from 0; write path:line for the symbol around the line.",
        detail: { path, line, column },
      }
      : nearNames(view, miss.name),
  );
}

/**
 * The symbol that is named on the line and holds all others that are; else the innermost around it, at last the file.
 * Failure symbol.ambiguous where several are named side by side.
 */
function symbolAroundLine(view: View, path: string, line: number): StoredSymbolRow {
  const named = namedOnLine(view, path, line);
  const outer = outermost(named);
  if (outer !== undefined) return outer;
  if (named.length > 0) return theOne(view, named, `${named.length} symbols are named at ${path}:${line}.`);
  const around = view.reader.symbols.atLine(path, line) ?? fileSymbol(view, path);
  if (around.kind === "file") requireLine(path, line, lineCountOf(view.sourceOf(path)));
  return around;
}

/** Targets of the edges at one site: of a call through an alias, what is called. */
function targetsOf(view: View, edges: readonly StoredEdgeRow[]): StoredSymbolRow[] {
  const called = edges.filter(({ kind }) => kind === "calls");
  const numbers = new Set((called.length > 0 ? called : edges).map(({ target }) => target));
  return [...numbers].map((number) => view.symbol(number));
}

/** What stands at a place. */
export interface Standing {
  /** The symbol whose name, as declared, holds the place. */
  readonly declared: StoredSymbolRow | null;
  /** Edges of the reference that holds it, calls first. */
  readonly edges: readonly StoredEdgeRow[];
  /** The reference that holds it and was not bound. */
  readonly unbound: readonly StoredUnresolvedRow[];
}

const encoder = new TextEncoder();

/** The names that hold a place. Failures path.not_found, line.not_found, column.not_found. */
export function standingAt(view: View, at: Position & { readonly column: number }): Standing {
  indexedFile(view, at.path);
  const byteOffset = byteOffsetOf(at.path, view.sourceOf(at.path), at);
  const holds = (site: { readonly byteOffset: number; readonly name: string }) =>
    site.byteOffset <= byteOffset && byteOffset < site.byteOffset + encoder.encode(site.name).length;
  const declared = view.reader.symbols.namedAt(at.path, byteOffset);
  const edges = view.reader.edges.inFile(at.path)
    .filter((edge) => edge.kind !== "contains" && edge.kind !== "overrides" && holds(edge));
  const unbound = view.reader.edges.unresolvedInFile(at.path).filter(holds);
  return {
    declared: declared?.kind === "file" ? null : declared,
    edges: edges.sort((a, b) => Number(b.kind === "calls") - Number(a.kind === "calls")),
    unbound,
  };
}
