// Two generations compared: files and symbols that were added, modified or deleted. Laws kept: moved lines are no change; a
// symbol is modified when its own text, nested symbols apart, or its signature differs; each side is read from its own
// generation and never joined with the other.

import { byUtf8, compareUtf8 } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

export type Change = "added" | "modified" | "deleted";

export interface ChangedFile {
  readonly path: string;
  readonly change: Change;
}

export interface ChangedSymbol {
  readonly change: Change;
  /** As it is in the generation that `side` names. */
  readonly symbol: StoredSymbolRow;
  readonly side: "before" | "after";
  readonly signatureChanged: boolean;
}

/** Included files that differ, in path order. */
export function changedFiles(before: View, after: View): ChangedFile[] {
  const old = new Map(included(before).map(({ path, sha256 }) => [path, sha256]));
  const changes: ChangedFile[] = [];
  for (const { path, sha256 } of included(after)) {
    if (!old.has(path)) changes.push({ path, change: "added" });
    else if (old.get(path) !== sha256) changes.push({ path, change: "modified" });
    old.delete(path);
  }
  for (const path of old.keys()) changes.push({ path, change: "deleted" });
  return changes.sort(byUtf8(({ path }) => path));
}

function included(view: View) {
  return view.reader.files.all(view.storeFilter).filter(({ status }) => status !== "omitted");
}

/** Symbols of the changed files that differ, in order of path and place. */
export function changedSymbols(before: View, after: View, files: readonly ChangedFile[]): ChangedSymbol[] {
  const changes: ChangedSymbol[] = [];
  for (const { path } of files) {
    const old = new Map(describe(before, path).map((entry) => [entry.symbol.id, entry]));
    for (const { symbol, text } of describe(after, path)) {
      const earlier = old.get(symbol.id);
      old.delete(symbol.id);
      if (earlier === undefined) {
        changes.push({ change: "added", symbol, side: "after", signatureChanged: false });
      } else if (earlier.text !== text || earlier.symbol.signature !== symbol.signature) {
        const signatureChanged = earlier.symbol.signature !== symbol.signature;
        changes.push({ change: "modified", symbol, side: "after", signatureChanged });
      }
    }
    for (const { symbol } of old.values()) {
      changes.push({ change: "deleted", symbol, side: "before", signatureChanged: false });
    }
  }
  return changes.sort((a, b) =>
    compareUtf8(a.symbol.path, b.symbol.path) || a.symbol.startByte - b.symbol.startByte
  );
}

/** A file's symbols with their own text: that of symbols inside them is taken out. */
function describe(view: View, path: string): { symbol: StoredSymbolRow; text: string }[] {
  const symbols = view.reader.symbols.inFile(path)
    .filter(({ kind }) => kind !== "file" && kind !== "package");
  if (symbols.length === 0) return [];
  const bytes = view.sourceOf(path);
  return symbols.map((symbol, at) => ({ symbol, text: ownText(bytes, symbols, at) }));
}

/** One unit a byte: any bytes can be compared so. */
const decoder = new TextDecoder("latin1");

/** What stands around and between nested symbols and says nothing: one more or less is no change of what holds them. */
const LAYOUT = new Set([..." \t\r\n,;"].map((character) => character.charCodeAt(0)));

/** Expects the symbols in order of start byte. */
function ownText(bytes: Uint8Array, symbols: readonly StoredSymbolRow[], at: number): string {
  const { startByte, endByte } = symbols[at];
  const parts: string[] = [];
  const add = (start: number, end: number) => {
    let [first, past] = [start, end];
    while (first < past && LAYOUT.has(bytes[first])) first++;
    while (first < past && LAYOUT.has(bytes[past - 1])) past--;
    if (first < past) parts.push(decoder.decode(bytes.subarray(first, past)));
  };
  let from = startByte;
  for (let next = at + 1; next < symbols.length && symbols[next].startByte < endByte; next++) {
    const inner = symbols[next];
    const isInside = inner.startByte >= from && inner.endByte <= endByte;
    // Of two symbols at one place neither lies inside the other.
    if (!isInside || (inner.startByte === startByte && inner.endByte === endByte)) continue;
    add(from, inner.startByte);
    from = inner.endByte;
  }
  add(from, endByte);
  return parts.join("\0");
}
