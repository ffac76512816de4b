// Copies a tree out of WASM memory into columns without a call into WASM: what a cursor would visit, in its order. Laws
// kept: no recursion, no object a node, and a walk that does not find as many nodes as the parser counted is an error,
// never a tree. A test compares every column with what the package's cursor says.
// Not here: the layout of a subtree, what the columns are for.

import type { GrammarTables } from "./grammar_tables.ts";
import type { SourceText } from "./source.ts";
import {
  ERROR_SYMBOL,
  EXTRA,
  firstChild,
  flagsOf,
  MISSING,
  nodeCount,
  paddingOf,
  parentData,
  productionOf,
  sizeOf,
  SUBTREE_WORDS,
  symbolOf,
  VISIBLE,
} from "./subtree.ts";

const NONE = -1;

/** Columns of a tree, each at least as long as the tree has nodes. */
export interface TreeColumns {
  readonly type: Uint16Array;
  readonly field: Uint16Array;
  readonly bits: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly parent: Int32Array;
  readonly past: Int32Array;
}

/** Words of a level: what a walk knows of the subtree whose children it is at. */
const LEVEL_WORDS = 8;
const NEXT = 0;
const LAST = 1;
/** Place of the next child among those that are no extras. */
const PLACE = 2;
/** Where the child before it ended. */
const OFFSET = 3;
/** Row of the subtree's production in the grammar's tables, or 0 for the one without. */
const ROW = 4;
/** The field of the subtree where it is hidden. */
const OUTER = 5;
/** Its node, or none where it is hidden, and the nearest node at or above it. */
const OWNER = 6;
const ABOVE = 7;
/** Words kept from tree to tree; what a deeper one needed is given back. */
const KEPT_WORDS = LEVEL_WORDS << 10;
let levels = new Int32Array(KEPT_WORDS);

/** Fills the columns; true where there is an error or something missing. */
export function copyTree(
  words: Int32Array,
  root: number,
  grammar: GrammarTables,
  source: SourceText,
  columns: TreeColumns,
): boolean {
  const { width, aliases, fields, publicSymbols, shownAs } = grammar;
  let count = 0;
  let hasErrors = false;
  // The first level holds the root alone.
  let level = 0;
  enter(level, root, root + SUBTREE_WORDS, 0, 0, 0, NONE, NONE);
  for (;;) {
    const subtree = levels[level + NEXT];
    const owner = levels[level + OWNER];
    if (subtree === levels[level + LAST]) {
      if (owner !== NONE) columns.past[owner] = count;
      if (level === 0) break;
      level -= LEVEL_WORDS;
      continue;
    }
    levels[level + NEXT] = subtree + SUBTREE_WORDS;
    let flags = flagsOf(words, subtree);
    let symbol = symbolOf(words, subtree);
    let field = 0;
    if ((flags & EXTRA) === 0) {
      const place = levels[level + PLACE]++;
      const row = levels[level + ROW];
      const cell = row === 0 ? 0 : row + place;
      field = fields[cell] || levels[level + OUTER];
      const alias = aliases[cell];
      if (alias !== 0) {
        symbol = alias;
        flags = (flags & MISSING) | shownAs[alias];
      }
    }
    const from = levels[level + OFFSET] + paddingOf(words, subtree);
    const to = from + sizeOf(words, subtree);
    levels[level + OFFSET] = to;
    const above = levels[level + ABOVE];
    let node = NONE;
    // The root is shown whatever it is.
    if ((flags & VISIBLE) !== 0 || count === 0) {
      node = count++;
      if (symbol !== ERROR_SYMBOL) symbol = publicSymbols[symbol];
      if (symbol === ERROR_SYMBOL || (flags & MISSING) !== 0) hasErrors = true;
      columns.type[node] = symbol;
      columns.field[node] = field;
      columns.bits[node] = flags;
      columns.start[node] = source.byteOffset(from >> 1);
      columns.end[node] = source.byteOffset(to >> 1);
      columns.parent[node] = above;
      columns.past[node] = count;
    }
    const data = parentData(words, subtree);
    if (data === 0) continue;
    // What is hidden and has no more children is not come back to.
    if (owner !== NONE || subtree + SUBTREE_WORDS !== levels[level + LAST]) level += LEVEL_WORDS;
    const first = firstChild(words, data);
    // The first child begins where its parent does.
    const offset = from - paddingOf(words, first);
    const row = productionOf(words, data) * width;
    if (node === NONE) enter(level, first, data, offset, row, field, NONE, above);
    else enter(level, first, data, offset, row, 0, node, node);
  }
  if (levels.length > KEPT_WORDS) levels = new Int32Array(KEPT_WORDS);
  if (count !== nodeCount(words, root)) throw new Error("a tree has other nodes than its parser counted");
  return hasErrors;
}

function enter(
  level: number,
  next: number,
  last: number,
  offset: number,
  row: number,
  outer: number,
  owner: number,
  above: number,
): void {
  if (level === levels.length) {
    const wider = new Int32Array(levels.length * 2);
    wider.set(levels);
    levels = wider;
  }
  levels[level + NEXT] = next;
  levels[level + LAST] = last;
  levels[level + PLACE] = 0;
  levels[level + OFFSET] = offset;
  levels[level + ROW] = row;
  levels[level + OUTER] = outer;
  levels[level + OWNER] = owner;
  levels[level + ABOVE] = above;
}
