// `class` statements. Law kept: base-class expressions and the body's code belong to the class; names that the body
// declares by `def` are known before its methods are walked, so that `self.x = …` never doubles a property.
// Not here: members (`functions.ts`, `names.ts`).

import { type Base, type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { typeParameters } from "./annotations.ts";
import { decoratorName, readDecorators } from "./decorators.ts";
import { declare, home } from "./names.ts";
import { newFrame, type Place, type Walk } from "./place.ts";
import { docstring, headText } from "./text.ts";

/** A `class` statement; `outer` is the decorated definition around it, or the node itself. */
export function classDefinition(
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
  const body = tree.childByField(node, "body");
  const def = declare(
    walk,
    home(walk, place.frame, name),
    {
      name,
      kind: "class",
      parent: place.owner,
      start: tree.start(outer),
      end: tree.end(outer),
      nameStart: tree.start(nameNode),
      nameEnd: tree.end(nameNode),
      signature: headText(tree, node),
      doc: body === NO_NODE ? null : docstring(tree, body),
    },
    place,
  );
  const draft = facts.definitions[def];
  draft.decorators = readDecorators(walk, decorators, place);
  draft.decoratorNames = decorators.map((decorator) => decoratorName(tree, decorator)).filter((text) =>
    text !== ""
  );

  const around: Place = { ...place, owner: def };
  const typed = typeParameters(walk, node, tree.childByField(node, "type_parameters"), around);
  draft.typeParameters = [...typed.names];
  const superclasses = tree.childByField(node, "superclasses");
  if (superclasses !== NO_NODE) draft.bases = readBases(walk, superclasses, typed.place);
  const test = name.startsWith("Test") || draft.bases.some((base) => isTestCase(walk, base.expr));
  if (test) draft.flags |= FLAGS.test;

  const scope = facts.scope("class", typed.place.scope, def, tree.start(node), tree.end(node));
  draft.body = scope;
  const declared = body === NO_NODE ? new Set<string>() : declaredNames(tree, body);
  const frame = newFrame("class", scope, place.frame, def, { test, declared });
  const inside: Place = { scope, frame, owner: def, arm: 0, typeOnly: place.typeOnly };
  walk.errors(node, tree.end(nameNode), inside);
  if (body !== NO_NODE) walk.block(body, inside);
}

/** Bases in order; of what is given by keyword the metaclass is kept. */
function readBases(walk: Walk, list: NodeId, place: Place): Base[] {
  const { tree } = walk;
  const bases: Base[] = [];
  for (let child = tree.firstNamed(list); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (tree.type(child) === "keyword_argument") {
      const [name, value] = [tree.childByField(child, "name"), tree.childByField(child, "value")];
      const expr = value === NO_NODE ? NONE : walk.expression(value, place);
      const isMetaclass = name !== NO_NODE && tree.text(name) === "metaclass";
      if (isMetaclass && expr !== NONE) bases.push({ expr, relation: "metaclass" });
      continue;
    }
    const expr = walk.expression(child, place, "inherit");
    if (expr !== NONE && !tree.isError(child)) bases.push({ expr, relation: "inherits" });
  }
  return bases;
}

function isTestCase(walk: Walk, expr: ExprId): boolean {
  const { facts } = walk;
  const kind = facts.exprKind(expr);
  return (kind === "name" || kind === "member") && facts.exprName(expr).endsWith("TestCase");
}

/** Names that `def` and `class` statements directly in a class body declare. */
function declaredNames(tree: SyntaxTree, body: NodeId): ReadonlySet<string> {
  const names = new Set<string>();
  for (let node = tree.firstNamed(body); node !== NO_NODE; node = tree.nextNamed(node)) {
    const decorated = tree.type(node) === "decorated_definition";
    const definition = decorated ? tree.childByField(node, "definition") : node;
    if (definition === NO_NODE) continue;
    const type = tree.type(definition);
    if (type !== "function_definition" && type !== "class_definition") continue;
    const name = tree.childByField(definition, "name");
    if (name !== NO_NODE) names.add(tree.text(name));
  }
  return names;
}
