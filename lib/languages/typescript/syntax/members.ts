// What classes, interfaces and object literals share: modifiers of a member, and making its symbol.
// Not here: the order of members, heritage, bodies.

import { type DefId, type ExprId, FLAGS, type SymbolKind, type Visibility } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import { signature, variableSignature } from "./heads.ts";
import { memberKey } from "./member_table.ts";
import type { Key } from "./names.ts";
import type { Pass } from "./pass.ts";

/** Modifiers in front of a member's name. */
export interface Modifiers {
  readonly visibility: Visibility;
  /** static, abstract, optional, async and generator as FLAGS. */
  readonly flags: number;
  readonly accessor: "get" | "set" | null;
}

/** Reads a member's modifiers. */
export function modifiersOf(pass: Pass, node: NodeId): Modifiers {
  const { tree } = pass;
  let visibility: Visibility = "public";
  let flags = 0;
  let accessor: Modifiers["accessor"] = null;
  for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
    switch (tree.type(child)) {
      case "accessibility_modifier":
        visibility = pass.text(child) as Visibility;
        break;
      case "private_property_identifier":
        visibility = "private";
        break;
      case "static":
        flags |= FLAGS.static;
        break;
      case "static get":
        flags |= FLAGS.static;
        accessor = "get";
        break;
      case "abstract":
        flags |= FLAGS.abstract;
        break;
      case "async":
        flags |= FLAGS.async;
        break;
      case "*":
        flags |= FLAGS.generator;
        break;
      case "?":
        flags |= FLAGS.optional;
        break;
      case "get":
      case "set":
        accessor = tree.type(child) as "get" | "set";
        break;
      case "formal_parameters":
      case "type_annotation":
      case "=":
        return { visibility, flags, accessor };
    }
  }
  return { visibility, flags, accessor };
}

/** A member about to become a symbol. */
export interface NewMember {
  readonly parent: DefId;
  readonly kind: SymbolKind;
  readonly key: Key;
  readonly start: number;
  readonly end: number;
  readonly signatureStart: number;
  /** Where the head ends; null for a value, whose signature is cut short. */
  readonly headEnd: number | null;
  readonly flags: number;
  readonly visibility: Visibility;
  readonly doc: DocRange | null;
  readonly decorators?: readonly ExprId[];
  readonly decoratorNames?: readonly string[];
}

/** Makes a member's symbol and notes it in its container's table. It binds no name. */
export function defineMember(pass: Pass, member: NewMember): DefId {
  const definition = pass.facts.definition({
    name: member.key.name,
    kind: member.kind,
    parent: member.parent,
    start: member.start,
    end: member.end,
    nameStart: member.key.start,
    nameEnd: member.key.end,
    scope: pass.scope,
    flags: member.flags | (pass.ambient ? FLAGS.declaration : 0),
    visibility: member.visibility,
    doc: member.doc === null ? null : pass.tree.source.slice(member.doc.start, member.doc.end),
    decorators: [...member.decorators ?? []],
    decoratorNames: [...member.decoratorNames ?? []],
    signature: member.headEnd === null
      ? variableSignature(pass, member.signatureStart, member.end)
      : signature(pass, member.signatureStart, member.headEnd),
  });
  const members = pass.membersOf(member.parent);
  const key = memberKey(member.key.name, (member.flags & FLAGS.static) !== 0);
  members.definitions.set(key, definition);
  for (const value of members.early.get(key) ?? []) pass.addValue(definition, value);
  return definition;
}

/** The symbol that a second accessor of one name belongs to, or null. */
export function accessorPair(pass: Pass, parent: DefId, key: Key, modifiers: Modifiers): DefId | null {
  if (modifiers.accessor === null) return null;
  const isStatic = (modifiers.flags & FLAGS.static) !== 0;
  const known = pass.membersOf(parent).definitions.get(memberKey(key.name, isStatic));
  if (known === undefined) return null;
  const kind = pass.draft(known).kind;
  return kind === "getter" || kind === "setter" ? known : null;
}

/** Adds a second accessor's range to its symbol, which is a getter from then on. */
export function foldAccessor(pass: Pass, definition: DefId, start: number, end: number, key: Key): void {
  const draft = pass.draft(definition);
  draft.kind = "getter";
  draft.flags |= FLAGS.setter;
  draft.moreRanges.push(start, end, key.start);
}

/** The kind of a function-valued member. */
export function methodKind(modifiers: Modifiers, isConstructor: boolean): SymbolKind {
  if (modifiers.accessor === "get") return "getter";
  if (modifiers.accessor === "set") return "setter";
  return isConstructor ? "constructor" : "method";
}
