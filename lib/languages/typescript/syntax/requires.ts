// Modules named in expressions: `require("m")` and `import("m")`. The import says where the specifier stands; the call
// expression's first argument starts at its opening quote. Not here: import statements.

import type { ExprId, Import, ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { type Key, unquoted } from "./names.ts";
import type { Pass } from "./pass.ts";
import { firstArgument } from "./values.ts";

const REQUIRE = "require";
/** The CommonJS module value, as an imported name. */
export const MODULE_VALUE = "=";

/** The specifier's string node of `require("m")`, or NO_NODE for any other expression. */
export function requiredModule(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  if (node === NO_NODE || tree.type(node) !== "call_expression") return NO_NODE;
  return isRequire(pass, tree.childByField(node, "function")) ? stringArgument(pass, node) : NO_NODE;
}

function isRequire(pass: Pass, callee: NodeId): boolean {
  const { tree } = pass;
  const isName = tree.type(callee) === "identifier" &&
    tree.end(callee) - tree.start(callee) === REQUIRE.length;
  return isName && pass.text(callee) === REQUIRE;
}

function namesModule(pass: Pass, callee: NodeId): boolean {
  return callee !== NO_NODE && (pass.tree.type(callee) === "import" || isRequire(pass, callee));
}

/** The specifier's string node of `import("m")`, or NO_NODE. */
export function importedModule(pass: Pass, node: NodeId): NodeId {
  const callee = pass.tree.childByField(node, "function");
  return callee !== NO_NODE && pass.tree.type(callee) === "import" ? stringArgument(pass, node) : NO_NODE;
}

function stringArgument(pass: Pass, call: NodeId): NodeId {
  const { tree } = pass;
  const argument = firstArgument(pass, call);
  if (argument === NO_NODE) return NO_NODE;
  const type = tree.type(argument);
  if (type === "string") return argument;
  const isPlain = type === "template_string" &&
    tree.childOfType(argument, "template_substitution") === NO_NODE;
  return isPlain ? argument : NO_NODE;
}

/** Says the import of `require("m")` or `import("m")` and gives the call's expression. */
export function moduleCall(pass: Pass, call: NodeId, module: NodeId): ExprId {
  const { tree } = pass;
  const required = tree.type(tree.childByField(call, "function")) === "identifier";
  addImport(pass, required ? "require" : "dynamic", module, pass.scope, !required && pass.types > 0);
  if (required) pass.isModule = true;
  return moduleCallExpr(pass, call, module);
}

/** Says the import of `import(x)` or `require(x)`, of which only the place is known; any other call says none. */
export function unnamedModuleCall(pass: Pass, call: NodeId): void {
  const { tree } = pass;
  const argument = firstArgument(pass, call);
  if (argument === NO_NODE || !namesModule(pass, tree.childByField(call, "function"))) return;
  const nowhere = { name: "", start: tree.start(argument), end: tree.end(argument) };
  pushImport(pass, "dynamic", nowhere, pass.scope, false);
}

/** The expression of a module call whose import is said elsewhere. */
export function moduleCallExpr(pass: Pass, call: NodeId, module: NodeId): ExprId {
  const { tree } = pass;
  const calleeNode = tree.childByField(call, "function");
  const callee = pass.expr("name", pass.text(calleeNode), calleeNode);
  const args = [pass.expr("literal", "string", module)];
  for (let child = tree.nextNamed(module); child !== NO_NODE; child = tree.nextNamed(child)) {
    args.push(pass.value(child));
  }
  return pass.expr("call", "", call, callee, args);
}

const IMPORT_CALL = "import(";

/** `import("m")` in a type, which was mended to be one identifier: the same import and expression. */
export function mendedImport(pass: Pass, node: NodeId): ExprId {
  const { tree, facts, scope } = pass;
  const start = tree.start(node) + IMPORT_CALL.length;
  const end = tree.end(node) - 1;
  const module = { name: tree.source.slice(start + 1, end - 1), start: start + 1, end: end - 1 };
  pushImport(pass, "dynamic", module, scope, true);
  const callee = facts.expr("name", "import", tree.start(node), start - 1, scope);
  return pass.expr("call", "", node, callee, [facts.expr("literal", "string", start, end, scope)]);
}

/** Adds an import of a quoted specifier; gives its number. */
export function addImport(
  pass: Pass,
  kind: Import["kind"],
  module: NodeId,
  scope: ScopeId,
  typeOnly: boolean,
): number {
  return pushImport(pass, kind, unquoted(pass, module), scope, typeOnly);
}

function pushImport(
  pass: Pass,
  kind: Import["kind"],
  { name, start, end }: Key,
  scope: ScopeId,
  typeOnly: boolean,
): number {
  pass.facts.imports.push({
    kind,
    specifier: name,
    level: 0,
    start,
    end,
    scope,
    owner: pass.owner,
    typeOnly,
    arm: pass.armIn(scope),
  });
  return pass.facts.imports.length - 1;
}

/** Adds a name that an import brings in and binds it. */
export function addImportName(
  pass: Pass,
  imported: number,
  name: string,
  nameNode: NodeId,
  localNode: NodeId,
  scope: ScopeId,
): void {
  const { tree, facts } = pass;
  const local = localNode === NO_NODE ? "" : pass.text(localNode);
  facts.importNames.push({
    import: imported,
    name,
    local,
    top: false,
    start: tree.start(nameNode),
    end: tree.end(nameNode),
  });
  if (local === "") return;
  pass.bind(scope, local, "import", tree.start(localNode), facts.importNames.length - 1);
}

/** The import that was said of a quoted specifier. */
export function importOf(pass: Pass, module: NodeId): number {
  const { start } = unquoted(pass, module);
  return pass.facts.imports.findLastIndex((statement) => statement.start === start);
}

/** The property of `require("m").x`, with its call; null for any other expression. */
export function requiredMember(
  pass: Pass,
  node: NodeId,
): { readonly module: NodeId; readonly property: NodeId } | null {
  const { tree } = pass;
  if (tree.type(node) !== "member_expression") return null;
  const module = requiredModule(pass, tree.childByField(node, "object"));
  return module === NO_NODE ? null : { module, property: tree.childByField(node, "property") };
}

/** Whether a value is a module, or a member of one, as `require` gives it. */
export function isRequired(pass: Pass, node: NodeId): boolean {
  return requiredModule(pass, node) !== NO_NODE || requiredMember(pass, node) !== null;
}
