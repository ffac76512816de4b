// ES modules: import and export statements, and TypeScript's `import x = …`, `export = …`.
// Not here: CommonJS, `import("m")`.

import { type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { walkClass } from "./classes.ts";
import { headEnd } from "./functions.ts";
import { declare, type Head, takeHead, variableSignature } from "./heads.ts";
import { unquoted } from "./names.ts";
import { defineValue } from "./objects.ts";
import type { Pass } from "./pass.ts";
import { addImport, addImportName } from "./requires.ts";
import { bare, constructorHolder, functionIn, shapeOf } from "./values.ts";

const DEFAULT = "default";
const TYPE_WORD = "type";

/** `import …` of every form. */
export function importStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  pass.pendingDoc = null;
  if (pass.namespaces === 0) pass.isModule = true;
  const typeOnly = tree.childOfType(node, "type") !== NO_NODE || tree.childOfType(node, "typeof") !== NO_NODE;
  const requires = tree.childOfType(node, "import_require_clause");
  if (requires !== NO_NODE) {
    importRequire(pass, requires, typeOnly);
    return;
  }
  const source = tree.childByField(node, "source");
  if (source === NO_NODE || tree.isMissing(source)) return;
  const clause = tree.childOfType(node, "import_clause");
  if (clause === NO_NODE) {
    addImport(pass, "side_effect", source, pass.scope, typeOnly);
    return;
  }
  const parts = tree.namedChildren(clause);
  const isNamespace = parts.length === 1 && tree.type(parts[0]) === "namespace_import";
  const imported = addImport(pass, isNamespace ? "module" : "from", source, pass.scope, typeOnly);
  for (const part of parts) {
    switch (tree.type(part)) {
      case "identifier":
        addImportName(pass, imported, DEFAULT, part, part, pass.scope);
        break;
      case "namespace_import":
        addImportName(pass, imported, "", part, tree.firstNamed(part), pass.scope);
        break;
      case "named_imports":
        for (const specifier of tree.namedChildren(part)) importSpecifier(pass, imported, specifier);
    }
  }
}

function importSpecifier(pass: Pass, imported: number, node: NodeId): void {
  const { tree } = pass;
  const name = tree.childByField(node, "name");
  if (name === NO_NODE) return;
  const alias = tree.childByField(node, "alias");
  const local = alias === NO_NODE ? name : alias;
  addImportName(pass, imported, moduleName(pass, name), name, local, pass.scope);
}

/** `import x = require("m")`. */
function importRequire(pass: Pass, clause: NodeId, typeOnly: boolean): void {
  const { tree } = pass;
  const local = tree.firstNamed(clause);
  const source = tree.childByField(clause, "source");
  if (source === NO_NODE || local === source) return;
  const imported = addImport(pass, "require", source, pass.scope, typeOnly);
  addImportName(pass, imported, "=", local, local, pass.scope);
}

/** `import a = b.c`: another name of a namespace's member. */
export function importAlias(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const head = takeHead(pass, node);
  const name = tree.firstNamed(node);
  if (name === NO_NODE) return;
  const definition = declare(pass, head, {
    name: pass.text(name),
    kind: "constant",
    nameStart: tree.start(name),
    nameEnd: tree.end(name),
    scope: pass.scope,
    flags: FLAGS.alias,
    signatureEnd: tree.end(node),
  });
  const value = pass.value(tree.nextNamed(name));
  pass.addValue(definition, value);
}

/** The name a specifier spells, quoted or not. */
function moduleName(pass: Pass, node: NodeId): string {
  return pass.tree.type(node) === "string" ? unquoted(pass, node).name : pass.text(node);
}

/** `export …` of every form. */
export function exportStatement(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  if (pass.namespaces === 0) pass.isModule = true;
  const head = takeHead(pass, node);
  const declaration = tree.childByField(node, "declaration");
  const defaultToken = tree.childOfType(node, DEFAULT);
  if (declaration !== NO_NODE) {
    pass.pendingHead = { ...head, exported: true, defaultToken };
    pass.statement(declaration);
    pass.pendingHead = null;
    return;
  }
  const value = tree.childByField(node, "value");
  if (value !== NO_NODE && defaultToken !== NO_NODE) {
    exportDefault(pass, value, { ...head, exported: true, defaultToken });
    return;
  }
  const source = tree.childByField(node, "source");
  const typeOnly = tree.childOfType(node, "type") !== NO_NODE || isMendedType(pass, node);
  if (source !== NO_NODE) reexport(pass, node, source, typeOnly);
  else if (tree.childOfType(node, "export_clause") !== NO_NODE) exportClause(pass, node, typeOnly);
  else if (tree.childOfType(node, "=") !== NO_NODE) {
    const expr = pass.value(tree.firstNamed(node));
    addExport(pass, { name: "=", kind: "expr", expr, node });
  } else if (tree.childOfType(node, "namespace") === NO_NODE) {
    for (const child of tree.namedChildren(node)) pass.statement(child);
  }
}

/** `export type *`, whose second word was mended away from the tree. */
function isMendedType(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  const keyword = tree.first(node);
  const next = keyword === NO_NODE ? NO_NODE : tree.next(keyword);
  if (next === NO_NODE || tree.end(keyword) + TYPE_WORD.length > tree.start(next)) return false;
  return tree.source.slice(tree.end(keyword), tree.start(next)).trim() === TYPE_WORD;
}

/** `export default value`. */
function exportDefault(pass: Pass, value: NodeId, head: Head): void {
  const { tree } = pass;
  const shape = shapeOf(pass, value);
  if (shape !== "function" && shape !== "class" && shape !== "object") {
    const expr = pass.value(value);
    const known = expr === NONE ? pass.expr("opaque", "", value) : expr;
    addExport(pass, { name: DEFAULT, kind: "expr", expr: known, node: head.defaultToken });
    return;
  }
  const inner = shape === "function" ? functionIn(pass, value) : bare(pass, value);
  const own = shape === "object" ? NO_NODE : tree.childByField(inner, "name");
  const name = own === NO_NODE ? head.defaultToken : own;
  const definition = declare(pass, head, {
    name: pass.text(name),
    kind: shape === "object" ? "constant" : shape,
    nameStart: tree.start(name),
    nameEnd: tree.end(name),
    scope: pass.scope,
    signatureEnd: shape === "object" ? undefined : headEnd(pass, inner),
  });
  if (shape === "object") {
    pass.draft(definition).signature = variableSignature(pass, head.signatureStart, head.end);
  }
  if (shape === "class") walkClass(pass, inner, definition);
  else {
    const holder = shape === "object" ? definition : constructorHolder(pass, definition);
    defineValue(pass, definition, value, shape, head.doc, holder);
  }
}

function exportClause(pass: Pass, node: NodeId, typeOnly: boolean): void {
  const { tree } = pass;
  for (const specifier of tree.namedChildren(tree.childOfType(node, "export_clause"))) {
    const name = tree.childByField(specifier, "name");
    if (name === NO_NODE) continue;
    const alias = tree.childByField(specifier, "alias");
    const outer = alias === NO_NODE ? name : alias;
    const isType = typeOnly || isTypeSpecifier(pass, specifier);
    if (tree.type(name) === "identifier") pass.name(name, isType ? "type" : "read");
    addExport(pass, {
      name: moduleName(pass, outer),
      kind: "local",
      local: moduleName(pass, name),
      node: outer,
      typeOnly: isType,
    });
  }
}

function isTypeSpecifier(pass: Pass, specifier: NodeId): boolean {
  const first = pass.tree.first(specifier);
  return first !== NO_NODE && !pass.tree.isNamed(first) && pass.tree.type(first) === "type";
}

/** `export … from "m"`. */
function reexport(pass: Pass, node: NodeId, source: NodeId, typeOnly: boolean): void {
  const { tree } = pass;
  const imported = addImport(pass, "reexport", source, pass.scope, typeOnly);
  const namespace = tree.childOfType(node, "namespace_export");
  const clause = tree.childOfType(node, "export_clause");
  if (namespace !== NO_NODE) {
    const name = lastChild(pass, namespace);
    addExport(pass, {
      name: moduleName(pass, name),
      kind: "namespace",
      import: imported,
      node: name,
      typeOnly,
    });
    return;
  }
  if (clause === NO_NODE) {
    const star = tree.childOfType(node, "*");
    addExport(pass, {
      name: "*",
      kind: "star",
      import: imported,
      node: star === NO_NODE ? node : star,
      typeOnly,
    });
    return;
  }
  for (const specifier of tree.namedChildren(clause)) {
    const name = tree.childByField(specifier, "name");
    if (name === NO_NODE) continue;
    const alias = tree.childByField(specifier, "alias");
    const outer = alias === NO_NODE ? name : alias;
    addImportName(pass, imported, moduleName(pass, name), name, NO_NODE, pass.scope);
    addExport(pass, {
      name: moduleName(pass, outer),
      kind: "from",
      local: moduleName(pass, name),
      import: imported,
      node: outer,
      typeOnly: typeOnly || isTypeSpecifier(pass, specifier),
    });
  }
}

function lastChild(pass: Pass, node: NodeId): NodeId {
  let last = node;
  for (let child = pass.tree.first(node); child !== NO_NODE; child = pass.tree.next(child)) last = child;
  return last;
}

interface NewExport {
  readonly name: string;
  readonly kind: "local" | "from" | "star" | "namespace" | "expr";
  readonly local?: string;
  readonly import?: number;
  readonly expr?: ExprId;
  readonly node: NodeId;
  readonly typeOnly?: boolean;
}

/** What a namespace exports is no export of the file. */
function addExport(pass: Pass, entry: NewExport): void {
  if (pass.namespaces > 0) return;
  pass.facts.exports.push({
    name: entry.name,
    kind: entry.kind,
    local: entry.local ?? "",
    import: entry.import ?? NONE,
    expr: entry.expr ?? NONE,
    start: pass.tree.start(entry.node),
    end: pass.tree.end(entry.node),
    typeOnly: entry.typeOnly ?? false,
  });
}
