// A subtree of tree-sitter as it lies in WASM memory. It is two words. With the lowest bit set it is a small leaf: flags,
// symbol (8 bits) and state in the first word, its padding's and its own size in the second. Otherwise the first word
// points to its heap data, before which lie its children. The layout is that of the pinned web-tree-sitter (tree-sitter
// 0.25 on wasm32); addresses here count words.
// Not here: which subtrees are nodes of the tree.

/** Address in tree-sitter's memory, in bytes; 0 is null. */
export type Address = number;

/** Flags of `flagsOf`. */
export const VISIBLE = 1;
export const NAMED = 2;
export const EXTRA = 4;
export const MISSING = 8;
/** The symbol of text that did not parse. */
export const ERROR_SYMBOL = 0xffff;
export const SUBTREE_WORDS = 2;

const INLINE = 1;
/** Words of the heap data. What begins with `VISIBLE_CHILDREN` is there only where there are children. */
const PADDING = 1;
const SIZE = 4;
const CHILDREN = 9;
const SYMBOL = 10;
const FLAGS = 11;
const VISIBLE_CHILDREN = 12;
const VISIBLE_DESCENDANTS = 14;
const PRODUCTION = 16;

export function flagsOf(words: Int32Array, subtree: number): number {
  const first = words[subtree];
  if ((first & INLINE) !== 0) return ((first >>> 1) & 7) | ((first >>> 2) & MISSING);
  const flags = words[(first >> 2) + FLAGS];
  return (flags & 7) | ((flags >>> 6) & MISSING);
}

export function symbolOf(words: Int32Array, subtree: number): number {
  const first = words[subtree];
  return (first & INLINE) !== 0 ? (first >>> 8) & 0xff : words[(first >> 2) + SYMBOL] & 0xffff;
}

/** Bytes before it that are no part of it, as UTF-16. */
export function paddingOf(words: Int32Array, subtree: number): number {
  const first = words[subtree];
  return (first & INLINE) !== 0 ? (words[subtree + 1] >>> 16) & 0xff : words[(first >> 2) + PADDING];
}

/** Bytes of it without what is before it, as UTF-16. */
export function sizeOf(words: Int32Array, subtree: number): number {
  const first = words[subtree];
  return (first & INLINE) !== 0 ? words[subtree + 1] >>> 24 : words[(first >> 2) + SIZE];
}

/** Its heap data where a node of the tree lies below it, or 0. Its children end there. */
export function parentData(words: Int32Array, subtree: number): number {
  const first = words[subtree];
  if ((first & INLINE) !== 0) return 0;
  const data = first >> 2;
  return words[data + CHILDREN] !== 0 && words[data + VISIBLE_CHILDREN] !== 0 ? data : 0;
}

export function firstChild(words: Int32Array, data: number): number {
  return data - words[data + CHILDREN] * SUBTREE_WORDS;
}

/** The grammar's production that its children are of; 0 is one without aliases and fields. */
export function productionOf(words: Int32Array, data: number): number {
  return words[data + PRODUCTION] >>> 16;
}

/** The root of a `TSTree`, which begins with it. */
export function rootOf(tree: Address): number {
  return tree >> 2;
}

/** How many nodes there are in a tree, as the parser counted them. */
export function nodeCount(words: Int32Array, root: number): number {
  const data = parentData(words, root);
  return data === 0 ? 1 : words[data + VISIBLE_DESCENDANTS] + 1;
}
