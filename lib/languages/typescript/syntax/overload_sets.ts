// Finds the overload sets of functions in a list of statements: neighbouring signatures of one name, behind whatever
// `export` and `declare` each has, and the implementation after them. Not here: sets inside classes and interfaces.

import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { type FunctionPart, functionSet, innerDeclaration } from "./declarations.ts";
import type { DocRange, DocTracker } from "./docs.ts";
import type { Pass } from "./pass.ts";

const SIGNATURE = "function_signature";
const IMPLEMENTATIONS = new Set(["function_declaration", "generator_function_declaration"]);
const WRAPPERS = new Set(["export_statement", "ambient_declaration"]);

/** Whether a statement is a function signature, perhaps exported or ambient. */
export function isSignature(pass: Pass, node: NodeId): boolean {
  const type = pass.tree.type(node);
  if (type === SIGNATURE) return true;
  return WRAPPERS.has(type) && pass.tree.type(innerDeclaration(pass, node)) === SIGNATURE;
}

/** Walks the set that starts with a signature; gives the last statement that belongs to it. */
export function walkSet(pass: Pass, first: NodeId, doc: DocRange | null, docs: DocTracker): NodeId {
  const { tree } = pass;
  const parts = [partOf(pass, first, doc)];
  const name = nameText(pass, parts[0].node);
  let last = first;
  for (let node = tree.next(first); node !== NO_NODE; node = tree.next(node)) {
    if (tree.type(node) === "comment" || !tree.isNamed(node)) {
      if (!docs.isComment(node)) docs.pass(node);
      continue;
    }
    const inner = innerDeclaration(pass, node);
    const isLast = IMPLEMENTATIONS.has(tree.type(inner));
    if ((!isLast && tree.type(inner) !== SIGNATURE) || nameText(pass, inner) !== name) break;
    parts.push(partOf(pass, node, docs.before(node)));
    last = node;
    if (isLast) break;
  }
  const place = pass.place();
  pass.ambient = parts.some((part) => part.ambient);
  functionSet(pass, parts);
  pass.returnTo(place);
  return last;
}

function nameText(pass: Pass, node: NodeId): string {
  const name = pass.tree.childByField(node, "name");
  return name === NO_NODE ? "" : pass.text(name);
}

function partOf(pass: Pass, outer: NodeId, doc: DocRange | null): FunctionPart {
  const { tree } = pass;
  const start = tree.start(outer);
  const end = tree.end(outer);
  let exported = false;
  let ambient = pass.ambient;
  let defaultToken: NodeId = NO_NODE;
  const inner = innerDeclaration(pass, outer);
  for (let node = inner; node !== outer;) {
    node = tree.parent(node);
    if (tree.type(node) === "ambient_declaration") ambient = true;
    if (tree.type(node) !== "export_statement") continue;
    exported = true;
    defaultToken = tree.childOfType(node, "default");
    if (pass.namespaces === 0) pass.isModule = true;
  }
  return {
    node: inner,
    ambient,
    head: {
      ...{ start, end, signatureStart: start, doc, exported, defaultToken },
      ...{ decorators: [], decoratorNames: [] },
    },
  };
}
