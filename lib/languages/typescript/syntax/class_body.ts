// The members of a class: methods, accessors, fields, parameter properties, static blocks. Accessor pairs and overload
// sets are one symbol each. Not here: heritage, members made by assignment.

import { type DefId, type ExprId, FLAGS, NONE, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { type DocRange, DocTracker } from "./docs.ts";
import {
  anonymousFunction,
  completeCallable,
  headEnd,
  type Walked,
  walkFunction,
  walkSignature,
} from "./functions.ts";
import { decorator, decoratorsOf, type Head } from "./heads.ts";
import { commentTypes } from "./jsdoc_typedefs.ts";
import { memberKey } from "./member_table.ts";
import { accessorPair, defineMember, foldAccessor, methodKind, modifiersOf } from "./members.ts";
import { type Key, keyOf, nameOf, walkKey } from "./names.ts";
import { overloadResult } from "./overloads.ts";
import type { Pass } from "./pass.ts";
import { walkField } from "./fields.ts";
import { functionIn } from "./values.ts";

/** Walks the members of one class; of an anonymous one (NONE) they are no symbols. */
export class ClassBody {
  readonly #pass: Pass;
  readonly #class: DefId;
  /** Decorators that stand before their member as siblings. */
  #decorators: ExprId[] = [];
  #decoratorNames: string[] = [];
  #decoratedStart = -1;
  /** Signatures waiting for their implementation. */
  #signatures: { readonly node: NodeId; readonly start: number; readonly doc: DocRange | null }[] = [];

  constructor(pass: Pass, definition: DefId) {
    this.#pass = pass;
    this.#class = definition;
  }

  walk(body: NodeId): void {
    const { tree } = this.#pass;
    this.#note(body);
    const docs = new DocTracker(tree, body);
    let doc: DocRange | null = null;
    for (let child = tree.first(body); child !== NO_NODE; child = tree.next(child)) {
      if (docs.isComment(child)) {
        commentTypes(this.#pass, child);
        continue;
      }
      const before = docs.before(child);
      doc = this.#decoratedStart >= 0 ? doc ?? before : before;
      if (tree.type(child) === "decorator") this.#decorate(child);
      else if (tree.isNamed(child)) this.#member(child, doc);
    }
    this.#flushSignatures();
  }

  /** Notes the declared names, so that an assignment above a field's declaration makes no second symbol. */
  #note(body: NodeId): void {
    if (this.#class === NONE) return;
    const { tree } = this.#pass;
    const declared = this.#pass.membersOf(this.#class).declared;
    for (let child = tree.firstNamed(body); child !== NO_NODE; child = tree.nextNamed(child)) {
      const key = keyOf(this.#pass, nameOf(this.#pass, child));
      if (key === null || tree.type(child) === "index_signature") continue;
      declared.add(memberKey(key.name, (modifiersOf(this.#pass, child).flags & FLAGS.static) !== 0));
    }
  }

  #decorate(node: NodeId): void {
    if (this.#decoratedStart < 0) this.#decoratedStart = this.#pass.tree.start(node);
    decorator(this.#pass, node, { decorators: this.#decorators, decoratorNames: this.#decoratorNames });
  }

  #member(node: NodeId, doc: DocRange | null): void {
    const pass = this.#pass;
    const type = pass.tree.type(node);
    const isMethod = type === "method_definition";
    const isSignature = type === "method_signature" || type === "abstract_method_signature";
    if (!isMethod || !this.#continues(node)) {
      if (!isSignature || !this.#continues(node)) this.#flushSignatures();
    }
    const start = this.#decoratedStart >= 0 ? this.#decoratedStart : pass.tree.start(node);
    if (isSignature) this.#signature(node, start, doc);
    else if (isMethod) this.#method(node, start, doc);
    else if (type === "class_static_block") this.#staticBlock(node);
    else if (type === "public_field_definition" || type === "field_definition") this.#field(node, start, doc);
    else if (type === "index_signature") pass.type(node);
    else pass.statement(node);
    if (isSignature) return;
    this.#decorators = [];
    this.#decoratorNames = [];
    this.#decoratedStart = -1;
  }

  #signature(node: NodeId, start: number, doc: DocRange | null): void {
    if (this.#class === NONE) walkSignature(this.#pass, node, this.#pass.owner);
    else this.#signatures.push({ node, start, doc });
  }

  /** Whether a method or signature goes on with the overload set before it. */
  #continues(node: NodeId): boolean {
    const last = this.#signatures.at(-1);
    if (last === undefined) return false;
    const pass = this.#pass;
    const a = modifiersOf(pass, last.node);
    const b = modifiersOf(pass, node);
    return pass.text(nameOf(pass, last.node)) === pass.text(nameOf(pass, node)) &&
      a.accessor === null && b.accessor === null && (a.flags & FLAGS.static) === (b.flags & FLAGS.static);
  }

  /** Signatures that no implementation followed are a symbol of their own. */
  #flushSignatures(): void {
    if (this.#signatures.length === 0) return;
    const signatures = this.#signatures;
    this.#signatures = [];
    const [first, ...others] = signatures;
    const pass = this.#pass;
    const node = first.node;
    const key = keyOf(pass, nameOf(pass, node));
    if (key === null) {
      for (const signature of signatures) walkSignature(pass, signature.node, pass.owner);
      return;
    }
    const modifiers = modifiersOf(pass, node);
    const paired = accessorPair(pass, this.#class, key, modifiers);
    if (paired !== null) {
      foldAccessor(pass, paired, first.start, pass.tree.end(node), key);
      walkSignature(pass, node, paired);
      return;
    }
    const overload = others.length > 0 ? FLAGS.overload : 0;
    const definition = this.#define(node, first.start, first.doc, key, {
      kind: methodKind(modifiers, key.name === "constructor"),
      headEnd: pass.tree.end(node),
      flags: modifiers.flags | FLAGS.declaration | overload,
    });
    this.#complete(definition, signatures.map((s) => walkSignature(pass, s.node, definition)), null);
    for (const { node: other, start } of others) this.#addRange(definition, other, start);
  }

  #addDecorators({ decorators, decoratorNames }: Pick<Head, "decorators" | "decoratorNames">): void {
    this.#decorators = this.#decorators.concat(decorators);
    this.#decoratorNames = this.#decoratorNames.concat(decoratorNames);
  }

  #method(node: NodeId, start: number, doc: DocRange | null): void {
    const pass = this.#pass;
    const own = decoratorsOf(pass, node);
    if (own !== null) this.#addDecorators(own);
    walkKey(pass, nameOf(pass, node));
    const key = keyOf(pass, nameOf(pass, node));
    if (key === null || this.#class === NONE) {
      this.#flushSignatures();
      anonymousFunction(pass, node);
      return;
    }
    const modifiers = modifiersOf(pass, node);
    const paired = accessorPair(pass, this.#class, key, modifiers);
    const signatures = this.#signatures;
    this.#signatures = [];
    const signatureDoc = signatures.find((s) => s.doc !== null)?.doc ?? null;
    const definition = paired ?? this.#define(node, start, doc ?? signatureDoc, key, {
      kind: methodKind(modifiers, key.name === "constructor"),
      headEnd: headEnd(pass, node),
      flags: modifiers.flags,
      signatureStart: own?.signatureStart,
    });
    if (paired !== null) foldAccessor(pass, paired, start, pass.tree.end(node), key);
    const heads = signatures.map((s) => walkSignature(pass, s.node, definition));
    for (const signature of signatures) this.#addRange(definition, signature.node, signature.start);
    const walked = this.#walkMethod(node, definition, doc, modifiers.flags);
    if (paired === null) this.#complete(definition, heads, walked);
    else if (modifiers.accessor === "get") completeCallable(pass, definition, walked);
  }

  #walkMethod(node: NodeId, definition: DefId, doc: DocRange | null, flags: number): Walked {
    const pass = this.#pass;
    return walkFunction(pass, node, {
      owner: definition,
      holder: this.#class,
      holderStatic: (flags & FLAGS.static) !== 0,
      doc,
      onParameterProperty: (parameter, name, annotation, value) => {
        const property = this.#bind(defineMember(pass, {
          parent: this.#class,
          kind: "property",
          key: { name: pass.text(name), start: pass.tree.start(name), end: pass.tree.end(name) },
          start: pass.tree.start(parameter),
          end: pass.tree.end(parameter),
          signatureStart: pass.tree.start(parameter),
          headEnd: null,
          flags: 0,
          visibility: modifiersOf(pass, parameter).visibility,
          doc: null,
        }));
        pass.draft(property).annotation = annotation;
        pass.addValue(property, value);
      },
    });
  }

  /** The symbol of an overload set answers with what its signatures declare. */
  #complete(definition: DefId, signatures: readonly Walked[], body: Walked | null): void {
    const pass = this.#pass;
    completeCallable(pass, definition, body ?? signatures[0]);
    overloadResult(pass, definition, signatures);
  }

  #addRange(definition: DefId, node: NodeId, start: number): void {
    const { tree } = this.#pass;
    const name = nameOf(this.#pass, node);
    this.#pass.draft(definition).moreRanges.push(start, tree.end(node), tree.start(name));
  }

  #field(node: NodeId, start: number, doc: DocRange | null): void {
    const pass = this.#pass;
    const { tree } = pass;
    const own = decoratorsOf(pass, node);
    if (own !== null) this.#addDecorators(own);
    walkKey(pass, nameOf(pass, node));
    const key = keyOf(pass, nameOf(pass, node));
    const value = tree.childByField(node, "value");
    const type = tree.childByField(node, "type");
    if (key === null || this.#class === NONE) {
      pass.type(type);
      pass.value(value);
      return;
    }
    const { flags } = modifiersOf(pass, node);
    const inner = value === NO_NODE ? NO_NODE : functionIn(pass, value);
    const definition = this.#define(node, start, doc, key, {
      kind: inner === NO_NODE ? "property" : "method",
      headEnd: inner === NO_NODE ? null : headEnd(pass, inner),
      flags,
      signatureStart: own?.signatureStart,
    });
    walkField(pass, definition, { container: this.#class, doc, type, value, inner });
  }

  #define(
    node: NodeId,
    start: number,
    doc: DocRange | null,
    key: Key,
    what: {
      readonly kind: SymbolKind;
      readonly headEnd: number | null;
      readonly flags: number;
      readonly signatureStart?: number;
    },
  ): DefId {
    const pass = this.#pass;
    return this.#bind(defineMember(pass, {
      parent: this.#class,
      kind: what.kind,
      key,
      start,
      end: pass.tree.end(node),
      signatureStart: what.signatureStart ?? pass.tree.start(node),
      headEnd: what.headEnd,
      flags: what.flags,
      visibility: modifiersOf(pass, node).visibility,
      doc,
      decorators: this.#decorators,
      decoratorNames: this.#decoratorNames,
    }));
  }

  /** Members are bound in the class scope, where bare names do not look. */
  #bind(definition: DefId): DefId {
    const pass = this.#pass;
    const { name, nameStart } = pass.draft(definition);
    const scope = pass.draft(this.#class).body;
    pass.draft(definition).scope = scope;
    pass.bind(scope, name, "definition", nameStart, definition, NONE, NONE, 0);
    return definition;
  }

  #staticBlock(node: NodeId): void {
    const pass = this.#pass;
    const place = pass.place();
    pass.varScope = pass.openScope("function", node);
    pass.holderStatic = true;
    pass.statements(pass.tree.childByField(node, "body"));
    pass.returnTo(place);
  }
}
