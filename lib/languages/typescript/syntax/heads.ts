// The head of a declaration: its full range with `export`, `declare` and decorators, its documentation, and how it is
// exported. One place makes declared symbols: it binds their names and says their exports.
// Not here: what kinds of declarations there are.

import { type DefId, type ExprId, FLAGS, NONE, type ScopeId, type SymbolKind } from "../../../model/mod.ts";
import { foldSignature } from "../../core/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import type { Pass } from "./pass.ts";

export interface Head {
  readonly start: number;
  readonly end: number;
  /** Where the signature starts: after decorators. */
  readonly signatureStart: number;
  readonly doc: DocRange | null;
  readonly exported: boolean;
  /** The `default` token of `export default`, else NO_NODE. */
  readonly defaultToken: NodeId;
  readonly decorators: readonly ExprId[];
  readonly decoratorNames: readonly string[];
}

export interface Declared {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly scope: ScopeId;
  readonly flags?: number;
  readonly parent?: DefId;
  readonly start?: number;
  readonly end?: number;
  readonly signatureEnd?: number;
}

const VARIABLE_SIGNATURE_BYTES = 200;
/** Enough source for a signature of the greatest size, white space folded. */
const SIGNATURE_SOURCE_BYTES = 8_000;

/** The head that a wrapper (`export`, `declare`) prepared for its declaration, else the declaration's own. */
export function takeHead(pass: Pass, node: NodeId): Head {
  const doc = pass.pendingDoc;
  const wrapper = pass.pendingHead;
  pass.pendingDoc = null;
  pass.pendingHead = null;
  const own = decoratorsOf(pass, node);
  if (wrapper !== null) return own === null ? wrapper : { ...wrapper, ...own };
  const start = pass.tree.start(node);
  return {
    start,
    end: pass.tree.end(node),
    signatureStart: start,
    doc,
    exported: false,
    defaultToken: NO_NODE,
    decorators: [],
    decoratorNames: [],
    ...own,
  };
}

type Decorators = Pick<Head, "decorators" | "decoratorNames" | "signatureStart">;

/** Walks the decorators that are children of a node; null without any. */
export function decoratorsOf(pass: Pass, node: NodeId): Decorators | null {
  const { tree } = pass;
  let found: { decorators: ExprId[]; decoratorNames: string[]; signatureStart: number } | null = null;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    if (tree.type(child) === "decorator") {
      found ??= { decorators: [], decoratorNames: [], signatureStart: 0 };
      decorator(pass, child, found);
    } else if (found !== null && found.signatureStart === 0 && tree.type(child) !== "comment") {
      found.signatureStart = tree.start(child);
    }
  }
  return found;
}

/** Walks one decorator into the lists of what it decorates. */
export function decorator(
  pass: Pass,
  node: NodeId,
  into: { decorators: ExprId[]; decoratorNames: string[] },
): void {
  const { tree } = pass;
  const inner = tree.firstNamed(node);
  const expr = pass.value(inner, "decorate");
  if (expr === NONE) return;
  const named = tree.type(inner) === "call_expression" ? tree.childByField(inner, "function") : inner;
  into.decorators.push(expr);
  into.decoratorNames.push(pass.text(named));
}

/** Makes the symbol of a declaration, binds its name and says that it is exported. */
export function declare(pass: Pass, head: Head, what: Declared): DefId {
  const isDefault = head.defaultToken !== NO_NODE;
  const start = what.start ?? head.start;
  // All that is declared inside an ambient namespace is visible outside of it.
  const isAmbientMember = pass.ambient && pass.namespaces > 0 && pass.isContainerScope(what.scope);
  const definition = pass.facts.definition({
    name: what.name,
    kind: what.kind,
    parent: what.parent ?? pass.owner,
    start,
    end: what.end ?? head.end,
    nameStart: what.nameStart,
    nameEnd: what.nameEnd,
    scope: what.scope,
    exported: head.exported || isAmbientMember,
    flags: (what.flags ?? 0) | (isDefault ? FLAGS.default_export : 0) |
      (pass.ambient ? FLAGS.declaration : 0),
    doc: head.doc === null ? null : pass.tree.source.slice(head.doc.start, head.doc.end),
    decorators: [...head.decorators],
    decoratorNames: [...head.decoratorNames],
    signature: what.signatureEnd === undefined
      ? ""
      : signature(pass, what.start ?? head.signatureStart, what.signatureEnd),
  });
  pass.bind(what.scope, what.name, "definition", what.nameStart, definition);
  if (head.exported) exportLocal(pass, isDefault ? "default" : what.name, what);
  return definition;
}

/** Says that a local name is exported, where the exports are the file's. */
export function exportLocal(
  pass: Pass,
  name: string,
  local: { readonly name: string; readonly nameStart: number; readonly nameEnd: number },
): void {
  if (pass.namespaces > 0) return;
  pass.facts.exports.push({
    name,
    kind: "local",
    local: local.name,
    import: NONE,
    expr: NONE,
    start: local.nameStart,
    end: local.nameEnd,
    typeOnly: false,
  });
}

/** A declaration's head on one line. */
export function signature(pass: Pass, start: number, end: number): string {
  return foldSignature(slice(pass, start, Math.min(end, start + SIGNATURE_SOURCE_BYTES)));
}

/** A variable's declaration on one line, cut short. */
export function variableSignature(pass: Pass, start: number, end: number): string {
  return foldSignature(slice(pass, start, Math.min(end, start + VARIABLE_SIGNATURE_BYTES)));
}

function slice(pass: Pass, start: number, end: number): string {
  const { source } = pass.tree;
  let cut = end;
  if (source.encoding === "utf8") { while (cut > start && (source.bytes[cut] & 0xc0) === 0x80) cut--; }
  return source.slice(start, cut);
}
