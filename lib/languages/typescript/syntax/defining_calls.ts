// Calls and values that define instead of compute: properties put on exports, prototypes and objects by
// `Object.defineProperty` and `Object.assign`, and bases given by `util.inherits`, `Object.setPrototypeOf` or a prototype made
// of another. Not here: plain assignments, classes.

import { type ExprId, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { definePathMember, pathHolder } from "./assigned_symbols.ts";
import { exportEntry, exportsSink, isExportsObject, starExport } from "./commonjs.ts";
import { type Key, unquoted } from "./names.ts";
import { type MemberSink, type ObjectMember, walkObject } from "./objects.ts";
import type { Pass } from "./pass.ts";
import { requiredModule } from "./requires.ts";
import { pathOf, type PathTarget } from "./targets.ts";
import { firstArgument } from "./values.ts";

type Defining = (pass: Pass, args: readonly NodeId[]) => boolean;

/** What each function does with its arguments; false where it walked nothing. */
const FUNCTIONS: ReadonlyMap<string, Defining> = new Map<string, Defining>([
  ["Object.defineProperty", definedProperty],
  ["Object.assign", assigned],
  ["Object.setPrototypeOf", withPrototype],
  ["util.inherits", inherited],
  ["inherits", inherited],
]);
const LONGEST = 21;

/** Walks a call that defines something; false, with nothing walked, for any other call. */
export function definingCall(pass: Pass, call: NodeId): boolean {
  const { tree } = pass;
  const callee = tree.childByField(call, "function");
  if (callee === NO_NODE || tree.end(callee) - tree.start(callee) > LONGEST) return false;
  const define = FUNCTIONS.get(pass.text(callee));
  const first = define === undefined ? NO_NODE : firstArgument(pass, call);
  if (define === undefined || first === NO_NODE) return false;
  const args = tree.namedChildren(tree.childByField(call, "arguments"))
    .filter((child) => tree.type(child) !== "comment");
  if (!define(pass, args)) return false;
  pass.value(callee, "call");
  return true;
}

/** `Object.defineProperty(target, "x", { get() { return y } })`. */
function definedProperty(pass: Pass, [target, name, descriptor]: readonly NodeId[]): boolean {
  const { tree } = pass;
  if (descriptor === undefined || tree.type(name) !== "string" || tree.type(descriptor) !== "object") {
    return false;
  }
  const key = unquoted(pass, name);
  if (isExportsObject(pass, target)) {
    pass.isModule = true;
    walkObject(pass, descriptor, exportOf(pass, key));
    return true;
  }
  const path = memberTarget(pass, target);
  if (path === null) return false;
  walkObject(pass, descriptor, propertyOf(pass, path, key));
  return true;
}

/** The descriptor of an export: what its getter returns, or its value. */
function exportOf(pass: Pass, key: Key): MemberSink {
  return {
    holder: () => NONE,
    define: () => NONE,
    done: (member, _, value) => {
      if (key.name === "__esModule") return;
      if (member.key.name === "value" && value !== NONE) exportEntry(pass, key.name, key, { expr: value });
      const last = pass.lastFunction;
      if (member.key.name !== "get" || last === null || last.expr !== value) return;
      if (last.returned.length === 1) exportEntry(pass, key.name, key, { expr: last.returned[0] });
    },
  };
}

/** The descriptor of a property: its getter is the getter, a function for its value the method. */
function propertyOf(pass: Pass, path: PathTarget, key: Key): MemberSink {
  const holder = pathHolder(pass, path);
  return {
    holder: () => holder,
    define: (member) => {
      const { name } = member.key;
      if (member.shape !== "function" || (name !== "get" && name !== "value")) return NONE;
      const accessor = name === "get" ? "get" as const : null;
      return functionMember(pass, path, { ...member, key }, { visibility: "public", flags: 0, accessor });
    },
  };
}

/** `Object.assign(target, { a() {} }, require("m"))`. */
function assigned(pass: Pass, [target, ...sources]: readonly NodeId[]): boolean {
  const { tree } = pass;
  if (sources.length === 0) return false;
  const isExports = isExportsObject(pass, target);
  const path = isExports ? null : memberTarget(pass, target);
  if (!isExports && path === null) return false;
  for (const source of sources) {
    const isObject = tree.type(source) === "object";
    if (path !== null) {
      if (isObject) walkObject(pass, source, functionsOf(pass, path));
      else pass.value(source);
    } else if (isObject) walkObject(pass, source, exportsSink(pass));
    else {
      pass.value(source);
      if (requiredModule(pass, source) !== NO_NODE) starExport(pass, source, source);
    }
  }
  return true;
}

/** An object whose functions become members of what a path names. */
export function functionsOf(pass: Pass, path: PathTarget): MemberSink {
  const holder = pathHolder(pass, path);
  return {
    holder: () => holder,
    define: (member) =>
      member.shape === "function" ? functionMember(pass, path, member, member.modifiers) : NONE,
  };
}

function functionMember(
  pass: Pass,
  path: PathTarget,
  { key, node, shape, doc, headEnd }: ObjectMember,
  modifiers: ObjectMember["modifiers"],
): number {
  const { start, end } = { start: pass.tree.start(node), end: pass.tree.end(node) };
  return definePathMember(pass, path, { key, start, end, doc, headEnd, modifiers, shape });
}

/** What `Foo`, `Foo.prototype` or `a.b` names as a target of members; null where it is no path of symbols. */
function memberTarget(pass: Pass, node: NodeId): PathTarget | null {
  const names = pathOf(pass, node);
  if (names === null) return null;
  const ofPrototype = names.length > 1 && names.at(-1) === "prototype";
  const object = pass.value(node);
  return {
    kind: "path",
    object,
    property: NO_NODE,
    names: ofPrototype ? names.slice(0, -1) : names,
    ofPrototype,
  };
}

/** `util.inherits(Derived, Base)`. */
function inherited(pass: Pass, [derived, base, ...rest]: readonly NodeId[]): boolean {
  const names = derived === undefined ? null : pathOf(pass, derived);
  if (names === null || base === undefined || rest.length > 0 || pathOf(pass, base) === null) return false;
  pass.value(derived);
  pass.bases.push({ path: names, scope: pass.scope, base: pass.value(base, "inherit") });
  return true;
}

/** `Object.setPrototypeOf(Derived.prototype, Base.prototype)`. */
function withPrototype(pass: Pass, [target, prototype, ...rest]: readonly NodeId[]): boolean {
  const names = target === undefined ? null : pathOf(pass, target);
  if (names === null || prototype === undefined || rest.length > 0) return false;
  if (names.length < 2 || names.at(-1) !== "prototype" || prototypeOwner(pass, prototype) === NO_NODE) {
    return false;
  }
  pass.value(target);
  pass.bases.push({ path: names.slice(0, -1), scope: pass.scope, base: walkPrototype(pass, prototype) });
  return true;
}

/** The base that a prototype is made of (`Object.create(Base.prototype)`, `new Base()`), walked; null for anything else. */
export function prototypeBase(
  pass: Pass,
  value: NodeId,
): { readonly base: ExprId; readonly expr: ExprId } | null {
  const { tree } = pass;
  if (value === NO_NODE) return null;
  if (tree.type(value) === "new_expression") {
    const expr = pass.value(value);
    return expr === NONE ? null : { base: pass.facts.exprObject(expr), expr };
  }
  if (prototypeOwner(pass, value) !== NO_NODE) {
    const base = walkPrototype(pass, value);
    return { base, expr: base };
  }
  const first = tree.type(value) === "call_expression" ? firstArgument(pass, value) : NO_NODE;
  if (first === NO_NODE || prototypeOwner(pass, first) === NO_NODE) return null;
  const callee = tree.childByField(value, "function");
  if (pass.text(callee) !== "Object.create") return null;
  const calleeExpr = pass.value(callee, "call");
  const base = walkPrototype(pass, first);
  for (let arg = tree.nextNamed(first); arg !== NO_NODE; arg = tree.nextNamed(arg)) pass.value(arg);
  return { base, expr: pass.expr("call", "", value, calleeExpr, []) };
}

/** `Base` of `Base.prototype`, or NO_NODE. */
function prototypeOwner(pass: Pass, node: NodeId): NodeId {
  const names = pathOf(pass, node);
  return names !== null && names.length > 1 && names.at(-1) === "prototype"
    ? pass.tree.childByField(node, "object")
    : NO_NODE;
}

/** Walks `Base.prototype`, in which the class is inherited from; gives the class. */
function walkPrototype(pass: Pass, node: NodeId): ExprId {
  const base = pass.value(prototypeOwner(pass, node), "inherit");
  pass.member(base, pass.tree.childByField(node, "property"), "read");
  return base;
}
