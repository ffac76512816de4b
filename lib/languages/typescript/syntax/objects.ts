// Object literals: their expression, and their members as symbols where the object belongs to one (`const Obj = { m() {} }`
// makes `Obj.m`). Who makes which symbols is the sink's business. Not here: object patterns, object types.

import { type DefId, type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { walkClass } from "./classes.ts";
import { type DocRange, DocTracker } from "./docs.ts";
import { anonymousFunction, completeCallable, functionExpr, headEnd, isFunction } from "./functions.ts";
import { commentBefore, readJsDoc } from "./jsdoc.ts";
import { commentTypes } from "./jsdoc_typedefs.ts";
import {
  accessorPair,
  defineMember,
  foldAccessor,
  methodKind,
  type Modifiers,
  modifiersOf,
} from "./members.ts";
import { type Key, keyOf, walkKey } from "./names.ts";
import type { Pass } from "./pass.ts";
import { bare, functionIn, objectIn, type Shape, shapeOf, walkFunctionValue } from "./values.ts";

/** One keyed member of an object literal. */
export interface ObjectMember {
  readonly node: NodeId;
  readonly key: Key;
  /** The value, or the method itself; NO_NODE for a shorthand. */
  readonly value: NodeId;
  readonly shape: Shape;
  readonly modifiers: Modifiers;
  readonly doc: DocRange | null;
  /** Where a function's head ends; null for other values. */
  readonly headEnd: number | null;
}

/** Decides which members of an object are symbols. */
export interface MemberSink {
  /** Makes the member's symbol, or NONE. */
  readonly define: (member: ObjectMember) => DefId;
  /** Whose members `this.x = …` in a method defines. */
  readonly holder: (definition: DefId) => DefId;
  /** Told of every member once its value is known. */
  readonly done?: (member: ObjectMember, definition: DefId, value: ExprId) => void;
  /** Told of every spread. */
  readonly spread?: (node: NodeId, value: ExprId) => void;
}

const NO_MODIFIERS: Modifiers = { visibility: "public", flags: 0, accessor: null };

/** Walks an object literal; without a sink its members are no symbols. */
export function walkObject(pass: Pass, node: NodeId, sink: MemberSink | null): ExprId {
  const { tree } = pass;
  const docs = sink === null ? null : new DocTracker(tree, node);
  const properties: ExprId[] = [];
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    const type = tree.type(child);
    if (type === "comment") {
      docs?.isComment(child);
      commentTypes(pass, child);
      continue;
    }
    const doc = docs?.before(child) ?? null;
    if (!tree.isNamed(child)) continue;
    const expr = walkEntry(pass, child, type, doc, sink);
    if (expr !== NONE) properties.push(expr);
  }
  return pass.expr("object", "", node, NONE, properties);
}

function walkEntry(
  pass: Pass,
  node: NodeId,
  type: string,
  doc: DocRange | null,
  sink: MemberSink | null,
): ExprId {
  const { tree } = pass;
  switch (type) {
    case "pair":
      return walkMember(pass, node, "key", tree.childByField(node, "value"), doc, sink);
    case "method_definition":
      return walkMember(pass, node, "name", node, doc, sink);
    case "shorthand_property_identifier":
      return walkShorthand(pass, node, doc, sink);
    case "spread_element": {
      const value = pass.value(tree.firstNamed(node));
      sink?.spread?.(node, value);
      return value === NONE ? NONE : pass.expr("spread", "", node, value);
    }
    default:
      // `{ a = 1 }` is a pattern that the grammar could not know to be one.
      return pass.value(node);
  }
}

function walkShorthand(pass: Pass, node: NodeId, doc: DocRange | null, sink: MemberSink | null): ExprId {
  const { tree } = pass;
  const value = pass.name(node, "read");
  const key = { name: pass.text(node), start: tree.start(node), end: tree.end(node) };
  if (sink !== null) {
    const member: ObjectMember = {
      node,
      key,
      value: NO_NODE,
      shape: "alias",
      modifiers: NO_MODIFIERS,
      doc,
      headEnd: null,
    };
    const definition = sink.define(member);
    if (definition !== NONE) pass.addValue(definition, value);
    sink.done?.(member, definition, value);
  }
  return pass.expr("property", key.name, node, value);
}

function walkMember(
  pass: Pass,
  node: NodeId,
  field: "key" | "name",
  value: NodeId,
  doc: DocRange | null,
  sink: MemberSink | null,
): ExprId {
  const { tree } = pass;
  const keyNode = tree.childByField(node, field);
  walkKey(pass, keyNode);
  const key = keyOf(pass, keyNode);
  let expr: ExprId;
  if (sink === null || key === null) {
    const own = doc ?? commentBefore(pass, tree.start(node));
    expr = isFunction(tree.type(value))
      ? anonymousFunction(pass, value, own)
      : documentedValue(pass, node, pass.value(value), own);
  } else {
    const shape = value === node ? "function" : shapeOf(pass, value);
    const inner = shape === "function" ? functionIn(pass, value) : NO_NODE;
    const member: ObjectMember = {
      node,
      key,
      value,
      shape,
      modifiers: value === node ? modifiersOf(pass, node) : NO_MODIFIERS,
      doc,
      headEnd: inner === NO_NODE ? null : headEnd(pass, inner),
    };
    const definition = sink.define(member);
    expr = walkMemberValue(pass, member, definition, sink);
    sink.done?.(member, definition, expr);
  }
  return key === null ? NONE : pass.expr("property", key.name, node, expr);
}

function walkMemberValue(pass: Pass, member: ObjectMember, definition: DefId, sink: MemberSink): ExprId {
  const { value, shape } = member;
  if (definition === NONE) {
    return isFunction(pass.tree.type(value))
      ? anonymousFunction(pass, value, member.doc)
      : documentedValue(pass, member.node, pass.value(value), member.doc);
  }
  if (shape !== "function" || member.modifiers.accessor === null) {
    return defineValue(pass, definition, value, shape, member.doc, sink.holder(definition));
  }
  // The second accessor of a pair must not undo what the getter says.
  const callee = { owner: definition, holder: sink.holder(definition), doc: member.doc };
  const walked = walkFunctionValue(pass, value, callee);
  if (member.modifiers.accessor === "get" || pass.draft(definition).body === NONE) {
    completeCallable(pass, definition, walked);
  }
  return functionExpr(pass, walked);
}

/** Walks the value of a symbol: a function or class is the symbol itself, an object's members are its members. */
export function defineValue(
  pass: Pass,
  definition: DefId,
  value: NodeId,
  shape: Shape,
  doc: DocRange | null,
  holder: DefId,
): ExprId {
  if (shape === "function") {
    const walked = walkFunctionValue(pass, value, { owner: definition, holder, doc, self: definition });
    completeCallable(pass, definition, walked);
    return functionExpr(pass, walked);
  }
  if (shape === "class") {
    walkClass(pass, bare(pass, value), definition);
    return NONE;
  }
  if (shape === "object") {
    const object = objectIn(pass, value);
    const expr = walkObject(pass, object, containerSink(pass, definition));
    walkAround(pass, value, object, expr);
    pass.addValue(definition, expr);
    return expr;
  }
  const expr = documentedValue(pass, value, pass.value(value), doc);
  pass.addValue(definition, expr);
  return expr;
}

/** A value that the comment above it declares to be of a type. */
function documentedValue(pass: Pass, node: NodeId, value: ExprId, doc: DocRange | null): ExprId {
  const type = value === NONE ? NONE : readJsDoc(pass, doc)?.type(pass) ?? NONE;
  return type === NONE ? value : pass.expr("cast", "as", node, value, [type]);
}

/** Walks the types of the casts around an object, which say what its members are. */
function walkAround(pass: Pass, value: NodeId, object: NodeId, expr: ExprId): void {
  const { tree } = pass;
  for (let node = value; node !== object && node !== NO_NODE;) {
    const inner = tree.firstNamed(node);
    if (tree.type(node) === "call_expression") {
      pass.value(tree.childByField(node, "function"), "call");
      return;
    }
    for (let child = tree.nextNamed(inner); child !== NO_NODE; child = tree.nextNamed(child)) {
      const type = pass.type(child);
      if (type !== NONE) pass.expr("cast", "satisfies", node, expr, [type]);
    }
    node = inner;
  }
}

/** Members of an object that is a symbol itself. */
export function containerSink(pass: Pass, parent: DefId): MemberSink {
  return {
    holder: () => parent,
    define: (member) => {
      const { modifiers, key, node, shape } = member;
      const start = pass.tree.start(node);
      const end = pass.tree.end(node);
      const paired = accessorPair(pass, parent, key, modifiers);
      if (paired !== null) {
        foldAccessor(pass, paired, start, end, key);
        return paired;
      }
      const kind = shape === "function"
        ? methodKind(modifiers, false)
        : shape === "class"
        ? "class"
        : "property";
      return defineMember(pass, {
        parent,
        kind,
        key,
        start,
        end,
        signatureStart: start,
        headEnd: member.headEnd,
        flags: modifiers.flags | (shape === "alias" ? FLAGS.alias : 0),
        visibility: modifiers.visibility,
        doc: member.doc,
      });
    },
  };
}
