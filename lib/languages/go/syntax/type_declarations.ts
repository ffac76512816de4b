// `type` declarations: structs with their fields, interfaces with their methods, defined types and aliases.
// Laws kept: a type owns all that its declaration names. Fields and interface methods are bound in the type's class
// scope, where no name is looked up lexically: the declaration's types are evaluated outside it, so that a field
// `Logger *Logger` does not hide the type.

import { type DefId, FLAGS, NONE, type ScopeId, type SymbolKind } from "../../../model/mod.ts";
import { foldSignature } from "../../core/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";
import { readParameters, readResult, typeParameterPlace } from "./signatures.ts";
import { addSymbol, bindSymbol, shortSignature } from "./symbols.ts";
import { functionTypeOf, property, structLiteral, typeExpression, typeName } from "./type_expressions.ts";

/** `type …` or `type ( … )`, at package level or inside a function. */
export function typeDeclaration(pass: Pass, node: NodeId, at: Place): void {
  const { tree } = pass;
  const grouped = tree.childOfType(node, "(") !== NO_NODE;
  for (let spec = tree.firstNamed(node); spec !== NO_NODE; spec = tree.nextNamed(spec)) {
    const type = tree.type(spec);
    if (type === "type_spec" || type === "type_alias") typeSpec(pass, spec, grouped ? spec : node, at);
    else pass.walk.statement(pass, spec, at);
  }
}

function typeSpec(pass: Pass, spec: NodeId, declaration: NodeId, at: Place): void {
  const { tree, facts } = pass;
  const isAlias = tree.type(spec) === "type_alias";
  const underlying = tree.childByField(spec, "type");
  const kind = isAlias ? "type_alias" : kindOf(tree.type(underlying));
  const local = at.scope !== pass.file.scope;
  const id = addSymbol(pass, {
    kind,
    name: tree.childByField(spec, "name"),
    declaration,
    scope: at.scope,
    parent: at.owner,
    signature: typeSignature(pass, spec, underlying, kind),
    flags: isAlias ? FLAGS.alias : 0,
    local,
  });
  if (id === NONE) {
    typeExpression(pass, underlying, at);
    return;
  }
  bindSymbol(pass, id);
  const draft = facts.definitions[id];
  if (!local && !isAlias) pass.packageTypes.set(draft.name, id);
  const { place, names } = typeParameterPlace(pass, spec, at, id);
  draft.typeParameters = names;
  if (kind === "type_alias") {
    draft.annotation = typeExpression(pass, underlying, place);
    return;
  }
  draft.body = facts.scope("class", place.scope, id, tree.start(underlying), tree.end(underlying));
  const members = { type: id, scope: draft.body, local };
  draft.annotation = kind === "struct"
    ? structFields(pass, underlying, place, members)
    : interfaceMembers(pass, underlying, place, members);
}

function kindOf(underlying: string): SymbolKind {
  if (underlying === "struct_type") return "struct";
  return underlying === "interface_type" ? "interface" : "type_alias";
}

function typeSignature(pass: Pass, spec: NodeId, underlying: NodeId, kind: SymbolKind): string {
  const { tree } = pass;
  if (kind === "type_alias") return shortSignature("type " + pass.text(spec));
  return shortSignature("type " + tree.source.slice(tree.start(spec), tree.start(underlying)) + kind);
}

interface Members {
  readonly type: DefId;
  readonly scope: ScopeId;
  readonly local: boolean;
}

function structFields(pass: Pass, node: NodeId, at: Place, members: Members): number {
  const { facts } = pass;
  return structLiteral(pass, node, at, "inherit", (field) => {
    const isEmbedded = field.embedded !== NONE;
    if (isEmbedded) {
      facts.definitions[members.type].bases.push({ expr: field.embedded, relation: "inherits" });
    }
    const id = addSymbol(pass, {
      kind: "field",
      name: field.name,
      declaration: field.declaration,
      scope: members.scope,
      parent: members.type,
      signature: shortSignature(pass.text(field.declaration)),
      flags: isEmbedded ? FLAGS.embedded : 0,
      local: members.local,
    });
    if (id === NONE) return;
    facts.definitions[id].annotation = field.annotation;
    bindSymbol(pass, id);
  });
}

function interfaceMembers(pass: Pass, node: NodeId, at: Place, members: Members): number {
  const { tree, facts } = pass;
  const parts: number[] = [];
  for (let line = tree.firstNamed(node); line !== NO_NODE; line = tree.nextNamed(line)) {
    if (tree.type(line) === "method_elem") {
      parts.push(interfaceMethod(pass, line, at, members));
      continue;
    }
    const embedded = embeddedInterface(pass, line);
    const expr = embedded === NO_NODE
      ? typeExpression(pass, line, at)
      : typeExpression(pass, embedded, at, "inherit");
    if (embedded !== NO_NODE) {
      facts.definitions[members.type].bases.push({ expr, relation: "inherits" });
    }
    parts.push(facts.expr("spread", "", tree.start(line), tree.end(line), at.scope, expr));
  }
  return facts.expr("object", "", tree.start(node), tree.end(node), at.scope, NONE, parts);
}

/** The named type that an interface's line embeds; NO_NODE for a union or an approximation, which only constrain. */
function embeddedInterface(pass: Pass, line: NodeId): NodeId {
  const { tree } = pass;
  const only = tree.firstNamed(line);
  if (tree.type(line) !== "type_elem" || tree.nextNamed(only) !== NO_NODE) return NO_NODE;
  const name = tree.type(typeName(pass, only));
  return name === "type_identifier" ? only : NO_NODE;
}

function interfaceMethod(pass: Pass, line: NodeId, at: Place, members: Members): number {
  const { tree, facts } = pass;
  const name = tree.childByField(line, "name");
  const id = addSymbol(pass, {
    kind: "method",
    name,
    declaration: line,
    scope: members.scope,
    parent: members.type,
    signature: foldSignature(pass.text(line)),
    flags: FLAGS.declaration,
    local: members.local,
  });
  const owned = id === NONE ? at : { ...at, owner: id };
  const parameters = readParameters(pass, tree.childByField(line, "parameters"), owned, NONE);
  const result = readResult(pass, tree.childByField(line, "result"), owned, NONE);
  if (id !== NONE) {
    const draft = facts.definitions[id];
    draft.parameters = parameters;
    draft.annotation = result;
    if (parameters.at(-1)?.kind === "rest") draft.flags |= FLAGS.variadic;
    bindSymbol(pass, id);
  }
  return property(pass, line, name, functionTypeOf(pass, line, owned, parameters, result), at);
}
