// `var`, `const` and `:=`: package-level names become symbols, local ones bindings; a name declared with a function
// literal is a function in both.
// Law kept: values are walked before the names are bound, as Go lets a name be seen only after its declaration.

import { type DefId, type ExprId, NONE, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { expression } from "./expressions.ts";
import { addFunctionValue, readFunctionValue } from "./functions.ts";
import type { Pass, Place } from "./pass.ts";
import { fieldNames } from "./signatures.ts";
import { addSymbol, bindSymbol, shortSignature } from "./symbols.ts";
import { typeExpression } from "./type_expressions.ts";

/** Names declared together, with as many values, one call for all of them, or none. */
interface Spec {
  readonly names: readonly NodeId[];
  readonly type: NodeId;
  readonly values: readonly NodeId[];
  /** The range of the symbols. */
  readonly declaration: NodeId;
  /** The kind of a package-level symbol; null for `:=`, which is only ever local. */
  readonly kind: "variable" | "constant" | null;
  /** Text of the declaration. */
  readonly signature: string;
  /** What stands between a function's name and its literal, and before the name. */
  readonly before: string;
  readonly between: string;
}

/** What a constant without a value repeats. */
interface Typed {
  readonly annotation: ExprId;
  readonly values: readonly ExprId[];
}

/** `var` and `const` declarations, single or grouped. */
export function valueDeclaration(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const isConst = tree.type(node) === "const_declaration";
  const list = isConst ? NO_NODE : tree.childOfType(node, "var_spec_list");
  const group = list === NO_NODE ? node : list;
  const grouped = tree.childOfType(group, "(") !== NO_NODE;
  let repeated: Typed = { annotation: NONE, values: [] };
  for (let spec = tree.firstNamed(group); spec !== NO_NODE; spec = tree.nextNamed(spec)) {
    const type = tree.type(spec);
    if (type !== "var_spec" && type !== "const_spec") {
      pass.walk.statement(pass, spec, at);
      continue;
    }
    const keyword = isConst ? "const " : "var ";
    const values = tree.childByField(spec, "value");
    repeated = declare(
      pass,
      {
        names: fieldNames(pass, spec),
        type: tree.childByField(spec, "type"),
        values: values === NO_NODE ? [] : tree.namedChildren(values),
        declaration: grouped ? spec : node,
        kind: isConst ? "constant" : "variable",
        signature: keyword + pass.text(spec),
        before: keyword,
        between: " = ",
      },
      at,
      isConst && values === NO_NODE ? repeated : null,
    );
  }
}

/** `a, b := …`. */
export function shortVariables(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  declare(
    pass,
    {
      names: tree.namedChildren(tree.childByField(node, "left")),
      type: NO_NODE,
      values: tree.namedChildren(tree.childByField(node, "right")),
      declaration: node,
      kind: null,
      signature: "",
      before: "",
      between: " := ",
    },
    at,
    null,
  );
}

/**
 * The value of the name at `index` of `count` names, out of one call, index, assertion or receive for all of them.
 * The first result of a comma-ok form is the expression itself.
 */
export function valueAt(
  pass: Pass,
  value: { expr: ExprId; node: NodeId; at: Place },
  index: number,
  count: number,
): ExprId {
  const { tree, facts } = pass;
  const { expr, node, at } = value;
  if (expr === NONE || count === 1) return expr;
  if (index === 0 && facts.exprKind(expr) !== "call") return expr;
  return facts.expr("element", String(index), tree.start(node), tree.end(node), at.scope, expr);
}

function declare(pass: Pass, spec: Spec, at: Place, repeated: Typed | null): Typed {
  const { tree, facts } = pass;
  const { names, values } = spec;
  const kind = at.scope === pass.file.scope ? spec.kind : null;
  const paired = names.length === values.length;
  const ids = names.map((name, index): DefId => {
    if (paired && tree.type(values[index]) === "func_literal") {
      const head = spec.before + pass.text(name) + spec.between;
      const { declaration } = spec;
      return addFunctionValue(pass, { name, literal: values[index], declaration, head }, at);
    }
    return kind === null ? NONE : addValueSymbol(pass, spec, name, kind);
  });
  // A type without a name has its members under the one name that is declared with it.
  const withMembers = (id: DefId): Place =>
    id === NONE || kind === null ? at : { ...at, members: { id, local: false } };
  const annotation = repeated === null
    ? typeExpression(pass, spec.type, withMembers(ids[0] ?? NONE))
    : repeated.annotation;
  const exprs = repeated === null
    ? values.map((value, index) => {
      const id = paired ? ids[index] : NONE;
      if (id === NONE || facts.definitions[id].kind !== "function") {
        return expression(pass, value, isLiteral(pass, value) ? withMembers(id) : at);
      }
      readFunctionValue(pass, value, at, id);
      return NONE;
    })
    : repeated.values;
  const isShared = repeated === null && values.length === 1;
  names.forEach((nameNode, index) => {
    if (pass.text(nameNode) === "_") return;
    const value = isShared
      ? valueAt(pass, { expr: exprs[0], node: values[0], at }, index, names.length)
      : exprs[index] ?? NONE;
    const id = ids[index];
    if (id === NONE) bindLocal(pass, nameNode, annotation, value, at);
    else if (facts.definitions[id].kind !== "function") {
      facts.definitions[id].annotation = annotation;
      if (value !== NONE) facts.definitions[id].values = [value];
    }
  });
  return { annotation, values: exprs };
}

/** `T{…}` or `&T{…}`. */
function isLiteral(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  const inner = tree.type(node) === "unary_expression" ? tree.childByField(node, "operand") : node;
  return tree.type(inner) === "composite_literal";
}

function addValueSymbol(pass: Pass, spec: Spec, name: NodeId, kind: SymbolKind): DefId {
  const id = addSymbol(pass, {
    kind,
    name,
    declaration: spec.declaration,
    scope: pass.file.scope,
    parent: NONE,
    signature: shortSignature(spec.signature),
    local: false,
  });
  if (id !== NONE) bindSymbol(pass, id);
  return id;
}

/** Binds a local name; the blank one binds nothing. */
export function bindLocal(pass: Pass, nameNode: NodeId, annotation: ExprId, value: ExprId, at: Place): void {
  const { tree } = pass;
  const name = pass.text(nameNode);
  if (name === "_" || name === "") return;
  if (tree.type(nameNode) !== "identifier") {
    // Half-typed code may have anything before `:=`.
    expression(pass, nameNode, at, "write");
    return;
  }
  pass.bindValue({ scope: at.scope, name, kind: "local", start: tree.start(nameNode), annotation, value });
}
