// Which expressions of a file stand where a type is wanted: told by the roles of its references. What an interface extends
// is a type, what a class extends is a value.

import { NONE, ROLES } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";

const TYPE_ROLES: ReadonlySet<string> = new Set(["type", "implement"]);

/** One byte an expression: 1 where a reference uses it as a type. */
export function typeUses(file: FileView): Uint8Array {
  const { expr, role, owner } = file.facts.references;
  const uses = new Uint8Array(file.facts.exprs.kind.length);
  for (let i = 0; i < expr.length; i++) {
    const word = ROLES[role[i]];
    const isType = TYPE_ROLES.has(word) ||
      (word === "inherit" && owner[i] !== NONE && file.facts.definitions[owner[i]].kind === "interface");
    if (isType) uses[expr[i]] = 1;
  }
  return uses;
}
