// `const`, `let`, `var` and `using`: which declared names are symbols, what they are bound to, and the declarations that
// are imports (`const x = require("m")`). Not here: parameters, loop heads, plain assignments.

import { type DefId, type ExprId, FLAGS, NONE, type ScopeId, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { followDeclared } from "./assignments.ts";
import { exportEntry, isExportsObject } from "./commonjs.ts";
import { headEnd } from "./functions.ts";
import { declare, type Head, takeHead, variableSignature } from "./heads.ts";
import { readJsDoc } from "./jsdoc.ts";
import { defineValue } from "./objects.ts";
import { resultOf } from "./overloads.ts";
import { collect, type Leaf, valueOf } from "./patterns.ts";
import type { Pass } from "./pass.ts";
import { declareRequired } from "./required_names.ts";
import { readTarget, unchained } from "./targets.ts";
import { constructorHolder, functionIn, type Shape, shapeOf } from "./values.ts";

/** One declarator of a declaration, with what the declaration says of it. */
interface Declarator {
  readonly node: NodeId;
  readonly head: Head;
  readonly isConstant: boolean;
  readonly scope: ScopeId;
}

/** A whole declaration statement. */
export function variableDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const head = takeHead(pass, node);
  const kindNode = tree.childByField(node, "kind");
  const keyword = kindNode === NO_NODE ? "var" : tree.type(kindNode);
  const scope = keyword === "var" ? pass.varScope : pass.scope;
  const isConstant = keyword === "const" || keyword === "using" || keyword === "await";
  const declarators = tree.namedChildren(node).filter((child) => tree.type(child) === "variable_declarator");
  declarators.forEach((declarator, index) => {
    const own = declarators.length === 1 ? head : {
      ...head,
      start: index === 0 ? head.start : tree.start(declarator),
      signatureStart: index === 0 ? head.signatureStart : tree.start(declarator),
      end: tree.end(declarator),
      doc: index === 0 ? head.doc : null,
    };
    declaratorOf(pass, { node: declarator, head: own, isConstant, scope });
  });
}

function declaratorOf(pass: Pass, declarator: Declarator): void {
  const { tree } = pass;
  const { node, scope, head } = declarator;
  const name = tree.childByField(node, "name");
  if (name === NO_NODE || tree.isMissing(name)) return;
  const value = tree.childByField(node, "value");
  if (value !== NO_NODE && declareRequired(pass, name, value, scope, head)) {
    pass.type(tree.childByField(node, "type"));
    return;
  }
  if (tree.type(name) === "identifier") declareName(pass, declarator, name, value);
  else declarePattern(pass, declarator, name, value);
}

function declareName(pass: Pass, declarator: Declarator, nameNode: NodeId, valueNode: NodeId): void {
  const { tree } = pass;
  const { node, head, scope } = declarator;
  const annotation = annotationOf(pass, node, head);
  const { nodes, value } = unchained(pass, valueNode);
  const isExports = nodes.length === 0 && value !== NO_NODE && isExportsObject(pass, value);
  const shape = isExports ? "nothing" : shapeOf(pass, value);
  const isOwner = shape === "function" || shape === "class";
  const extent = { start: tree.start(node), end: tree.end(node), doc: head.doc };
  if (!isOwner && !pass.isContainerScope(scope)) {
    const targets = nodes.map((target) => readTarget(pass, target));
    const expr = pass.value(value);
    pass.bind(scope, pass.text(nameNode), "local", tree.start(nameNode), NONE, annotation, expr);
    followDeclared(pass, targets, { definition: NONE, expr, shape, self: expr }, extent);
    return;
  }
  const definition = declareSymbol(pass, declarator, nameNode, value, shape);
  if (!isOwner) pass.draft(definition).annotation = annotation;
  const targets = nodes.map((target) => readTarget(pass, target));
  const holder = isOwner ? constructorHolder(pass, definition) : definition;
  const expr = value === NO_NODE || isExports
    ? NONE
    : defineValue(pass, definition, value, shape, head.doc, holder);
  if (isOwner && annotation !== NONE) {
    if (expr !== NONE) pass.expr("cast", "satisfies", nameNode, expr, [annotation]);
    if (pass.draft(definition).annotation === NONE) {
      pass.draft(definition).annotation = resultOf(pass, annotation);
    }
  }
  if (targets.length > 0) {
    const self = pass.expr("name", pass.text(nameNode), nameNode);
    followDeclared(pass, targets, { definition, expr, shape, self }, extent);
  }
  if (isExports) {
    const key = { name: pass.text(nameNode), start: tree.start(nameNode), end: tree.end(nameNode) };
    exportEntry(pass, "=", key, { local: key.name });
  }
}

function declareSymbol(
  pass: Pass,
  { head, isConstant, scope, node }: Declarator,
  nameNode: NodeId,
  value: NodeId,
  shape: Shape,
): DefId {
  const { tree } = pass;
  const inner = shape === "function" ? functionIn(pass, value) : NO_NODE;
  let kind: SymbolKind = isConstant ? "constant" : "variable";
  if (shape === "function" || shape === "class") kind = shape;
  const definition = declare(pass, head, {
    name: pass.text(nameNode),
    kind,
    nameStart: tree.start(nameNode),
    nameEnd: tree.end(nameNode),
    scope,
    flags: shape === "alias" ? FLAGS.alias : 0,
    signatureEnd: inner === NO_NODE ? undefined : headEnd(pass, inner),
  });
  if (inner === NO_NODE) {
    pass.draft(definition).signature = variableSignature(pass, head.signatureStart, tree.end(node));
  }
  return definition;
}

function declarePattern(pass: Pass, declarator: Declarator, pattern: NodeId, value: NodeId): void {
  const { node, head, scope, isConstant } = declarator;
  const { tree } = pass;
  const definitions: DefId[] = [];
  const onLeaf = (leaf: Leaf) => {
    const { start, end } = leafExtent(pass, leaf);
    definitions.push(declare(pass, head, {
      name: leaf.name,
      kind: isConstant ? "constant" : "variable",
      nameStart: leaf.start,
      nameEnd: leaf.end,
      scope,
      start,
      end,
    }));
  };
  const isContainer = pass.isContainerScope(scope);
  const leaves = collect(pass, pattern, isContainer ? onLeaf : undefined);
  const annotation = annotationOf(pass, node, head);
  let base: ExprId = pass.value(value);
  if (annotation !== NONE) base = pass.expr("cast", "as", pattern, base, [annotation]);
  leaves.forEach((leaf, index) => {
    const expr = valueOf(pass, leaf, base);
    if (!isContainer) {
      pass.bind(scope, leaf.name, "local", leaf.start, NONE, NONE, expr);
      return;
    }
    const draft = pass.draft(definitions[index]);
    draft.signature = variableSignature(pass, head.signatureStart, tree.end(node));
    pass.addValue(definitions[index], expr);
  });
}

/** A destructured name's own part of the pattern. */
function leafExtent(pass: Pass, leaf: Leaf): { start: number; end: number } {
  const { tree } = pass;
  const parent = tree.parent(leaf.node);
  const node = tree.type(parent) === "array_pattern" || tree.type(parent) === "object_pattern"
    ? leaf.node
    : parent;
  return { start: tree.start(node), end: tree.end(node) };
}

function annotationOf(pass: Pass, node: NodeId, head: Head): ExprId {
  const annotation = pass.type(pass.tree.childByField(node, "type"));
  return annotation === NONE ? readJsDoc(pass, head.doc)?.type(pass) ?? NONE : annotation;
}
