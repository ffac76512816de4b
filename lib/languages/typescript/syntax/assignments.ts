// Assignments: who gets which value, and the symbols that are made by assigning (`exports.x = …`, `this.x = …`,
// `Foo.prototype.m = …`, `app.use = …`). A chain `a = b = value` is one assignment with several targets: the first that
// makes a symbol owns the value, the others follow it. Not here: declarations, the order of statements.

import { addTo, type DefId, type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { definedTarget, definePathMember } from "./assigned_symbols.ts";
import { functionsOf, prototypeBase } from "./defining_calls.ts";
import { exportEntry, exportsSink, isVoid, passedOn } from "./commonjs.ts";
import { type JsDoc, readJsDoc } from "./jsdoc.ts";
import { memberKey } from "./member_table.ts";
import { type Key, keyOf, unquoted } from "./names.ts";
import { defineValue, walkObject } from "./objects.ts";
import { resultOf } from "./overloads.ts";
import { valueOf } from "./patterns.ts";
import type { Pass } from "./pass.ts";
import { type Extent, readTarget, type Target, unchained } from "./targets.ts";
import { objectIn, type Shape, shapeOf } from "./values.ts";

/** What the value of an assignment turned out to be. */
interface Outcome {
  /** The symbol that owns the value, or NONE. */
  readonly definition: DefId;
  /** Its name as an export entry can say it, or null where it is no module-level symbol. */
  readonly local: string | null;
  readonly expr: ExprId;
  readonly shape: Shape;
  /** What names the symbol for those that become aliases of it. */
  readonly self: ExprId;
  readonly value: NodeId;
}

/** Walks an assignment expression; gives the value's expression. */
export function assignment(pass: Pass, node: NodeId, extent: Extent): ExprId {
  const { nodes, value } = unchained(pass, node);
  const targets = nodes.map((target) => readTarget(pass, target));
  const shape = shapeOf(pass, value);
  for (const target of targets) {
    const made = definedTarget(pass, target, value, shape, extent);
    if (made === null) continue;
    const { doc } = extent;
    const expr = defineValue(pass, made.definition, value, shape, doc, made.holder);
    declareDocumented(pass, value, { definition: made.definition, expr, shape }, readJsDoc(pass, doc));
    const local = made.isExport ? pass.draft(made.definition).name : null;
    const self = target.kind === "path" || target.kind === "this"
      ? pass.member(target.object, target.property, null)
      : expr;
    const outcome = { definition: made.definition, local, expr, shape, self, value };
    for (const other of targets) {
      if (other !== target) finishTarget(pass, other, outcome, extent);
      else if (made.isExport) finishExport(pass, other, outcome);
    }
    return expr;
  }
  const expr = plainValue(pass, targets, value);
  declareDocumented(pass, value, { definition: NONE, expr, shape }, readJsDoc(pass, extent.doc));
  const outcome = { definition: NONE, local: null, expr, shape, self: expr, value };
  for (const target of targets) finishTarget(pass, target, outcome, extent);
  return expr;
}

/** What the comment above an assignment declares its value to be. */
function declareDocumented(
  pass: Pass,
  node: NodeId,
  { definition, expr, shape }: Pick<Outcome, "definition" | "expr" | "shape">,
  jsdoc: JsDoc | null,
): void {
  if (jsdoc === null) return;
  const type = jsdoc.type(pass);
  const wanted = type === NONE ? jsdoc.satisfied(pass) : type;
  if (wanted !== NONE && expr !== NONE) pass.expr("cast", "satisfies", node, expr, [wanted]);
  if (type === NONE || definition === NONE || pass.draft(definition).annotation !== NONE) return;
  if (shape === "class") return;
  pass.draft(definition).annotation = shape === "function" ? resultOf(pass, type) : type;
}

/** Gives the other targets of a declaration's chain (`var app = exports = module.exports = {}`) its value. */
export function followDeclared(
  pass: Pass,
  targets: readonly Target[],
  declared: {
    readonly definition: DefId;
    readonly expr: ExprId;
    readonly shape: Shape;
    readonly self: ExprId;
  },
  extent: Extent,
): void {
  const { definition } = declared;
  const isModuleLevel = definition !== NONE && pass.draft(definition).scope === 0;
  const local = isModuleLevel ? pass.draft(definition).name : null;
  for (const target of targets) finishTarget(pass, target, { ...declared, local, value: NO_NODE }, extent);
}

/** A value that no target owns: still, the members of an exported or prototype object are symbols. */
function plainValue(pass: Pass, targets: readonly Target[], value: NodeId): ExprId {
  const base = givenBase(pass, targets, value);
  if (base !== null) return base;
  const object = value === NO_NODE ? NO_NODE : objectIn(pass, value);
  if (object !== value || value === NO_NODE) return pass.value(value);
  if (targets.some((target) => target.kind === "module")) return walkObject(pass, object, exportsSink(pass));
  const prototype = targets.find((target) => target.kind === "prototype");
  if (prototype === undefined) return pass.value(value);
  // `Foo.prototype = { bar() {} }`: its functions are methods of `Foo`.
  return walkObject(pass, object, functionsOf(pass, { ...prototype.path, ofPrototype: true }));
}

/** `Foo.prototype = Object.create(Bar.prototype)` makes `Bar` a base of `Foo`; null where no prototype gets a base. */
function givenBase(pass: Pass, targets: readonly Target[], value: NodeId): ExprId | null {
  const path = targets.map(prototypePath).find((names) => names !== null);
  const made = path === undefined ? null : prototypeBase(pass, value);
  if (path === undefined || made === null) return null;
  pass.bases.push({ path, scope: pass.scope, base: made.base });
  return made.expr;
}

/** The names of what a target is the prototype of, or of what inherits by `__proto__`; null for any other target. */
function prototypePath(target: Target): readonly string[] | null {
  if (target.kind === "prototype") return target.path.names;
  return target.kind === "path" && target.ofPrototype && target.isProto ? target.names : null;
}

/** Gives a target its value, where it does not own it. */
function finishTarget(pass: Pass, target: Target, outcome: Outcome, extent: Extent): void {
  const { expr, shape } = outcome;
  switch (target.kind) {
    case "exports":
      pass.isModule = true;
      return;
    case "module":
    case "export":
      finishExport(pass, target, outcome);
      return;
    case "name": {
      pass.name(target.node, "write");
      const name = pass.text(target.node);
      assign(pass, name, pass.tree.start(target.node), expr);
      return;
    }
    case "pattern":
      for (const leaf of target.leaves) assign(pass, leaf.name, leaf.start, valueOf(pass, leaf, expr));
      return;
    case "this":
      written(pass, target, expr);
      addMemberValue(pass, pass.text(target.property), expr);
      return;
    case "path": {
      const key = keyOf(pass, target.property);
      if (outcome.definition === NONE || shape !== "function" || key === null) {
        written(pass, target, expr);
        return;
      }
      const { start } = key;
      const twin = definePathMember(pass, target, {
        ...{ key, start, end: extent.end, doc: null, headEnd: key.end, shape },
        modifiers: { visibility: "public", flags: FLAGS.alias, accessor: null },
      });
      if (twin === NONE) written(pass, target, expr);
      else pass.addValue(twin, outcome.self);
      return;
    }
    case "prototype":
      pass.member(target.path.object, target.path.property, "write");
      return;
    case "member":
      written(pass, target, expr);
  }
}

/** A member that is assigned to: a function or object among its values is what the member is declared to be. */
function written(
  pass: Pass,
  target: { readonly object: ExprId; readonly property: NodeId },
  value: ExprId,
): void {
  const member = pass.member(target.object, target.property, "write");
  const kind = value === NONE ? "opaque" : pass.facts.exprKind(value);
  if (kind !== "function" && kind !== "object") return;
  const declared = pass.expr("typeof", "", target.property, member);
  pass.expr("cast", "satisfies", target.property, value, [declared]);
}

/** Notes a value for a name, which is looked up when all declarations are known. */
export function assign(pass: Pass, name: string, start: number, value: ExprId): void {
  if (value === NONE) return;
  pass.assignments.push({ scope: pass.scope, name, value, start, arm: pass.arm });
}

function addMemberValue(pass: Pass, name: string, value: ExprId): void {
  if (pass.holder === NONE || value === NONE) return;
  const members = pass.membersOf(pass.holder);
  const key = memberKey(name, pass.holderStatic);
  const definition = members.definitions.get(key);
  if (definition !== undefined) {
    if (pass.draft(definition).kind === "property") pass.addValue(definition, value);
  } else if (members.declared.has(key)) addTo(members.early, key, value);
}

function finishExport(pass: Pass, target: Target, outcome: Outcome): void {
  if (target.kind !== "module" && target.kind !== "export") return;
  const { tree } = pass;
  const { local, value, expr } = outcome;
  if (value !== NO_NODE && isVoid(pass, value)) return;
  const node = target.kind === "export" ? target.property : target.node;
  const key: Key = tree.type(node) === "string"
    ? unquoted(pass, node)
    : { name: pass.text(node), start: tree.start(node), end: tree.end(node) };
  const exported = local === null ? passedOn(pass, node, value, expr) : { local };
  exportEntry(pass, target.kind === "export" ? key.name : "=", key, exported);
}
