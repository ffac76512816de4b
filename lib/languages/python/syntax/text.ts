// Source text that facts quote: docstrings, heads of declarations, names inside strings.
// Law kept: raw text, cut only between characters. Not here: folding of white space (`core`).

import { NO_NODE, type NodeId, type SourceText, type SyntaxTree } from "../../../../wasm/mod.ts";
import { foldSignature } from "../../core/mod.ts";

const DECLARATION_BYTES = 200;
/** Letters of string prefixes whose strings are not plain text: bytes, f-strings, template strings. */
const NOT_PLAIN = "bBfFtT";

/** A value's declaration on one line, cut at 200 bytes. */
export function declarationText(source: SourceText, start: number, end: number): string {
  let cut = end;
  if (end - start > DECLARATION_BYTES) {
    cut = start + DECLARATION_BYTES;
    while (cut > start && source.encoding === "utf8" && (source.bytes[cut] & 0xc0) === 0x80) cut--;
  }
  return foldSignature(source.slice(start, cut));
}

/** Where a plain string's inner text lies, or null for bytes, f-strings and what is no single string. */
export function stringRange(tree: SyntaxTree, node: NodeId): { start: number; end: number } | null {
  if (tree.type(node) !== "string") return null;
  const open = tree.first(node);
  if (open === NO_NODE || tree.type(open) !== "string_start") return null;
  for (let i = tree.start(open); i < tree.end(open); i++) {
    if (NOT_PLAIN.includes(String.fromCharCode(tree.source.bytes[i]))) return null;
  }
  let close = NO_NODE;
  for (let child = tree.next(open); child !== NO_NODE; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "interpolation") return null;
    if (type === "string_end") close = child;
  }
  return close === NO_NODE ? null : { start: tree.end(open), end: tree.start(close) };
}

/** A plain string's inner text as written, or null. */
export function stringText(tree: SyntaxTree, node: NodeId): string | null {
  const range = stringRange(tree, node);
  return range === null ? null : tree.source.slice(range.start, range.end);
}

/** The inner text of the string that is the first statement of a body, or null. */
export function docstring(tree: SyntaxTree, body: NodeId): string | null {
  const statement = tree.firstNamed(body);
  if (statement === NO_NODE || tree.type(statement) !== "expression_statement") return null;
  const value = tree.firstNamed(statement);
  if (value === NO_NODE || tree.nextNamed(value) !== NO_NODE) return null;
  return stringText(tree, value);
}

/** The head of a `def` or `class` statement: up to, not including, the colon. */
export function headText(tree: SyntaxTree, node: NodeId): string {
  let end = tree.start(node);
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    if (tree.type(child) === ":" || tree.field(child) === "body") break;
    end = tree.end(child);
  }
  return foldSignature(tree.source.slice(tree.start(node), end));
}
