// Declarations that are neither variables nor classes: functions with their overloads, interfaces, type aliases, enums,
// namespaces, `declare`. Not here: bodies of functions, types in type position.

import { type DefId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import { DocTracker } from "./docs.ts";
import { completeCallable, headEnd, type Walked, walkFunction, walkSignature } from "./functions.ts";
import { declare, type Head, takeHead } from "./heads.ts";
import { interfaceBody } from "./interfaces.ts";
import { defineMember } from "./members.ts";
import { keyOf, unquoted, walkKey } from "./names.ts";
import { overloadResult } from "./overloads.ts";
import type { Pass } from "./pass.ts";
import { openTypeScope } from "./type_expressions.ts";
import { constructorHolder } from "./values.ts";

/** The declaration inside `export` and `declare`. */
export function innerDeclaration(pass: Pass, node: NodeId): NodeId {
  const { tree } = pass;
  let inner = node;
  for (;;) {
    const type = tree.type(inner);
    let next = NO_NODE;
    if (type === "export_statement") next = tree.childByField(inner, "declaration");
    else if (type === "ambient_declaration") next = tree.firstNamed(inner);
    if (next === NO_NODE) return inner;
    inner = next;
  }
}

/** A function, or a signature that no other declaration of its set accompanies. */
export function functionDeclaration(pass: Pass, node: NodeId): void {
  functionSet(pass, [{ node, head: takeHead(pass, node), ambient: pass.ambient }]);
}

export interface FunctionPart {
  readonly node: NodeId;
  readonly head: Head;
  readonly ambient: boolean;
}

/** An overload set: signatures, and the implementation last if there is one. All are one symbol. */
export function functionSet(pass: Pass, parts: readonly FunctionPart[]): void {
  const { tree } = pass;
  const last = parts[parts.length - 1];
  const hasBody = tree.type(last.node) !== "function_signature";
  const main = hasBody ? last : parts[0];
  const signatures = hasBody ? parts.slice(0, -1) : parts;
  const name = tree.childByField(main.node, "name");
  const token = name === NO_NODE ? main.head.defaultToken : name;
  const doc = main.head.doc ?? parts.find((part) => part.head.doc !== null)?.head.doc ?? null;
  if (token === NO_NODE || tree.isMissing(token)) {
    for (const part of parts) walkSignature(pass, part.node, pass.owner);
    return;
  }
  const definition = declare(pass, { ...main.head, doc }, {
    name: pass.text(token),
    kind: "function",
    nameStart: tree.start(token),
    nameEnd: tree.end(token),
    scope: pass.scope,
    flags: hasBody ? 0 : FLAGS.declaration | (parts.length > 1 ? FLAGS.overload : 0),
    signatureEnd: headEnd(pass, main.node),
  });
  const walked = signatures.map((part) => walkSignature(pass, part.node, definition));
  for (const part of parts) if (part !== main) addRange(pass, definition, part);
  complete(pass, definition, walked, hasBody ? { ...main, head: { ...main.head, doc } } : null);
}

function complete(
  pass: Pass,
  definition: DefId,
  signatures: readonly Walked[],
  body: FunctionPart | null,
): void {
  const walked = body === null ? signatures[0] : walkFunction(pass, body.node, {
    owner: definition,
    holder: constructorHolder(pass, definition),
    doc: body.head.doc,
  });
  completeCallable(pass, definition, walked);
  overloadResult(pass, definition, signatures);
}

function addRange(pass: Pass, definition: DefId, { node, head }: FunctionPart): void {
  const name = pass.tree.childByField(node, "name");
  const at = name === NO_NODE ? node : name;
  pass.draft(definition).moreRanges.push(head.start, head.end, pass.tree.start(at));
}

export function interfaceDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const body = tree.childByField(node, "body");
  const definition = declareNamed(
    pass,
    node,
    "interface",
    body === NO_NODE ? tree.end(node) : tree.start(body),
  );
  if (definition === NONE) return;
  const place = pass.place();
  pass.owner = definition;
  pass.draft(definition).typeParameters = openTypeScope(pass, node);
  const clause = tree.childOfType(node, "extends_type_clause");
  if (clause !== NO_NODE) {
    for (const base of tree.namedChildren(clause)) {
      const expr = pass.type(base, "inherit");
      if (expr !== NONE) pass.draft(definition).bases.push({ expr, relation: "inherits" });
    }
  }
  if (body !== NO_NODE) {
    // An interface that can be called is said by its signatures; its other members are symbols.
    const calls = interfaceBody(pass, body, definition).filter((expr) => pass.facts.exprName(expr) === "");
    if (calls.length > 0) pass.draft(definition).annotation = pass.expr("object", "type", body, NONE, calls);
  }
  pass.returnTo(place);
}

export function typeAlias(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const value = tree.childByField(node, "value");
  const definition = declareNamed(pass, node, "type_alias", tree.end(node));
  if (definition === NONE) return;
  const place = pass.place();
  pass.owner = definition;
  const draft = pass.draft(definition);
  draft.typeParameters = openTypeScope(pass, node);
  if (value !== NO_NODE && tree.type(value) === "object_type") {
    const properties = interfaceBody(pass, value, definition);
    draft.annotation = pass.expr("object", "type", value, NONE, properties);
  } else draft.annotation = pass.type(value);
  pass.returnTo(place);
}

export function enumDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const body = tree.childByField(node, "body");
  const definition = declareNamed(pass, node, "enum", body === NO_NODE ? tree.end(node) : tree.start(body));
  if (definition === NONE || body === NO_NODE) return;
  const place = pass.place();
  pass.owner = definition;
  // Not a class scope: the values of later members see the earlier ones by their bare names.
  pass.draft(definition).body = pass.openScope("block", node);
  const docs = new DocTracker(tree, body);
  for (let child = tree.first(body); child !== NO_NODE; child = tree.next(child)) {
    if (docs.isComment(child)) continue;
    const doc = docs.before(child);
    if (!tree.isNamed(child)) continue;
    const assigned = tree.type(child) === "enum_assignment";
    const name = assigned ? tree.childByField(child, "name") : child;
    const key = keyOf(pass, name);
    walkKey(pass, name);
    if (key === null) continue;
    const member = defineMember(pass, {
      parent: definition,
      kind: "enum_member",
      key,
      start: tree.start(child),
      end: tree.end(child),
      signatureStart: tree.start(child),
      headEnd: null,
      flags: 0,
      visibility: "public",
      doc,
    });
    pass.bind(pass.scope, key.name, "definition", key.start, member);
    const value = assigned ? pass.value(tree.childByField(child, "value")) : NONE;
    pass.addValue(member, value);
  }
  pass.returnTo(place);
}

/** `namespace A.B {}`, `module "m" {}`: a namespace for each name, the inner ones exported. */
export function namespaceDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const head = takeHead(pass, node);
  const name = tree.childByField(node, "name");
  const body = tree.childByField(node, "body");
  if (name === NO_NODE) return;
  const place = pass.place();
  const isQuoted = tree.type(name) === "string";
  const tokens = isQuoted ? [name] : namespaceNames(pass, name);
  tokens.forEach((token, index) => {
    const key = isQuoted ? unquoted(pass, token) : { ...position(pass, token), name: pass.text(token) };
    const definition = openNamespace(
      pass,
      node,
      body,
      index === 0 ? head : { ...head, exported: true, doc: null },
      key,
    );
    if (isQuoted) pass.draft(definition).exported = true;
  });
  if (body !== NO_NODE) pass.statements(body);
  pass.namespaces -= tokens.length;
  pass.returnTo(place);
}

/** `declare …`: what it declares has no body. */
export function ambientDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const place = pass.place();
  const head = takeHead(pass, node);
  pass.ambient = true;
  const global = tree.childOfType(node, "global");
  const body = tree.childOfType(node, "statement_block");
  if (global !== NO_NODE && body !== NO_NODE) {
    const definition = openNamespace(pass, node, body, head, { ...position(pass, global), name: "global" });
    pass.draft(definition).exported = true;
    pass.statements(body);
    pass.namespaces--;
  } else {
    for (const child of tree.namedChildren(node)) {
      pass.pendingHead = head;
      pass.statement(child);
      pass.pendingHead = null;
    }
  }
  pass.returnTo(place);
}

function openNamespace(
  pass: Pass,
  node: NodeId,
  body: NodeId,
  head: Head,
  key: { readonly name: string; readonly start: number; readonly end: number },
): DefId {
  const { tree } = pass;
  const definition = declare(pass, head, {
    name: key.name,
    kind: "namespace",
    nameStart: key.start,
    nameEnd: key.end,
    scope: pass.scope,
    signatureEnd: body === NO_NODE ? tree.end(node) : tree.start(body),
  });
  pass.owner = definition;
  pass.namespaces++;
  pass.draft(definition).body = pass.openContainerScope("block", node);
  return definition;
}

function namespaceNames(pass: Pass, name: NodeId): NodeId[] {
  const { tree } = pass;
  const names: NodeId[] = [];
  let at = name;
  while (tree.type(at) === "nested_identifier" || tree.type(at) === "member_expression") {
    const property = tree.childByField(at, "property");
    if (property !== NO_NODE) names.push(property);
    const object = tree.childByField(at, "object");
    if (object === NO_NODE) return names.reverse();
    at = object;
  }
  names.push(at);
  return names.reverse();
}

function position(pass: Pass, node: NodeId): { start: number; end: number } {
  return { start: pass.tree.start(node), end: pass.tree.end(node) };
}

function declareNamed(
  pass: Pass,
  node: NodeId,
  kind: "interface" | "type_alias" | "enum",
  signatureEnd: number,
): DefId {
  const { tree } = pass;
  const head = takeHead(pass, node);
  const name = tree.childByField(node, "name");
  if (name === NO_NODE || tree.isMissing(name)) return NONE;
  return declare(pass, head, {
    name: pass.text(name),
    kind,
    nameStart: tree.start(name),
    nameEnd: tree.end(name),
    scope: pass.scope,
    signatureEnd,
  });
}
