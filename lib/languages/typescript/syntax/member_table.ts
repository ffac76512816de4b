// What is known of a container's members while its file is walked: which are declared, which have a number already,
// and values that were assigned before the declaration came. Not here: inheritance, other files.

import type { DefId, ExprId } from "../../../model/mod.ts";

/** Members of one class, function or object. Keys come from `memberKey`. */
export class Members {
  readonly definitions = new Map<string, DefId>();
  /** Members that the body declares somewhere. */
  readonly declared = new Set<string>();
  /** Values assigned to declared members that have no number yet. */
  readonly early = new Map<string, ExprId[]>();
}

/** Static and instance members of one name are two members. */
export function memberKey(name: string, isStatic: boolean): string {
  return isStatic ? `static ${name}` : name;
}
