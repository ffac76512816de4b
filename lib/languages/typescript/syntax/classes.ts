// Classes: declaration, heritage, scopes. Not here: the members (class_body.ts), interfaces.

import { type DefId, type ExprId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { ClassBody } from "./class_body.ts";
import { declare, takeHead } from "./heads.ts";
import type { Pass } from "./pass.ts";
import { openTypeScope, typeArguments } from "./type_expressions.ts";

/** `class A {}` as a statement, its name bound where it stands. */
export function classDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const head = takeHead(pass, node);
  const name = tree.childByField(node, "name");
  const token = name === NO_NODE ? head.defaultToken : name;
  if (token === NO_NODE || tree.isMissing(token)) {
    walkClass(pass, node, NONE);
    return;
  }
  const body = tree.childByField(node, "body");
  const isAbstract = tree.type(node) === "abstract_class_declaration";
  const definition = declare(pass, head, {
    name: pass.text(token),
    kind: "class",
    nameStart: tree.start(token),
    nameEnd: tree.end(token),
    scope: pass.scope,
    flags: isAbstract ? FLAGS.abstract : 0,
    signatureEnd: body === NO_NODE ? tree.end(node) : tree.start(body),
  });
  walkClass(pass, node, definition);
}

/** Walks a class under its symbol, or an anonymous one (NONE), whose members are then no symbols. */
export function walkClass(pass: Pass, node: NodeId, definition: DefId): void {
  const { tree } = pass;
  const place = pass.place();
  pass.enterBody();
  if (definition !== NONE) pass.owner = definition;
  pass.holder = definition;
  pass.holderStatic = false;
  pass.lostReceiver = definition === NONE;
  bindOwnName(pass, node, definition);
  const typeParameters = openTypeScope(pass, node);
  walkHeritage(pass, node, definition);
  const body = tree.childByField(node, "body");
  if (body !== NO_NODE) {
    const scope = pass.openScope("class", node);
    if (definition !== NONE) {
      pass.draft(definition).body = scope;
      pass.draft(definition).typeParameters = typeParameters;
    }
    new ClassBody(pass, definition).walk(body);
  }
  pass.leaveBody();
  pass.returnTo(place);
}

/** The own name of a class expression is known inside of it only. */
function bindOwnName(pass: Pass, node: NodeId, definition: DefId): void {
  if (pass.tree.type(node) !== "class" || definition === NONE) return;
  const name = pass.tree.childByField(node, "name");
  if (name === NO_NODE || pass.lookup(pass.text(name)) === definition) return;
  pass.openScope("block", node);
  pass.bind(pass.scope, pass.text(name), "definition", pass.tree.start(name), definition);
}

function walkHeritage(pass: Pass, node: NodeId, definition: DefId): void {
  const { tree } = pass;
  const heritage = tree.childOfType(node, "class_heritage");
  if (heritage === NO_NODE) return;
  const add = (expr: ExprId, relation: "inherits" | "implements") => {
    if (expr !== NONE && definition !== NONE) pass.draft(definition).bases.push({ expr, relation });
  };
  for (let child = tree.firstNamed(heritage); child !== NO_NODE; child = tree.nextNamed(child)) {
    const type = tree.type(child);
    if (type === "implements_clause") {
      for (const base of tree.namedChildren(child)) add(pass.type(base, "implement"), "implements");
    } else if (type === "extends_clause") {
      const value = pass.value(tree.childByField(child, "value"), "inherit");
      const args = typeArguments(pass, child);
      const isGeneric = args.length > 0 && value !== NONE;
      add(isGeneric ? pass.expr("index", "", child, value, args) : value, "inherits");
    } else add(pass.value(child, "inherit"), "inherits");
  }
}
