// Import statements. A module edge points from the last dotted component of the specifier, or from the dots where there
// is no name; imports under `if TYPE_CHECKING:` are marked. Not here: imports by a call (`dynamic_imports.ts`).

import type { Import } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { bindImport } from "./names.ts";
import type { Place, Walk } from "./place.ts";

/** `import a.b, c as d`: an import and a name each. */
export function importStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree, facts } = walk;
  for (let item = tree.first(node); item !== NO_NODE; item = tree.next(item)) {
    if (tree.field(item) !== "name") continue;
    const named = nameAndAlias(tree, item);
    const last = lastComponent(tree, named.name);
    if (last === NO_NODE) continue;
    const specifier = dottedText(tree, named.name);
    const start = tree.start(last);
    const end = tree.end(last);
    const index = addImport(walk, place, { kind: "module", specifier, level: 0, start, end });
    const first = tree.firstNamed(named.name);
    const bound = named.alias === NO_NODE ? first : named.alias;
    const local = tree.text(bound);
    const top = named.alias === NO_NODE;
    facts.importNames.push({ import: index, name: "", local, top, start, end });
    bindImport(walk, place, local, tree.start(bound), facts.importNames.length - 1);
    if (specifier === "importlib") walk.importlibNames.add(local);
  }
}

/** `from x import a, b as c`, `from . import a`, `from x import *`, and `from __future__ import …`. */
export function importFromStatement(walk: Walk, node: NodeId, place: Place): void {
  const { tree, facts } = walk;
  const module = fromModule(walk, node);
  if (module === null) return walk.loose(node, place);
  const index = addImport(walk, place, module);
  for (let item = tree.first(node); item !== NO_NODE; item = tree.next(item)) {
    const start = tree.start(item);
    const end = tree.end(item);
    if (tree.type(item) === "wildcard_import") {
      facts.importNames.push({ import: index, name: "*", local: "", top: false, start, end });
    } else if (tree.field(item) === "name") importedName(walk, item, index, module.specifier, place);
  }
}

function importedName(walk: Walk, item: NodeId, index: number, specifier: string, place: Place): void {
  const { tree, facts } = walk;
  const { name: nameNode, alias } = nameAndAlias(tree, item);
  const token = lastComponent(tree, nameNode);
  if (token === NO_NODE) return;
  const name = tree.text(token);
  const bound = alias === NO_NODE ? token : alias;
  const local = tree.text(bound);
  if (name === "" || local === "") return;
  const start = tree.start(token);
  const end = tree.end(token);
  facts.importNames.push({ import: index, name, local, top: false, start, end });
  bindImport(walk, place, local, tree.start(bound), facts.importNames.length - 1);
  if (specifier === "importlib" && name === "import_module") walk.importFunctions.add(local);
}

type Module = Pick<Import, "kind" | "specifier" | "level" | "start" | "end">;

function fromModule(walk: Walk, node: NodeId): Module | null {
  const { tree } = walk;
  if (tree.type(node) === "future_import_statement") {
    const token = tree.childOfType(node, "__future__");
    if (token === NO_NODE) return null;
    return {
      kind: "from",
      specifier: "__future__",
      level: 0,
      start: tree.start(token),
      end: tree.end(token),
    };
  }
  const module = tree.childByField(node, "module_name");
  if (module === NO_NODE) return null;
  const relative = tree.type(module) === "relative_import";
  const prefix = relative ? tree.childOfType(module, "import_prefix") : NO_NODE;
  const dotted = relative ? tree.childOfType(module, "dotted_name") : module;
  const last = dotted === NO_NODE ? prefix : lastComponent(tree, dotted);
  if (last === NO_NODE) return null;
  return {
    kind: "from",
    specifier: dotted === NO_NODE ? "" : dottedText(tree, dotted),
    level: prefix === NO_NODE ? 0 : dots(tree, prefix),
    start: tree.start(last),
    end: tree.end(last),
  };
}

function addImport(walk: Walk, place: Place, module: Module): number {
  return walk.facts.imports.push({
    ...module,
    scope: place.frame.scope,
    owner: place.owner,
    typeOnly: place.typeOnly,
    arm: place.arm,
  }) - 1;
}

function nameAndAlias(tree: SyntaxTree, item: NodeId): { name: NodeId; alias: NodeId } {
  if (tree.type(item) !== "aliased_import") return { name: item, alias: NO_NODE };
  const alias = tree.childByField(item, "alias");
  const name = tree.childByField(item, "name");
  return { name: name === NO_NODE ? item : name, alias };
}

/** The last identifier of a dotted name that has text. */
function lastComponent(tree: SyntaxTree, dotted: NodeId): NodeId {
  let last = NO_NODE;
  for (let child = tree.firstNamed(dotted); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.end(child) > tree.start(child)) last = child;
  }
  return last;
}

/** A dotted name without the white space that may stand around its dots. */
function dottedText(tree: SyntaxTree, dotted: NodeId): string {
  const only = tree.firstNamed(dotted);
  if (only !== NO_NODE && tree.nextNamed(only) === NO_NODE) return tree.text(only);
  const parts = tree.namedChildren(dotted).map((part) => tree.text(part));
  return parts.filter((part) => part !== "").join(".");
}

function dots(tree: SyntaxTree, prefix: NodeId): number {
  let count = 0;
  for (let at = tree.start(prefix); at < tree.end(prefix); at++) {
    if (tree.source.bytes[at] === 0x2e) count++;
  }
  return count;
}
