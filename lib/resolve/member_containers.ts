// Which definitions have members that a receiver can name; what a function declares inside is its own.

import { type Definition, isType } from "../model/mod.ts";

const CONTAINERS = new Set([
  "namespace",
  "variable",
  "constant",
  "property",
  "field",
  "enum_member",
  "package",
]);

export function isMemberContainer(definition: Definition | null): boolean {
  return definition !== null && (isType(definition.kind) || CONTAINERS.has(definition.kind));
}
