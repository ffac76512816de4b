// Which expressions of a file stand where a type is wanted: told by the roles of its references.

import { ROLES } from "../model/mod.ts";
import type { FileView } from "../typing/mod.ts";

const TYPE_ROLES: ReadonlySet<string> = new Set(["type", "implement"]);

/** One byte an expression: 1 where a reference uses it as a type. */
export function typeUses(file: FileView): Uint8Array {
  const { expr, role } = file.facts.references;
  const uses = new Uint8Array(file.facts.exprs.kind.length);
  for (let i = 0; i < expr.length; i++) if (TYPE_ROLES.has(ROLES[role[i]])) uses[expr[i]] = 1;
  return uses;
}
