// `type` declarations: structs with their fields, interfaces with their methods, defined types and aliases.
// Laws kept: a type owns all that its declaration names. Fields and interface methods are bound in the type's class
// scope, where no name is looked up lexically: the declaration's types are evaluated outside it, so that a field
// `Logger *Logger` does not hide the type.

import { FLAGS, NONE, type SymbolKind } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { MemberScope } from "./members.ts";
import type { Pass, Place } from "./pass.ts";
import { typeParameterPlace } from "./signatures.ts";
import { addSymbol, bindSymbol, shortSignature } from "./symbols.ts";
import { interfaceType, structType, typeExpression } from "./type_expressions.ts";

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
  const members: MemberScope = {
    parent: id,
    scope: draft.body,
    local,
    embedRole: "inherit",
    onEmbedded: (expr) => draft.bases.push({ expr, relation: "inherits" }),
  };
  draft.annotation = kind === "struct"
    ? structType(pass, underlying, place, members)
    : interfaceType(pass, underlying, place, members);
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
