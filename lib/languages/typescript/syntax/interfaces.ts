// The members of interfaces and of type aliases that are object types. Signatures of one name are one symbol.
// Not here: object types anywhere else, which make no symbols.

import { type DefId, type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { type DocRange, DocTracker } from "./docs.ts";
import { completeCallable, type Walked, walkSignature } from "./functions.ts";
import { accessorPair, defineMember, foldAccessor, methodKind, modifiersOf } from "./members.ts";
import { type Key, keyOf, walkKey } from "./names.ts";
import { overloadResult } from "./overloads.ts";
import type { Pass } from "./pass.ts";

/** Walks the members of a body under their container; gives their `property` expressions. */
export function interfaceBody(pass: Pass, body: NodeId, parent: DefId): ExprId[] {
  return new InterfaceBody(pass, parent).walk(body);
}

class InterfaceBody {
  readonly #pass: Pass;
  readonly #parent: DefId;
  readonly #properties: ExprId[] = [];
  /** The method whose signatures are being read. */
  #method: { readonly definition: DefId; readonly name: string; readonly heads: Walked[] } | null = null;

  constructor(pass: Pass, parent: DefId) {
    this.#pass = pass;
    this.#parent = parent;
  }

  walk(body: NodeId): ExprId[] {
    const pass = this.#pass;
    const { tree } = pass;
    const place = pass.place();
    pass.draft(this.#parent).body = pass.openScope("class", body);
    const docs = new DocTracker(tree, body);
    for (let child = tree.first(body); child !== NO_NODE; child = tree.next(child)) {
      if (docs.isComment(child)) continue;
      const doc = docs.before(child);
      if (tree.isNamed(child)) this.#member(child, doc);
    }
    this.#finishMethod();
    pass.returnTo(place);
    return this.#properties;
  }

  #member(node: NodeId, doc: DocRange | null): void {
    const pass = this.#pass;
    const { tree } = pass;
    const type = tree.type(node);
    const keyNode = tree.childByField(node, "name");
    const key = keyOf(pass, keyNode);
    if ((type !== "property_signature" && type !== "method_signature") || key === null) {
      this.#finishMethod();
      const expr = pass.type(node);
      if (expr !== NONE && pass.facts.exprKind(expr) === "functype") {
        this.#properties.push(pass.expr("property", "", node, expr));
      }
      return;
    }
    walkKey(pass, keyNode);
    if (type === "method_signature") this.#signature(node, key, doc);
    else this.#property(node, key, doc);
  }

  #property(node: NodeId, key: Key, doc: DocRange | null): void {
    const pass = this.#pass;
    this.#finishMethod();
    const definition = this.#define(node, key, doc, "property");
    const annotation = pass.type(pass.tree.childByField(node, "type"));
    pass.draft(definition).annotation = annotation;
    this.#properties.push(pass.expr("property", key.name, node, annotation));
  }

  #signature(node: NodeId, key: Key, doc: DocRange | null): void {
    const pass = this.#pass;
    const { tree } = pass;
    const modifiers = modifiersOf(pass, node);
    const set = this.#method;
    if (set !== null && set.name === key.name && modifiers.accessor === null) {
      set.heads.push(walkSignature(pass, node, set.definition));
      const draft = pass.draft(set.definition);
      draft.flags |= FLAGS.overload;
      draft.moreRanges.push(tree.start(node), tree.end(node), key.start);
      return;
    }
    this.#finishMethod();
    const paired = accessorPair(pass, this.#parent, key, modifiers);
    if (paired !== null) foldAccessor(pass, paired, tree.start(node), tree.end(node), key);
    const definition = paired ?? this.#define(node, key, doc, methodKind(modifiers, false));
    const head = walkSignature(pass, node, definition);
    if (modifiers.accessor === null) this.#method = { definition, name: key.name, heads: [head] };
    else if (modifiers.accessor === "get") completeCallable(pass, definition, head);
    const isAccessor = modifiers.accessor !== null;
    const value = isAccessor ? head.annotation : head.signature;
    if (paired === null) this.#properties.push(pass.expr("property", key.name, node, value));
  }

  #finishMethod(): void {
    if (this.#method === null) return;
    const { definition, heads } = this.#method;
    this.#method = null;
    completeCallable(this.#pass, definition, heads[0]);
    overloadResult(this.#pass, definition, heads);
  }

  #define(
    node: NodeId,
    key: Key,
    doc: DocRange | null,
    kind: "property" | ReturnType<typeof methodKind>,
  ): DefId {
    const pass = this.#pass;
    const { start, end } = { start: pass.tree.start(node), end: pass.tree.end(node) };
    const modifiers = modifiersOf(pass, node);
    const definition = defineMember(pass, {
      parent: this.#parent,
      kind,
      key,
      start,
      end,
      signatureStart: start,
      headEnd: end,
      flags: modifiers.flags | FLAGS.declaration,
      visibility: modifiers.visibility,
      doc,
    });
    pass.bind(pass.scope, key.name, "definition", key.start, definition);
    return definition;
  }
}
