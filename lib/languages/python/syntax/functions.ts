// `def`: functions, methods, properties, overload sets. Law kept: a property with its setter is one symbol, overload
// stubs fold into their implementation, every other `def` is a symbol of its own.
// Not here: lambdas and parameters (`closures.ts`), statements of the body.

import { type DefId, type ExprId, FLAGS, NONE, type Parameter } from "../../../model/mod.ts";
import type { DefinitionDraft } from "../../core/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { typeParameters } from "./annotations.ts";
import { readParameters, receiverName } from "./closures.ts";
import {
  accessorOf,
  decoratorFlags,
  decoratorName,
  isOverload,
  makesProperty,
  readDecorators,
} from "./decorators.ts";
import { declare, home } from "./names.ts";
import { isPending, pendingStatement, type Statement } from "./overloads.ts";
import { type Frame, LOCAL, newFrame, type OverloadSet, type Place, type Walk } from "./place.ts";
import { signatureExpr } from "./signatures.ts";
import { docstring, headText } from "./text.ts";

/** Methods that get the class, or no instance, without a decorator saying so. */
const CLASS_METHODS: ReadonlySet<string> = new Set(["__new__", "__init_subclass__", "__class_getitem__"]);
/** Declared results of an overload set that are kept. */
const KEPT_RESULTS = 8;

/** A `def` statement; `outer` is the decorated definition around it, or the node itself. */
export function functionDefinition(
  walk: Walk,
  node: NodeId,
  outer: NodeId,
  decorators: readonly NodeId[],
  place: Place,
): void {
  const { tree, facts } = walk;
  const nameNode = tree.childByField(node, "name");
  const name = nameNode === NO_NODE ? "" : tree.text(nameNode);
  if (name === "") return walk.loose(node, place);
  const frame = home(walk, place.frame, name);
  const statement: Statement = {
    node,
    outer,
    nameNode,
    decorators,
    names: decorators.map((decorator) => decoratorName(tree, decorator)),
    inClass: frame.kind === "class",
  };
  const overload = isOverload(statement.names);
  if (overload && isPending(walk, frame, name, statement)) return;

  const set = frame.overloadSets.get(name);
  if (set !== undefined && frame.bound.get(name) === set.def) {
    if (overload) return foldStub(walk, statement, place, set);
    frame.overloadSets.delete(name);
    return foldImplementation(walk, statement, place, set.def);
  }
  const bound = frame.bound.get(name);
  if (bound !== undefined && bound >= 0 && (facts.definitions[bound].flags & FLAGS.property) !== 0) {
    const accessor = accessorOf(statement.names, name);
    if (accessor !== "") return foldAccessor(walk, statement, place, bound, accessor);
  }
  const def = declareFunction(walk, name, statement, frame, place);
  const draft = facts.definitions[def];
  const results = draft.annotation === NONE ? [] : [draft.annotation];
  if (overload) {
    draft.flags |= FLAGS.overload;
    addSignature(walk, draft, statement, place, draft);
    frame.overloadSets.set(name, { def, results });
  }
  const stubs = frame.pendingOverloads.get(name);
  if (stubs === undefined) return;
  const stated = draft.annotation;
  for (const stub of stubs) {
    foldStub(walk, pendingStatement(tree, stub, statement.inClass), place, { def, results });
  }
  // What the implementation declares holds for the whole set.
  if (stated !== NONE) draft.annotation = stated;
  frame.pendingOverloads.delete(name);
}

function declareFunction(
  walk: Walk,
  name: string,
  statement: Statement,
  frame: Frame,
  place: Place,
): DefId {
  const { tree, facts } = walk;
  const { outer, nameNode, names, inClass } = statement;
  const isProperty = inClass && makesProperty(names);
  const isTest = name.startsWith("test") && (frame.kind === "module" || frame.test);
  const def = declare(
    walk,
    frame,
    {
      name,
      kind: isProperty ? "property" : inClass ? "method" : "function",
      parent: place.owner,
      start: tree.start(outer),
      end: tree.end(outer),
      nameStart: tree.start(nameNode),
      nameEnd: tree.end(nameNode),
      flags: (isProperty ? FLAGS.property : 0) | (isTest ? FLAGS.test : 0),
    },
    place,
  );
  const draft = facts.definitions[def];
  draft.decorators = readDecorators(walk, statement.decorators, place);
  draft.decoratorNames = names.filter((text) => text !== "");
  complete(walk, draft, statement, readFunction(walk, statement, place, def));
  return def;
}

/** Fills a draft from the `def` that stands for it. */
function complete(walk: Walk, draft: DefinitionDraft, statement: Statement, read: ReadFunction): void {
  draft.signature = headText(walk.tree, statement.node);
  draft.doc = read.doc;
  draft.body = read.body;
  draft.parameters = read.parameters;
  if (read.annotation !== NONE) draft.annotation = read.annotation;
  draft.values = read.returned;
  draft.typeParameters = read.typeParameters;
  draft.flags |= read.flags;
}

/** Adds a further stub to an overload set, whose declared result is that of all its stubs. */
function foldStub(walk: Walk, statement: Statement, place: Place, set: OverloadSet): void {
  const { facts } = walk;
  const draft = facts.definitions[set.def];
  addRange(walk, draft, statement);
  readDecorators(walk, statement.decorators, place);
  const read = readFunction(walk, statement, place, set.def);
  addSignature(walk, draft, statement, place, read);
  const { annotation } = read;
  if (annotation === NONE || set.results.length === KEPT_RESULTS) return;
  set.results.push(annotation);
  const { nameStart, nameEnd, scope } = draft;
  draft.annotation = set.results.length === 1
    ? annotation
    : facts.expr("union", "", nameStart, nameEnd, scope, NONE, set.results);
}

/** Adds what a stub takes and gives to its set. */
function addSignature(
  walk: Walk,
  draft: DefinitionDraft,
  { nameNode }: Statement,
  place: Place,
  { parameters, annotation }: Pick<ReadFunction, "parameters" | "annotation">,
): void {
  if (draft.signatures.length === KEPT_RESULTS) return;
  const { tree, facts } = walk;
  const start = tree.start(nameNode);
  const end = tree.end(nameNode);
  draft.signatures.push(signatureExpr(facts, place, start, end, parameters, annotation));
}

/** Makes a set's implementation, met later, the one that counts; the symbol stays at its first stub. */
function foldImplementation(walk: Walk, statement: Statement, place: Place, def: DefId): void {
  const draft = walk.facts.definitions[def];
  addRange(walk, draft, statement);
  draft.flags &= ~(FLAGS.overload | FLAGS.declaration);
  draft.decorators = readDecorators(walk, statement.decorators, place);
  draft.decoratorNames = statement.names.filter((text) => text !== "");
  complete(walk, draft, statement, readFunction(walk, statement, place, def));
}

function addRange(walk: Walk, draft: DefinitionDraft, { outer, nameNode }: Statement): void {
  const { tree } = walk;
  draft.moreRanges.push(tree.start(outer), tree.end(outer), tree.start(nameNode));
}

/** Adds a setter, deleter or second getter to its property. */
function foldAccessor(
  walk: Walk,
  statement: Statement,
  place: Place,
  def: DefId,
  accessor: string,
): void {
  const draft = walk.facts.definitions[def];
  addRange(walk, draft, statement);
  readDecorators(walk, statement.decorators, place);
  readFunction(walk, statement, place, def);
  if (accessor === "setter") draft.flags |= FLAGS.setter;
}

interface ReadFunction {
  readonly body: number;
  readonly parameters: Parameter[];
  readonly annotation: ExprId;
  readonly returned: ExprId[];
  readonly typeParameters: string[];
  readonly doc: string | null;
  readonly flags: number;
}

/** Walks type parameters, parameters, declared result and body of a `def` whose symbol is `def`. */
function readFunction(walk: Walk, statement: Statement, place: Place, def: DefId): ReadFunction {
  const { tree, facts } = walk;
  const { node, nameNode, names, inClass } = statement;
  let flags = decoratorFlags(names);
  if (inClass && CLASS_METHODS.has(tree.text(nameNode))) flags |= FLAGS.classmethod;
  if (tree.childOfType(node, "async") !== NO_NODE) flags |= FLAGS.async;

  const around: Place = { ...place, owner: def };
  const typed = typeParameters(walk, node, tree.childByField(node, "type_parameters"), around);
  const list = tree.childByField(node, "parameters");
  const start = list === NO_NODE ? tree.start(node) : tree.start(list);
  const scope = facts.scope("function", typed.place.scope, def, start, tree.end(node));
  const nodes = list === NO_NODE ? [] : tree.namedChildren(list);
  const isMethod = inClass && (flags & FLAGS.static) === 0;
  const parameters = readParameters(walk, nodes, typed.place, scope, isMethod);
  if (parameters.some((parameter) => parameter.kind === "rest")) flags |= FLAGS.variadic;
  const result = tree.childByField(node, "return_type");
  const annotation = result === NO_NODE ? NONE : walk.annotation(result, typed.place);

  const frame = newFrame("function", scope, place.frame, def, { receiver: receiverName(parameters) });
  for (const parameter of parameters) frame.bound.set(parameter.name, LOCAL);
  const body = tree.childByField(node, "body");
  const inside: Place = { scope, frame, owner: def, arm: 0, typeOnly: place.typeOnly };
  if (list !== NO_NODE) walk.errors(node, tree.end(list), inside);
  if (body !== NO_NODE) {
    walk.block(body, inside);
    if (isDeclaration(tree, body)) flags |= FLAGS.declaration;
  }
  if (frame.yields) flags |= FLAGS.generator;
  return {
    body: scope,
    parameters,
    annotation,
    returned: frame.returned,
    typeParameters: [...typed.names],
    doc: body === NO_NODE ? null : docstring(tree, body),
    flags,
  };
}

/** Whether a body is `...`, a docstring apart. */
function isDeclaration(tree: SyntaxTree, body: NodeId): boolean {
  let dots = false;
  for (let node = tree.firstNamed(body); node !== NO_NODE; node = tree.nextNamed(node)) {
    if (tree.type(node) !== "expression_statement") return false;
    const value = tree.firstNamed(node);
    if (value === NO_NODE) return false;
    const type = tree.type(value);
    if (type === "ellipsis") dots = true;
    else if (type !== "string") return false;
  }
  return dots;
}
