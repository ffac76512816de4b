// Conditions that tell what a name or a member is: `isinstance(x, A)`, `type(x) is A`, their negations, `and` and `or`. What
// they guard gets a scope that carries the narrower type and binds nothing else.
// Law kept: a left-deep row of operators is walked in a loop. Not here: `match` (`patterns.ts`).

import { addTo, type ExprId, NONE, type ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { operator, spine } from "./operators.ts";
import type { Narrowing, Place, Walk } from "./place.ts";

/** A condition's value, and what holds where it is true and where it is false. */
export interface Condition {
  readonly expr: ExprId;
  readonly whenTrue: readonly Narrowing[];
  readonly whenFalse: readonly Narrowing[];
}

/** Reads a condition. */
export function condition(walk: Walk, node: NodeId, place: Place): Condition {
  const { tree } = walk;
  let bare = node;
  while (tree.type(bare) === "parenthesized_expression") {
    const inner = tree.firstNamed(bare);
    if (inner === NO_NODE || tree.nextNamed(inner) !== NO_NODE) break;
    bare = inner;
  }
  const type = tree.type(bare);
  const isOperator = type === "not_operator" || type === "boolean_operator";
  if (!isOperator) return tested(walk, bare, place);
  if (!walk.enter(bare)) return { expr: NONE, whenTrue: [], whenFalse: [] };
  const read = type === "not_operator" ? negated(walk, bare, place) : joined(walk, bare, place);
  walk.leave();
  return read;
}

function negated(walk: Walk, node: NodeId, place: Place): Condition {
  const { tree, facts } = walk;
  const argument = tree.childByField(node, "argument");
  const inner = argument === NO_NODE ? null : condition(walk, argument, place);
  const operand = inner?.expr ?? NONE;
  const expr = facts.expr("operation", "not", tree.start(node), tree.end(node), place.scope, NONE, [operand]);
  return { expr, whenTrue: inner?.whenFalse ?? [], whenFalse: inner?.whenTrue ?? [] };
}

/** `a and b or c`: each operand is read where the ones before it let it be reached. */
function joined(walk: Walk, node: NodeId, place: Place): Condition {
  const { tree, facts } = walk;
  const nodes = spine(walk, node);
  const first = tree.childByField(nodes[0], "left");
  let left: Condition = first === NO_NODE ? NOTHING : condition(walk, first, place);
  for (const at of nodes) {
    const name = operator(walk, at);
    const operand = tree.childByField(at, "right");
    const known = name === "and" ? left.whenTrue : left.whenFalse;
    const right = operand === NO_NODE
      ? NOTHING
      : condition(walk, operand, narrowed(walk, place, known, tree.start(operand), tree.end(operand)));
    const args = [left.expr, right.expr];
    left = {
      expr: facts.expr("conditional", name, tree.start(at), tree.end(at), place.scope, NONE, args),
      whenTrue: name === "and" ? added(left.whenTrue, right.whenTrue) : [],
      whenFalse: name === "or" ? added(left.whenFalse, right.whenFalse) : [],
    };
  }
  return left;
}

/** More names than this are not narrowed at one place. */
const MAX_NAMES = 8;

/** What is known after more was told: of one name the last, which has the ones before it in its subject. */
export function added(known: readonly Narrowing[], more: readonly Narrowing[]): readonly Narrowing[] {
  if (known.length === 0 || more.length === 0) return known.length === 0 ? more : known;
  const others = known.filter(({ name }) => more.every((one) => one.name !== name));
  return [...others, ...more].slice(-MAX_NAMES);
}

const NOTHING: Condition = { expr: NONE, whenTrue: [], whenFalse: [] };

function tested(walk: Walk, node: NodeId, place: Place): Condition {
  const { tree, facts } = walk;
  const expr = walk.expression(node, place);
  const test = expr === NONE ? null : testOf(tree, node);
  if (test === null) return { expr, whenTrue: [], whenFalse: [] };
  const told = (side: Side): Narrowing[] => {
    const call = test.comparison ? facts.exprArg(expr, side.at) : expr;
    const subject = call === NONE ? NONE : facts.exprArg(call, 0);
    const type = facts.exprArg(expr, 1 - side.at);
    const wanted = type === NONE ? NONE : typeOf(walk, side.type, type, place);
    const name = dottedName(tree, side.subject);
    if (subject === NONE || wanted === NONE || name === "") return [];
    const [start, end] = [tree.start(side.subject), tree.end(side.subject)];
    return [{ name, start, end, subject, type: wanted, test: "is" }];
  };
  const is = test.sides.flatMap(told);
  // Of what is not exactly that class nothing follows: it may be a subclass.
  const isnot = test.comparison ? [] : is.map((one): Narrowing => ({ ...one, test: "isnot" }));
  return test.negated ? { expr, whenTrue: isnot, whenFalse: is } : { expr, whenTrue: is, whenFalse: isnot };
}

/** What is tested, and against which type; `at` is its place among the operands. */
interface Side {
  readonly subject: NodeId;
  readonly type: NodeId;
  readonly at: 0 | 1;
}

interface Test {
  readonly sides: readonly Side[];
  /** `type(x) is T` rather than a call. */
  readonly comparison: boolean;
  readonly negated: boolean;
}

const COMPARISONS: ReadonlySet<string> = new Set(["is", "==", "is not", "!="]);

/** The parts of a test of a value's class, or null where a node is none. */
function testOf(tree: SyntaxTree, node: NodeId): Test | null {
  switch (tree.type(node)) {
    case "call": {
      const args = plainCall(tree, node, "isinstance");
      if (args === null || args.length !== 2) return null;
      return { sides: [{ subject: args[0], type: args[1], at: 0 }], comparison: false, negated: false };
    }
    case "comparison_operator": {
      const token = tree.childByField(node, "operators");
      const [left, right, ...others] = tree.namedChildren(node);
      const sign = token === NO_NODE ? "" : tree.type(token);
      if (right === undefined || others.length > 0 || !COMPARISONS.has(sign)) return null;
      const classOf = (operand: NodeId) =>
        tree.type(operand) === "call" ? plainCall(tree, operand, "type") : null;
      const sides: Side[] = [];
      const first = classOf(left);
      const second = classOf(right);
      if (first?.length === 1) sides.push({ subject: first[0], type: right, at: 0 });
      if (second?.length === 1) sides.push({ subject: second[0], type: left, at: 1 });
      return { sides, comparison: true, negated: sign === "is not" || sign === "!=" };
    }
    default:
      return null;
  }
}

/** The arguments of a call of that name without keywords and splats, or null. */
function plainCall(tree: SyntaxTree, node: NodeId, name: string): NodeId[] | null {
  const callee = tree.childByField(node, "function");
  const list = tree.childByField(node, "arguments");
  if (callee === NO_NODE || list === NO_NODE || tree.type(callee) !== "identifier") return null;
  if (tree.text(callee) !== name || tree.type(list) !== "argument_list") return null;
  const args = tree.namedChildren(list).filter((child) => tree.type(child) !== "comment");
  const isPlain = args.every((arg) => {
    const type = tree.type(arg);
    return type !== "keyword_argument" && type !== "list_splat" && type !== "dictionary_splat";
  });
  return isPlain ? args : null;
}

/** A type as a tuple of types is written for isinstance: their union; NONE where not all of them are known. */
function typeOf(walk: Walk, node: NodeId, expr: ExprId, place: Place): ExprId {
  const { tree, facts } = walk;
  if (tree.type(node) !== "tuple") return expr;
  const count = tree.namedChildren(node).filter((child) => tree.type(child) !== "comment").length;
  const types = Array.from({ length: count }, (_, index) => facts.exprArg(expr, index));
  if (types.includes(NONE)) return NONE;
  return facts.expr("union", "", tree.start(node), tree.end(node), place.scope, NONE, types);
}

/** `a if test else b`: the test is read, the alternatives are kept. */
export function ternary(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const [first = NO_NODE, test = NO_NODE, other = NO_NODE] = tree.namedChildren(node)
    .filter((child) => tree.type(child) !== "comment");
  const tested = test === NO_NODE ? NOTHING : condition(walk, test, place);
  const read = (child: NodeId, known: readonly Narrowing[]) =>
    child === NO_NODE
      ? NONE
      : walk.expression(child, narrowed(walk, place, known, tree.start(child), tree.end(child)));
  const alternatives = [read(first, tested.whenTrue), read(other, tested.whenFalse)];
  return facts.expr("conditional", "if", tree.start(node), tree.end(node), place.scope, NONE, alternatives);
}

/** The text of a name or of members of a name, without spaces; "" for anything else. */
export function dottedName(tree: SyntaxTree, node: NodeId): string {
  const parts: string[] = [];
  let at = node;
  if (tree.type(at) === "named_expression") at = tree.childByField(at, "name");
  for (; at !== NO_NODE && tree.type(at) === "attribute"; at = tree.childByField(at, "object")) {
    const attribute = tree.childByField(at, "attribute");
    if (attribute === NO_NODE || parts.length > MAX_MEMBERS) return "";
    parts.push(tree.text(attribute));
  }
  if (at === NO_NODE || tree.type(at) !== "identifier" || tree.text(at) === "") return "";
  return [tree.text(at), ...parts.reverse()].join(".");
}

/** Longer chains of members are not narrowed. */
const MAX_MEMBERS = 4;

/** The place in which these narrowings hold, from one byte to another: the place itself where there are none. */
export function narrowed(
  walk: Walk,
  place: Place,
  narrowings: readonly Narrowing[],
  start: number,
  end: number,
): Place {
  if (narrowings.length === 0) return place;
  const { facts } = walk;
  const scope: ScopeId = facts.scope("block", place.scope, place.owner, start, end);
  for (const { name, start: from, end: to, subject, type, test } of narrowings) {
    const value = facts.expr("cast", test, from, to, place.scope, subject, [type]);
    facts.binding({ scope, name, kind: "narrow", start: from, value });
    const dot = name.indexOf(".");
    if (dot >= 0) addTo(walk.told, name.slice(0, dot), { name, scope });
  }
  return { ...place, scope };
}

/** Forgets what tests told of a name's members, or of one member and its own, once that is assigned anew. */
export function forgotten(walk: Walk, dotted: string, start: number, end: number): void {
  const { facts } = walk;
  const dot = dotted.indexOf(".");
  const root = dot < 0 ? dotted : dotted.slice(0, dot);
  const told = walk.told.get(root);
  if (told === undefined) return;
  const holding = told.filter(({ scope }) => facts.scopeEnd(scope) > start);
  walk.told.set(root, holding);
  for (const { name, scope } of holding) {
    if (name !== dotted && !name.startsWith(`${dotted}.`)) continue;
    facts.binding({ scope, name, kind: "narrow", start: end });
  }
}
