// Modules imported by a call: `importlib.import_module("x")` and `__import__("x")`. A name that is no literal is an
// import of which only the place is known. Not here: import statements.

import { type ExprId, NONE } from "../../../model/mod.ts";
import type { NodeId, SyntaxTree } from "../../../../wasm/mod.ts";
import type { Place, Walk } from "./place.ts";
import { stringRange } from "./text.ts";

/** Records the import that a call makes, if it makes one. */
export function dynamicImport(
  walk: Walk,
  node: NodeId,
  callee: ExprId,
  args: readonly NodeId[],
  place: Place,
): void {
  if (callee === NONE || !importsByName(walk, callee)) return;
  const { tree, facts } = walk;
  const module = args.length > 0 ? literalModule(tree, args) : null;
  const at = args.length > 0 ? args[0] : node;
  facts.imports.push({
    kind: "dynamic",
    specifier: module === null ? "" : module.specifier,
    level: module === null ? 0 : module.level,
    start: module === null ? tree.start(at) : module.start,
    end: module === null ? tree.end(at) : module.end,
    scope: place.frame.scope,
    owner: place.owner,
    typeOnly: place.typeOnly,
    arm: place.arm,
  });
}

function importsByName(walk: Walk, callee: ExprId): boolean {
  const { facts } = walk;
  const name = facts.exprName(callee);
  switch (facts.exprKind(callee)) {
    case "name":
      return name === "__import__" || walk.importFunctions.has(name);
    case "member": {
      const object = facts.exprObject(callee);
      return name === "import_module" && object !== NONE && facts.exprKind(object) === "name" &&
        walk.importlibNames.has(facts.exprName(object));
    }
    default:
      return false;
  }
}

interface LiteralModule {
  readonly specifier: string;
  readonly level: number;
  /** Range of its last dotted component, or of the dots where there is none. */
  readonly start: number;
  readonly end: number;
}

/** The module a literal names; a relative one only where the package is the file's own (`__package__`). */
function literalModule(tree: SyntaxTree, args: readonly NodeId[]): LiteralModule | null {
  const range = stringRange(tree, args[0]);
  if (range === null || range.start === range.end) return null;
  const text = tree.source.slice(range.start, range.end);
  let level = 0;
  while (text[level] === ".") level++;
  if (level > 0 && !(args.length > 1 && ownPackage(tree, args[1]))) return null;
  const specifier = text.slice(level);
  if (!/^[^\s\\{]*$/.test(specifier)) return null;
  const { bytes } = tree.source;
  let start = range.end;
  if (specifier === "") start = range.start;
  else while (start > range.start && bytes[start - 1] !== 0x2e) start--;
  return { specifier, level, start, end: range.end };
}

function ownPackage(tree: SyntaxTree, argument: NodeId): boolean {
  const value = tree.type(argument) === "keyword_argument" ? tree.childByField(argument, "value") : argument;
  return value >= 0 && tree.text(value) === "__package__";
}
