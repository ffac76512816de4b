// Symbols as all declarations make them: visibility by the first letter, the signature's cut, the comment block above.
// Law kept: the blank name makes no symbol.

import { type DefId, NONE, type ScopeId, type SymbolKind } from "../../../model/mod.ts";
import { foldSignature } from "../../core/mod.ts";
import type { NodeId, SyntaxTree } from "../../../../wasm/mod.ts";
import { isExportedName } from "../uppercase.ts";
import type { Pass } from "./pass.ts";

const SHORT_SIGNATURE_BYTES = 200;
const NEWLINE = 10;
const encoder = new TextEncoder();

export interface NewSymbol {
  readonly kind: SymbolKind;
  readonly name: NodeId;
  /** The declaration: its range is the symbol's, the comment above it its documentation. */
  readonly declaration: NodeId;
  /** Scope that binds the name. */
  readonly scope: ScopeId;
  readonly parent: DefId;
  readonly signature: string;
  readonly flags?: number;
  /** Declared inside a function, where no other file can name it. */
  readonly local: boolean;
}

/** Adds a symbol without binding its name; NONE for the blank name and for a name that is missing. */
export function addSymbol(pass: Pass, symbol: NewSymbol): DefId {
  const { tree } = pass;
  const name = pass.text(symbol.name);
  if (name === "_" || name === "") return NONE;
  const exported = !symbol.local && isExportedName(name);
  return pass.facts.definition({
    name,
    kind: symbol.kind,
    start: tree.start(symbol.declaration),
    end: tree.end(symbol.declaration),
    nameStart: tree.start(symbol.name),
    nameEnd: tree.end(symbol.name),
    scope: symbol.scope,
    parent: symbol.parent,
    signature: symbol.signature,
    flags: symbol.flags ?? 0,
    doc: commentAbove(tree, symbol.declaration),
    exported,
    visibility: exported ? "public" : "package",
  });
}

/** Binds a symbol's name in its scope. */
export function bindSymbol(pass: Pass, id: DefId): void {
  const { name, kind, scope, nameStart } = pass.facts.definitions[id];
  const binding = { scope, name, kind: "definition", start: nameStart, target: id } as const;
  if (kind === "function") pass.bindValue(binding);
  else pass.facts.binding(binding);
}

/** A signature of a whole declaration: folded and cut at 200 bytes, between characters. */
export function shortSignature(text: string): string {
  const folded = foldSignature(text);
  if (folded.length * 3 <= SHORT_SIGNATURE_BYTES) return folded;
  // `encodeInto` writes whole characters only and says how much of the text they were.
  const { read } = encoder.encodeInto(folded, new Uint8Array(SHORT_SIGNATURE_BYTES));
  return folded.slice(0, read);
}

/** The raw text of the comments that end on the line above a declaration, without a blank line between; else null. */
export function commentAbove(tree: SyntaxTree, declaration: NodeId): string | null {
  let below = declaration;
  // A list that starts with the declaration has its comments before it.
  while (tree.parent(below) === below - 1 && tree.start(below - 1) === tree.start(below)) below--;
  const parent = tree.parent(below);
  const last = below - 1;
  let first = below;
  // Comments have no children: in preorder the sibling before is the node before.
  for (let node = last; isCommentOf(tree, node, parent) && isDirectlyAbove(tree, node, first); node--) {
    first = node;
  }
  if (first === below) return null;
  return tree.source.slice(tree.start(first), tree.end(last)).trimEnd();
}

function isCommentOf(tree: SyntaxTree, node: NodeId, parent: NodeId): boolean {
  return node > 0 && tree.type(node) === "comment" && tree.parent(node) === parent;
}

function isDirectlyAbove(tree: SyntaxTree, comment: NodeId, below: NodeId): boolean {
  const { bytes } = tree.source;
  let lines = 0;
  for (let i = tree.end(comment); i < tree.start(below); i++) if (bytes[i] === NEWLINE) lines++;
  if (lines !== 1) return false;
  for (let i = tree.start(comment) - 1; i >= 0 && bytes[i] !== NEWLINE; i--) {
    // A comment behind code speaks of that code.
    if (bytes[i] !== 32 && bytes[i] !== 9) return false;
  }
  return true;
}
