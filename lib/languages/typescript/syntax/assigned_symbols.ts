// Symbols made by assignment: exported values, `this.x`, members of functions, prototypes and objects. Their container
// may be declared later in the file, so parents are settled at its end. Not here: what else an assignment does.

import { type DefId, type ExprId, FLAGS, NONE, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { defineExported, isExportedValue } from "./commonjs.ts";
import type { DocRange } from "./docs.ts";
import { headEnd } from "./functions.ts";
import { signature, variableSignature } from "./heads.ts";
import { memberKey } from "./member_table.ts";
import { defineMember, methodKind, type Modifiers } from "./members.ts";
import { type Key, keyOf } from "./names.ts";
import type { Pass } from "./pass.ts";
import { LOCAL } from "./scope_names.ts";
import type { Extent, PathTarget, Target } from "./targets.ts";
import { bare, constructorHolder, functionIn, type Shape } from "./values.ts";

/** A symbol that an assignment made. */
export interface Made {
  readonly definition: DefId;
  readonly holder: DefId;
  /** Whether it is an export of the file. */
  readonly isExport: boolean;
}

const NO_MODIFIERS: Modifiers = { visibility: "public", flags: 0, accessor: null };

/** Makes the symbol of a target, where it owns such a value; else null. */
export function definedTarget(
  pass: Pass,
  target: Target,
  value: NodeId,
  shape: Shape,
  extent: Extent,
): Made | null {
  if (value === NO_NODE) return null;
  switch (target.kind) {
    case "export": {
      if (!isExportedValue(pass, value, shape)) return null;
      const key = keyOf(pass, target.property)!;
      return exported(pass, defineExported(pass, { key, value, shape, ...extent }));
    }
    case "module": {
      if (shape !== "function" && shape !== "class") return null;
      const key = ownName(pass, value) ?? { ...tokenKey(pass, target.node), name: "default" };
      return exported(pass, defineExported(pass, { key, value, shape, ...extent }));
    }
    case "this":
      return thisMember(pass, target.property, value, shape, extent);
    case "path": {
      if (shape !== "function" && shape !== "class") return null;
      const key = keyOf(pass, target.property)!;
      const inner = shape === "function" ? functionIn(pass, value) : NO_NODE;
      const end = inner === NO_NODE ? null : headEnd(pass, inner);
      const definition = definePathMember(pass, target, {
        ...{ key, ...extent, headEnd: end, modifiers: NO_MODIFIERS, shape },
      });
      if (definition === NONE) return null;
      const own = constructorHolder(pass, definition);
      return { definition, holder: own === NONE ? pathHolder(pass, target) : own, isExport: false };
    }
    default:
      return null;
  }
}

function exported(pass: Pass, definition: DefId): Made {
  return { definition, holder: constructorHolder(pass, definition), isExport: true };
}

/** The own name of a function or class expression. */
function ownName(pass: Pass, value: NodeId): Key | null {
  const inner = functionIn(pass, value);
  const name = pass.tree.childByField(inner === NO_NODE ? bare(pass, value) : inner, "name");
  return name === NO_NODE ? null : tokenKey(pass, name);
}

function tokenKey(pass: Pass, node: NodeId): Key {
  return { name: pass.text(node), start: pass.tree.start(node), end: pass.tree.end(node) };
}

/** `this.x = …` makes a property of the class at its first assignment, unless the body declares it. */
function thisMember(pass: Pass, property: NodeId, value: NodeId, shape: Shape, extent: Extent): Made | null {
  const parent = pass.holder;
  const key = keyOf(pass, property);
  if (parent === NONE || key === null) return null;
  const members = pass.membersOf(parent);
  const name = memberKey(key.name, pass.holderStatic);
  if (members.definitions.has(name) || members.declared.has(name)) return null;
  const container = pass.draft(parent);
  // In TypeScript a member that a class does not declare is its base's.
  if (pass.dialect !== "js" && container.bases.length > 0) return null;
  const inner = shape === "function" ? functionIn(pass, value) : NO_NODE;
  const definition = defineMember(pass, {
    parent,
    kind: shape === "function" ? "method" : shape === "class" ? "class" : "property",
    key,
    start: extent.start,
    end: extent.end,
    signatureStart: extent.start,
    headEnd: inner === NO_NODE ? null : headEnd(pass, inner),
    flags: FLAGS.assigned | (pass.holderStatic ? FLAGS.static : 0),
    visibility: pass.tree.type(property) === "private_property_identifier" ? "private" : "public",
    doc: extent.doc,
  });
  if (container.kind === "class" && container.body !== NONE) {
    pass.draft(definition).scope = container.body;
    pass.bind(container.body, key.name, "definition", key.start, definition, NONE, NONE, 0);
  }
  return { definition, holder: pass.holder, isExport: false };
}

export interface PathMember {
  readonly key: Key;
  readonly start: number;
  readonly end: number;
  readonly doc: DocRange | null;
  readonly headEnd: number | null;
  readonly modifiers: Modifiers;
  readonly shape: Shape;
}

/** Makes the symbol of `Foo.bar = function …`; NONE where `Foo` is a local or parameter. */
export function definePathMember(pass: Pass, target: PathTarget, member: PathMember): DefId {
  if (pass.lookup(target.names[0]) === LOCAL) return NONE;
  const { key, start, end, doc } = member;
  const kind: SymbolKind = member.shape === "class" ? "class" : methodKind(member.modifiers, false);
  const definition = pass.facts.definition({
    name: key.name,
    kind,
    receiver: target.names.join("."),
    receiverExpr: target.ofPrototype && pass.facts.exprKind(target.object) === "member"
      ? prototypeOwner(pass, target)
      : target.object,
    start,
    end,
    nameStart: key.start,
    nameEnd: key.end,
    scope: pass.scope,
    flags: FLAGS.assigned | member.modifiers.flags,
    doc: doc === null ? null : pass.tree.source.slice(doc.start, doc.end),
    signature: member.headEnd === null
      ? variableSignature(pass, start, end)
      : signature(pass, start, member.headEnd),
  });
  const { names, ofPrototype } = target;
  pass.receivers.push({ definition, scope: pass.scope, path: names, ofPrototype });
  return definition;
}

/** `Foo` of `Foo.prototype`, whether the target names it or stands behind it. */
function prototypeOwner(pass: Pass, target: PathTarget): ExprId {
  const isPrototype = pass.facts.exprName(target.object) === "prototype";
  return isPrototype ? pass.facts.exprObject(target.object) : target.object;
}

/** The symbol that a path names as far as the file is walked, or NONE: whose members `this.x` in its functions are. */
export function pathHolder(pass: Pass, target: PathTarget): DefId {
  return resolvePath(pass, target.names, pass.scope);
}

/** The symbol that dotted names stand for in this file, or NONE. */
export function resolvePath(pass: Pass, names: readonly string[], scope: number): DefId {
  const isExports = names[0] === "exports" || (names[0] === "module" && names[1] === "exports");
  const isFree = isExports && pass.scopeOf(names[0], scope) === NONE;
  const rest = isFree ? names.slice(names[0] === "exports" ? 1 : 2) : names;
  if (rest.length === 0) return NONE;
  let definition = isFree ? pass.exported.get(rest[0]) ?? NONE : pass.lookup(rest[0], scope);
  for (let i = 1; i < rest.length && definition >= 0; i++) {
    const { definitions } = pass.membersOf(definition);
    definition = definitions.get(memberKey(rest[i], false)) ??
      definitions.get(memberKey(rest[i], true)) ?? NONE;
  }
  return definition >= 0 ? definition : NONE;
}
