// Declarations whose value is a required module: their names are import bindings, never symbols.
// Not here: `require` anywhere else.

import type { ScopeId } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { exportLocal, type Head } from "./heads.ts";
import { keyOf } from "./names.ts";
import type { Pass } from "./pass.ts";
import {
  addImport,
  addImportName,
  MODULE_VALUE,
  moduleCallExpr,
  requiredMember,
  requiredModule,
} from "./requires.ts";

/**
 * `const x = require("m")`, `const { a: b } = require("m")`, `const x = require("m").y`: says import and names.
 * False, with nothing said, for any other declaration.
 */
export function declareRequired(
  pass: Pass,
  name: NodeId,
  value: NodeId,
  scope: ScopeId,
  head: Head,
): boolean {
  const { tree } = pass;
  const isName = tree.type(name) === "identifier";
  const member = isName ? requiredMember(pass, value) : null;
  const module = member === null ? requiredModule(pass, value) : member.module;
  if (module === NO_NODE) return false;
  const pairs = isName ? [] : simplePairs(pass, name);
  if (pairs === null) return false;
  pass.isModule = true;
  const imported = addImport(pass, "require", module, scope, false);
  const call = member === null ? value : tree.childByField(value, "object");
  moduleCallExpr(pass, call, module);
  if (isName) {
    const from = member === null ? MODULE_VALUE : pass.text(member.property);
    addImportName(pass, imported, from, member === null ? name : member.property, name, scope);
  }
  for (const pair of pairs) {
    addImportName(pass, imported, pass.text(pair.key), pair.key, pair.local, scope);
  }
  if (!head.exported) return true;
  for (const local of isName ? [name] : pairs.map((pair) => pair.local)) {
    const token = { name: pass.text(local), nameStart: tree.start(local), nameEnd: tree.end(local) };
    exportLocal(pass, token.name, token);
  }
  return true;
}

/** The names of `{ a, b: c }`; null where the pattern does more than name. */
function simplePairs(pass: Pass, pattern: NodeId): { key: NodeId; local: NodeId }[] | null {
  const { tree } = pass;
  if (tree.type(pattern) !== "object_pattern") return null;
  const pairs: { key: NodeId; local: NodeId }[] = [];
  for (const child of tree.namedChildren(pattern)) {
    if (tree.type(child) === "shorthand_property_identifier_pattern") {
      pairs.push({ key: child, local: child });
      continue;
    }
    if (tree.type(child) !== "pair_pattern") return null;
    const key = tree.childByField(child, "key");
    const local = tree.childByField(child, "value");
    const isPlain = tree.type(key) === "property_identifier" && tree.type(local) === "identifier";
    if (!isPlain || keyOf(pass, key) === null) return null;
    pairs.push({ key, local });
  }
  return pairs;
}
