// CommonJS exports: which assignments export, and the export entries and symbols they make. No scope binds a symbol made
// by `exports.x = …`, because a bare `x` does not mean it: the export entry names it.
// Not here: assignments in general, `require`.

import { type DefId, type ExprId, FLAGS, NONE, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import { headEnd } from "./functions.ts";
import { signature, variableSignature } from "./heads.ts";
import { methodKind } from "./members.ts";
import { type Key } from "./names.ts";
import { type MemberSink } from "./objects.ts";
import type { Pass } from "./pass.ts";
import { UNBOUND } from "./scope_names.ts";
import { importOf, isRequired, MODULE_VALUE, requiredMember, requiredModule } from "./requires.ts";
import { constructorHolder, functionIn, type Shape } from "./values.ts";

const MODULE_SCOPE = 0;

/** Whether an expression is the module's exports object: `exports` or `module.exports`, neither bound to anything. */
export function isExportsObject(pass: Pass, node: NodeId): boolean {
  const { tree } = pass;
  if (node === NO_NODE) return false;
  if (tree.type(node) === "identifier") return isFree(pass, node, "exports");
  if (tree.type(node) !== "member_expression") return false;
  const property = tree.childByField(node, "property");
  return property !== NO_NODE && tree.end(property) - tree.start(property) === 7 &&
    isFree(pass, tree.childByField(node, "object"), "module") && pass.text(property) === "exports";
}

function isFree(pass: Pass, node: NodeId, name: string): boolean {
  const { tree } = pass;
  return node !== NO_NODE && tree.type(node) === "identifier" &&
    tree.end(node) - tree.start(node) === name.length &&
    pass.text(node) === name && pass.lookup(name) === UNBOUND;
}

/** Whether a value given to an export makes a symbol; other names and modules are only passed on. */
export function isExportedValue(pass: Pass, value: NodeId, shape: Shape): boolean {
  if (shape === "function" || shape === "class" || shape === "object") return true;
  return shape === "other" && !isRequired(pass, value) && !isVoid(pass, value);
}

/** `exports.a = exports.b = void 0`, which only reserves names. */
export function isVoid(pass: Pass, value: NodeId): boolean {
  const type = pass.tree.type(value);
  return type === "undefined" || (type === "unary_expression" && pass.text(value).startsWith("void"));
}

export interface ExportedSymbol {
  readonly key: Key;
  readonly start: number;
  readonly end: number;
  readonly value: NodeId;
  readonly shape: Shape;
  readonly kind?: SymbolKind;
  readonly doc: DocRange | null;
}

/** Makes the symbol of an exported value. It is a module-level one wherever it stands. */
export function defineExported(pass: Pass, symbol: ExportedSymbol): DefId {
  const { key, start, end, doc } = symbol;
  const inner = symbol.shape === "function" ? functionIn(pass, symbol.value) : NO_NODE;
  const kind = symbol.kind ??
    (symbol.shape === "function" ? "function" : symbol.shape === "class" ? "class" : "variable");
  const definition = pass.facts.definition({
    name: key.name,
    kind,
    start,
    end,
    nameStart: key.start,
    nameEnd: key.end,
    scope: MODULE_SCOPE,
    exported: true,
    flags: FLAGS.assigned,
    doc: doc === null ? null : pass.tree.source.slice(doc.start, doc.end),
    signature: inner === NO_NODE
      ? variableSignature(pass, start, end)
      : signature(pass, start, headEnd(pass, inner)),
  });
  pass.exported.set(key.name, definition);
  return definition;
}

/** What an export passes on: a module-level symbol by its name, a required module or member of one, or an expression. */
export type Exported =
  | { readonly local: string }
  | { readonly import: number; readonly name: string }
  | { readonly expr: ExprId };

/** Says an export. */
export function exportEntry(pass: Pass, name: string, key: Key, exported: Exported): void {
  pass.isModule = true;
  pass.facts.attributes["typescript.commonjs"] = "1";
  const isRequired = "import" in exported;
  pass.facts.exports.push({
    name,
    kind: "expr" in exported ? "expr" : isRequired ? "from" : "local",
    local: isRequired ? exported.name : "local" in exported ? exported.local : "",
    import: isRequired ? exported.import : NONE,
    expr: "expr" in exported ? exported.expr : NONE,
    start: key.start,
    end: key.end,
    typeOnly: false,
  });
}

/** What the walked value of an export passes on, where no symbol is made of it. */
export function passedOn(pass: Pass, node: NodeId, value: NodeId, expr: ExprId): Exported {
  const member = value === NO_NODE ? null : requiredMember(pass, value);
  const module = value === NO_NODE ? NO_NODE : member === null ? requiredModule(pass, value) : member.module;
  if (module !== NO_NODE) {
    const name = member === null ? MODULE_VALUE : pass.text(member.property);
    return { import: importOf(pass, module), name };
  }
  return { expr: expr === NONE ? pass.expr("opaque", "", node) : expr };
}

/** `module.exports = { … }`: every property is an export; what is no other name is a symbol. */
export function exportsSink(pass: Pass): MemberSink {
  return {
    holder: (definition) => constructorHolder(pass, definition),
    define: ({ key, node, value, shape, modifiers, doc }) => {
      if (value === NO_NODE || !isExportedValue(pass, value, shape)) return NONE;
      const { start, end } = { start: pass.tree.start(node), end: pass.tree.end(node) };
      const kind = modifiers.accessor === null ? undefined : methodKind(modifiers, false);
      return defineExported(pass, { key, start, end, value, shape, kind, doc });
    },
    done: ({ key, node, value }, definition, expr) => {
      const exported = definition === NONE ? passedOn(pass, node, value, expr) : { local: key.name };
      exportEntry(pass, key.name, key, exported);
    },
    spread: (node) => starExport(pass, node, pass.tree.firstNamed(node)),
  };
}

/** All names of a required module, exported under their own names; nothing for any other value. */
export function starExport(pass: Pass, node: NodeId, value: NodeId): void {
  const module = requiredModule(pass, value);
  if (module === NO_NODE) return;
  pass.facts.attributes["typescript.commonjs"] = "1";
  pass.facts.exports.push({
    name: "*",
    kind: "star",
    local: "",
    import: importOf(pass, module),
    expr: NONE,
    start: pass.tree.start(node),
    end: pass.tree.end(node),
    typeOnly: false,
  });
}
