// What the walk meets before it can be said: kept until the whole file is known. Not here: how it is settled.

import type { DefId, ExprId, ScopeId } from "../../../model/mod.ts";

/** A value given to a name whose declaration may come later in the file. */
export interface PendingAssignment {
  readonly scope: ScopeId;
  readonly name: string;
  readonly value: ExprId;
  readonly start: number;
  readonly arm: number;
}

/** A base that a call or assignment gives to a class or function, which may come later in the file. */
export interface PendingBase {
  readonly scope: ScopeId;
  readonly path: readonly string[];
  readonly base: ExprId;
}

/** A member defined by assignment, whose container may come later in the file. */
export interface PendingReceiver {
  readonly definition: DefId;
  readonly scope: ScopeId;
  /** Names from the outermost: `a.b` is `["a", "b"]`. */
  readonly path: readonly string[];
  readonly ofPrototype: boolean;
}
