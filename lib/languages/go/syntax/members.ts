// Members of structs and interfaces as symbols, of named types and of those written as the type of a package-level variable
// or of a field. Law kept: they are bound in a class scope, where no name is looked up lexically.
// Not here: types inside functions that have no name, whose members are no symbols.

import {
  type DefId,
  type ExprId,
  FLAGS,
  NONE,
  type Parameter,
  type Role,
  type ScopeId,
} from "../../../model/mod.ts";
import { foldSignature } from "../../core/mod.ts";
import type { NodeId } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";
import { readParameters, readResult } from "./signatures.ts";
import { addSymbol, bindSymbol, shortSignature } from "./symbols.ts";

/** Where members are declared. */
export interface MemberScope {
  readonly parent: DefId;
  readonly scope: ScopeId;
  readonly local: boolean;
  /** The role of the name of an embedded type, and who hears of it. */
  readonly embedRole: Role;
  readonly onEmbedded: (type: ExprId) => void;
}

/** The scope of the members of a type without a name, or null where they are no symbols. */
export function memberScope(pass: Pass, node: NodeId, at: Place): MemberScope | null {
  if (at.members === undefined) return null;
  const { tree, facts } = pass;
  const { id, local } = at.members;
  const scope = facts.scope("class", at.scope, id, tree.start(node), tree.end(node));
  return { parent: id, scope, local, embedRole: "type", onEmbedded: () => {} };
}

/** Adds a field, its type apart. */
export function structField(
  pass: Pass,
  declaration: NodeId,
  name: NodeId,
  embedded: boolean,
  members: MemberScope,
): DefId {
  const id = addSymbol(pass, {
    kind: "field",
    name,
    declaration,
    scope: members.scope,
    parent: members.parent,
    signature: shortSignature(pass.text(declaration)),
    flags: embedded ? FLAGS.embedded : 0,
    local: members.local,
  });
  if (id !== NONE) bindSymbol(pass, id);
  return id;
}

/** A method that an interface declares: a symbol where `members` says of what. `place` is where its types stand. */
export function interfaceMethod(
  pass: Pass,
  line: NodeId,
  at: Place,
  members: MemberScope | null,
): { place: Place; parameters: readonly Parameter[]; result: ExprId } {
  const { tree, facts } = pass;
  const id = members === null ? NONE : addSymbol(pass, {
    kind: "method",
    name: tree.childByField(line, "name"),
    declaration: line,
    scope: members.scope,
    parent: members.parent,
    signature: foldSignature(pass.text(line)),
    flags: FLAGS.declaration,
    local: members.local,
  });
  const place = { ...at, owner: id === NONE ? at.owner : id, members: undefined };
  const parameters = readParameters(pass, tree.childByField(line, "parameters"), place, NONE);
  const result = readResult(pass, tree.childByField(line, "result"), place, NONE);
  if (id !== NONE) {
    const draft = facts.definitions[id];
    draft.parameters = parameters;
    draft.annotation = result;
    if (parameters.at(-1)?.kind === "rest") draft.flags |= FLAGS.variadic;
    bindSymbol(pass, id);
  }
  return { place, parameters, result };
}
