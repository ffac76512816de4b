// Two generations compared: files and symbols that were added, modified or deleted. Laws kept: moved lines are no change, nor
// are other line ends within a symbol; a
// symbol is modified when its own text, nested symbols apart, or its signature differs; each side is read from its own
// generation and never joined with the other.

import { byUtf8, compareUtf8 } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import { fileSymbol } from "./naming.ts";
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

/** Whether files whose stored bytes differ are one and the same to Git; only where a commit is compared with. */
export type SameFiles = (paths: readonly string[]) => ReadonlyMap<string, "same" | "converted" | "other">;

/** Two lists of files compared. */
export interface FileComparison {
  /** Included files that differ, in path order. */
  readonly files: readonly ChangedFile[];
  /** Files that differ and are left out of the index on one side or both: what changed in them is not known. */
  readonly omitted: number;
  /** Files whose earlier content is not here. */
  readonly missing: number;
  /** Files told as changed, whose bytes Git may just have converted. */
  readonly converted: number;
}

type FileRow = ReturnType<View["reader"]["files"]["all"]>[number];
type Pair = { readonly path: string; readonly old: FileRow | null; readonly now: FileRow | null };

/** Compares the files of two generations. What Git knows to be the same is no change, whatever the bytes. */
export function compareFiles(before: View, after: View, sameFiles: SameFiles | null): FileComparison {
  const pairs = differing(before, after);
  const matches = sameFiles?.(pairs.map(({ path }) => path)) ?? null;
  const files: ChangedFile[] = [];
  let omitted = 0;
  let missing = 0;
  let converted = 0;
  for (const { path, old, now } of pairs) {
    const match = matches?.get(path) ?? "other";
    if (match === "same") continue;
    if (old?.reason === "object_missing") {
      missing++;
      continue;
    }
    const change = changeOf(old, now);
    if (change === null) {
      // Of a file without a digest only Git can say that it differs.
      if (matches !== null || old?.sha256 !== now?.sha256 || old?.sizeBytes !== now?.sizeBytes) omitted++;
      continue;
    }
    if (match === "converted") {
      if (change === "modified" && differOnlyInLineEnds(before, after, path)) continue;
      converted++;
    }
    files.push({ path, change });
  }
  return { files, omitted, missing, converted };
}

/** Null where no side is included. */
function changeOf(old: FileRow | null, now: FileRow | null): Change | null {
  const was = isIncluded(old);
  const is = isIncluded(now);
  return was && is ? "modified" : is ? "added" : was ? "deleted" : null;
}

function isIncluded(file: FileRow | null): boolean {
  return file !== null && file.status !== "omitted";
}

/** Paths of either side that are not known to be alike, in order. */
function differing(before: View, after: View): Pair[] {
  const old = new Map(before.reader.files.all(before.storeFilter).map((file) => [file.path, file]));
  const now = new Map(after.reader.files.all(after.storeFilter).map((file) => [file.path, file]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, old: old.get(path) ?? null, now: now.get(path) ?? null }))
    .filter(({ old, now }) =>
      old?.sha256 !== now?.sha256 || isIncluded(old) !== isIncluded(now) || old?.sha256 === null
    )
    .filter(({ old, now }) => (old ?? now)?.reason !== "generated_untracked")
    .sort(byUtf8(({ path }: Pair) => path));
}

function differOnlyInLineEnds(before: View, after: View, path: string): boolean {
  return withoutReturns(before.sourceOf(path)) === withoutReturns(after.sourceOf(path));
}

/** Windows' line ends as the others', one unit a byte. */
function withoutReturns(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll("\r\n", "\n");
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

/** The own text of each symbol of a file, by its number. */
export function ownTexts(view: View, path: string): ReadonlyMap<number, string> {
  return new Map(describe(view, path).map(({ symbol, text }) => [symbol.number, text]));
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
    let first = start;
    let past = end;
    while (first < past && LAYOUT.has(bytes[first])) first++;
    while (first < past && LAYOUT.has(bytes[past - 1])) past--;
    if (first < past) parts.push(withoutReturns(bytes.subarray(first, past)));
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

type Side = "before" | "after";

/** What changed, as it was and as it is; files that hold no symbol that changed stand for themselves. */
export function changedSides(
  before: View,
  after: View,
  files: readonly ChangedFile[],
  symbols: readonly ChangedSymbol[],
): Record<Side, StoredSymbolRow[]> {
  const sides: Record<Side, StoredSymbolRow[]> = { before: [], after: [] };
  const put = (side: Side, symbol: StoredSymbolRow | null) => {
    if (symbol !== null) sides[side].push(symbol);
  };
  for (const change of symbols) {
    put("before", change.change === "added" ? null : asItWas(before, change));
    put("after", change.change === "deleted" ? null : change.symbol);
  }
  const told = new Set(symbols.map(({ symbol }) => symbol.path));
  for (const { path, change } of files) {
    if (told.has(path) && change === "modified") continue;
    if (change !== "added") put("before", fileSymbol(before, path));
    if (change !== "deleted") put("after", fileSymbol(after, path));
  }
  return sides;
}

function asItWas(before: View, { symbol, side }: ChangedSymbol): StoredSymbolRow | null {
  return side === "before" ? symbol : before.reader.symbols.byId(symbol.id);
}
