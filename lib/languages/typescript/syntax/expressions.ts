// Expressions that are no chains: names, literals, functions, classes, objects, `new`, `await`, assignments.
// Not here: member and call chains, JSX, types.

import { type ExprId, NONE, type Role } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { assign, assignment } from "./assignments.ts";
import { CHAINS } from "./chains.ts";
import { walkClass } from "./classes.ts";
import { anonymousFunction, completeCallable, functionExpr, headEnd, walkFunction } from "./functions.ts";
import { signature } from "./heads.ts";
import { JSX } from "./jsx.ts";
import { walkObject } from "./objects.ts";
import { operatorOf, unary } from "./operators.ts";
import { guarded } from "./conditions.ts";
import type { ExpressionVisitor, Pass } from "./pass.ts";
import { mendedImport } from "./requires.ts";
import { typeArguments } from "./type_expressions.ts";
import { constructorHolder } from "./values.ts";

/** Visitors of expressions. */
export const EXPRESSIONS: ReadonlyMap<string, ExpressionVisitor> = new Map<string, ExpressionVisitor>([
  ...CHAINS,
  ...JSX,
  ["identifier", identifier],
  ["shorthand_property_identifier", (pass, node, role) => pass.name(node, role)],
  ["this", (pass, node) => pass.expr(pass.lostReceiver ? "opaque" : "this", "", node)],
  ["super", (pass, node) => pass.expr(pass.lostReceiver ? "opaque" : "super", "", node)],
  ["string", literal("string")],
  ["number", literal("number")],
  ["true", literal("boolean")],
  ["false", literal("boolean")],
  ["null", literal("none")],
  ["undefined", literal("none")],
  ["regex", literal("regex")],
  ["template_string", template],
  ["template_substitution", (pass, node, role) => pass.value(pass.tree.firstNamed(node), role)],
  ["array", array],
  ["object", (pass, node) => walkObject(pass, node, null)],
  ["arrow_function", (pass, node) => anonymousFunction(pass, node)],
  ["function_expression", functionExpression],
  ["generator_function", functionExpression],
  ["class", classExpression],
  ["new_expression", construct],
  ["await_expression", operand("await")],
  ["yield_expression", yielded],
  ["spread_element", operand("spread")],
  [
    "unary_expression",
    (pass, node) => unary(pass, node, pass.value(pass.tree.childByField(node, "argument"))),
  ],
  ["update_expression", update],
  ["ternary_expression", ternary],
  ["sequence_expression", sequence],
  ["assignment_expression", assignmentExpression],
  ["augmented_assignment_expression", augmented],
  ["type_assertion", typeAssertion],
  ["meta_property", () => NONE],
  ["property_identifier", () => NONE],
  ["private_property_identifier", () => NONE],
  ["statement_identifier", () => NONE],
  ["comment", () => NONE],
]);

function identifier(pass: Pass, node: NodeId, role: Role): ExprId {
  if (pass.tree.isMissing(node)) return NONE;
  // Only a mended `import("m")` has a parenthesis in its text.
  const isImport = pass.types > 0 && pass.text(node).startsWith("import(");
  return isImport ? mendedImport(pass, node) : pass.name(node, role);
}

function literal(name: string): ExpressionVisitor {
  return (pass, node) => pass.expr("literal", name, node);
}

function operand(kind: "await" | "spread"): ExpressionVisitor {
  return (pass, node) => {
    const inner = pass.value(pass.tree.firstNamed(node));
    return inner === NONE ? NONE : pass.expr(kind, "", node, inner);
  };
}

/** What a generator yields is what it gives, as what a function returns. */
function yielded(pass: Pass, node: NodeId): ExprId {
  const inner = pass.value(pass.tree.firstNamed(node));
  if (inner === NONE) return NONE;
  const expr = pass.expr("yield", pass.tree.childOfType(node, "*") === NO_NODE ? "" : "from", node, inner);
  pass.addReturned(expr);
  return expr;
}

function template(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "template_substitution") pass.value(child);
  }
  return pass.expr("literal", "template", node);
}

const COLLECTION_SIZE = 8;

function array(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const values: ExprId[] = [];
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    const value = pass.value(child);
    if (values.length < COLLECTION_SIZE) values.push(value);
  }
  return pass.expr("collection", "array", node, NONE, values);
}

/** A named function expression is a symbol that only its own body sees. */
function functionExpression(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const name = tree.childByField(node, "name");
  if (name === NO_NODE || tree.isMissing(name)) return anonymousFunction(pass, node);
  const definition = pass.facts.definition({
    name: pass.text(name),
    kind: "function",
    parent: pass.owner,
    start: tree.start(node),
    end: tree.end(node),
    nameStart: tree.start(name),
    nameEnd: tree.end(name),
    scope: pass.scope,
    signature: signature(pass, tree.start(node), headEnd(pass, node)),
  });
  const holder = constructorHolder(pass, definition);
  const walked = walkFunction(pass, node, { owner: definition, holder, self: definition });
  completeCallable(pass, definition, walked);
  pass.draft(definition).scope = walked.scope;
  return functionExpr(pass, walked);
}

/** A named class expression is a symbol; its expression is the name, as its own body would say it. */
function classExpression(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const name = tree.childByField(node, "name");
  if (name === NO_NODE || tree.isMissing(name)) {
    walkClass(pass, node, NONE);
    return NONE;
  }
  const body = tree.childByField(node, "body");
  const place = pass.place();
  const scope = pass.openScope("block", node);
  const definition = pass.facts.definition({
    name: pass.text(name),
    kind: "class",
    parent: pass.owner,
    start: tree.start(node),
    end: tree.end(node),
    nameStart: tree.start(name),
    nameEnd: tree.end(name),
    scope,
    signature: signature(pass, tree.start(node), body === NO_NODE ? tree.end(node) : tree.start(body)),
  });
  pass.bind(scope, pass.text(name), "definition", tree.start(name), definition);
  const expr = pass.expr("name", pass.text(name), name);
  walkClass(pass, node, definition);
  pass.returnTo(place);
  return expr;
}

function construct(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const callee = pass.value(tree.childByField(node, "constructor"), "construct");
  const types = typeArguments(pass, node);
  const args: ExprId[] = [];
  const list = tree.childByField(node, "arguments");
  if (list !== NO_NODE) {
    for (const child of tree.namedChildren(list)) {
      if (tree.type(child) !== "comment") args.push(pass.value(child));
    }
  }
  const object = types.length > 0 && callee !== NONE
    ? pass.expr("index", "types", node, callee, types)
    : callee;
  return pass.expr("construct", "", node, object, args);
}

function update(pass: Pass, node: NodeId): ExprId {
  const argument = pass.value(pass.tree.childByField(node, "argument"), "write");
  return pass.expr("operation", "++", node, NONE, [argument]);
}

function ternary(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const condition = tree.childByField(node, "condition");
  const consequence = tree.childByField(node, "consequence");
  pass.value(condition);
  const alternative = tree.childByField(node, "alternative");
  const yes = guarded(pass, condition, true, consequence, () => pass.value(consequence));
  const no = guarded(pass, condition, false, alternative, () => pass.value(alternative));
  if (yes === NONE || no === NONE) return yes === NONE ? no : yes;
  return pass.expr("conditional", "if", node, NONE, [yes, no]);
}

function sequence(pass: Pass, node: NodeId, role: Role): ExprId {
  const children = pass.tree.namedChildren(node);
  let last: ExprId = NONE;
  children.forEach((child, index) => {
    last = pass.value(child, index === children.length - 1 ? role : "read");
  });
  return last;
}

function assignmentExpression(pass: Pass, node: NodeId): ExprId {
  return assignment(pass, node, { start: pass.tree.start(node), end: pass.tree.end(node), doc: null });
}

const LOGICAL = new Set(["&&=", "||=", "??="]);

function augmented(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const left = tree.childByField(node, "left");
  const operator = operatorOf(pass, node);
  const target = pass.value(left, "write");
  const value = pass.value(tree.childByField(node, "right"));
  if (!LOGICAL.has(operator)) return pass.expr("operation", operator, node, NONE, [target, value]);
  if (left !== NO_NODE && tree.type(left) === "identifier") {
    assign(pass, pass.text(left), tree.start(left), value);
  }
  if (target === NONE || value === NONE) return target === NONE ? value : target;
  return pass.expr("conditional", operator === "&&=" ? "and" : "or", node, NONE, [target, value]);
}

function typeAssertion(pass: Pass, node: NodeId): ExprId {
  const { tree } = pass;
  const list = tree.childOfType(node, "type_arguments");
  const types = list === NO_NODE ? [] : tree.namedChildren(list).map((type) => pass.type(type));
  const value = pass.value(list === NO_NODE ? tree.firstNamed(node) : tree.nextNamed(list));
  return pass.expr("cast", "as", node, value, types);
}
