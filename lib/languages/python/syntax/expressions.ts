// Expressions: every name used and every value that may feed a binding, a receiver, an argument or a result.
// Law kept: one expr and one reference per occurrence; left-deep chains are walked in a loop, everything else within
// the walk's depth. Not here: member, call and index chains (`chains.ts`), comprehensions and lambdas (`closures.ts`).

import { type ExprId, type ExprKind, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { chain } from "./chains.ts";
import { comprehension, lambda } from "./closures.ts";
import { assignName, plainly } from "./names.ts";
import { condition, ternary } from "./narrowing.ts";
import { binary, comparison, operands, operator } from "./operators.ts";
import type { Place, Walk } from "./place.ts";
import { bindTarget } from "./targets.ts";

/** The first elements of a written-out collection are enough to know what it holds. */
const KEPT_ELEMENTS = 8;

/** The expr of an expression node, or NONE where it has no value of interest. */
export function expression(walk: Walk, node: NodeId, place: Place, role: Role = "read"): ExprId {
  const { tree } = walk;
  const bare = unwrapped(walk, node);
  switch (tree.type(bare)) {
    case "identifier":
      return walk.nameUse(bare, place, role);
    case "true":
    case "false":
      return plain(walk, bare, place, "literal", "boolean");
    case "none":
      return plain(walk, bare, place, "literal", "none");
    case "integer":
    case "float":
      return plain(walk, bare, place, "literal", "number");
    case "ellipsis":
      return plain(walk, bare, place, "opaque", "");
    case "comment":
      return NONE;
  }
  if (!walk.enter(bare)) return NONE;
  const expr = compound(walk, bare, place, role);
  walk.leave();
  return expr;
}

/** The node inside parentheses and type wrappers. */
function unwrapped(walk: Walk, node: NodeId): NodeId {
  const { tree } = walk;
  let bare = node;
  for (;;) {
    const type = tree.type(bare);
    if (type !== "parenthesized_expression" && type !== "type" && type !== "as_pattern_target") return bare;
    const inner = tree.firstNamed(bare);
    if (inner === NO_NODE || tree.nextNamed(inner) !== NO_NODE) return bare;
    bare = inner;
  }
}

function compound(walk: Walk, node: NodeId, place: Place, role: Role): ExprId {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "attribute":
    case "call":
    case "subscript":
      return chain(walk, node, place, role);
    case "string":
      return string(walk, node, place);
    case "concatenated_string":
      operands(walk, node, place);
      return plain(walk, node, place, "literal", "string");
    case "binary_operator":
      return binary(walk, node, place);
    case "boolean_operator":
    case "not_operator":
      return condition(walk, node, place).expr;
    case "comparison_operator":
      return comparison(walk, node, place);
    case "unary_operator":
      return unary(walk, node, place, "operation", operator(walk, node));
    case "await":
      return unary(walk, node, place, "await", "");
    case "conditional_expression":
      return ternary(walk, node, place);
    case "named_expression":
      return walrus(walk, node, place);
    case "as_pattern":
      return asPattern(walk, node, place);
    case "yield":
      return yielded(walk, node, place);
    case "lambda":
      return lambda(walk, node, place, place.owner);
    case "list_comprehension":
    case "set_comprehension":
    case "dictionary_comprehension":
    case "generator_expression":
      return comprehension(walk, node, place);
    case "list":
    case "list_pattern":
      return collection(walk, node, place, "list");
    case "set":
      return collection(walk, node, place, "set");
    case "tuple":
    case "expression_list":
    case "pattern_list":
    case "tuple_pattern":
      return collection(walk, node, place, "tuple");
    case "dictionary":
      return collection(walk, node, place, "dict");
    case "list_splat":
    case "list_splat_pattern":
    case "dictionary_splat":
    case "dictionary_splat_pattern":
      return unary(walk, node, place, "spread", "");
    default:
      walk.loose(node, place);
      return plain(walk, node, place, "opaque", "");
  }
}

function plain(walk: Walk, node: NodeId, place: Place, kind: ExprKind, name: string): ExprId {
  return walk.facts.expr(kind, name, walk.tree.start(node), walk.tree.end(node), place.scope);
}

function unary(walk: Walk, node: NodeId, place: Place, kind: ExprKind, name: string): ExprId {
  const { tree, facts } = walk;
  const exprs = operands(walk, node, place);
  const operand = exprs.length === 0 ? NONE : exprs[0];
  const operation = kind === "operation";
  const args = operation ? [operand] : [];
  return facts.expr(
    kind,
    name,
    tree.start(node),
    tree.end(node),
    place.scope,
    operation ? NONE : operand,
    args,
  );
}

/** A string's interpolations are read; what it says is not. */
function string(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  const { bytes } = tree.source;
  let kind = "string";
  for (let at = tree.start(node); at < tree.end(node) && bytes[at] !== 0x22 && bytes[at] !== 0x27; at++) {
    if ((bytes[at] | 0x20) === 0x62) kind = "bytes";
  }
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    if (tree.type(child) !== "interpolation") continue;
    kind = "template";
    interpolation(walk, child, place);
  }
  return plain(walk, node, place, "literal", kind);
}

function interpolation(walk: Walk, node: NodeId, place: Place): void {
  const { tree } = walk;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "type_conversion") continue;
    if (type === "format_specifier") {
      if (!walk.enter(child)) continue;
      for (let part = tree.firstNamed(child); part !== NO_NODE; part = tree.nextNamed(part)) {
        interpolation(walk, part, place);
      }
      walk.leave();
    } else expression(walk, child, place);
  }
}

/** `name := value` binds in the frame, past any comprehension. */
function walrus(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree } = walk;
  const target = tree.childByField(node, "name");
  const right = tree.childByField(node, "value");
  const value = right === NO_NODE ? NONE : expression(walk, right, place);
  if (target === NO_NODE) return value;
  assignName(walk, place, target, plainly(value, tree.start(node), tree.end(node)));
  return value;
}

/** `manager as target` outside a plain `with` item, where the grammar reads it as an expression. */
function asPattern(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const manager = tree.firstNamed(node);
  const alias = tree.childByField(node, "alias");
  const value = manager === NO_NODE || manager === alias ? NONE : expression(walk, manager, place);
  if (alias === NO_NODE) return value;
  const start = tree.start(node);
  const end = tree.end(node);
  const entered = facts.expr("enter", "", start, end, place.scope, value);
  bindTarget(walk, place, alias, plainly(entered, tree.start(alias), tree.end(alias)));
  return value;
}

/** A `yield` makes its function a generator; it stands among the returned expressions. */
function yielded(walk: Walk, node: NodeId, place: Place): ExprId {
  const { tree, facts } = walk;
  const name = tree.childOfType(node, "from") === NO_NODE ? "" : "from";
  const [value = NONE] = operands(walk, node, place);
  const expr = facts.expr("yield", name, tree.start(node), tree.end(node), place.scope, value);
  place.frame.yields = true;
  place.frame.returned.push(expr);
  return expr;
}

function collection(walk: Walk, node: NodeId, place: Place, name: string): ExprId {
  return sequence(walk, node, place, name).value;
}

/** A written-out collection and the exprs of all its elements (a dictionary's values). */
export function sequence(
  walk: Walk,
  node: NodeId,
  place: Place,
  name: string,
): { value: ExprId; parts: ExprId[] } {
  const { tree, facts } = walk;
  const parts: ExprId[] = [];
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) !== "pair") {
      parts.push(expression(walk, child, place));
      continue;
    }
    const key = tree.childByField(child, "key");
    const value = tree.childByField(child, "value");
    if (key !== NO_NODE) expression(walk, key, place);
    parts.push(value === NO_NODE ? NONE : expression(walk, value, place));
  }
  const kept = parts.slice(0, KEPT_ELEMENTS);
  const value = facts.expr(
    "collection",
    name,
    tree.start(node),
    tree.end(node),
    place.scope,
    NONE,
    kept,
  );
  return { value, parts };
}
