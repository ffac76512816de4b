// Where a walk is: what a visitor saves before it goes into a body, and puts back after. Not here: what it does there.

import type { DefId, ExprId, ScopeId } from "../../../model/mod.ts";

export interface Place {
  readonly scope: ScopeId;
  readonly varScope: ScopeId;
  readonly owner: DefId;
  readonly arm: number;
  readonly holder: DefId;
  readonly holderStatic: boolean;
  readonly lostReceiver: boolean;
  readonly returned: ExprId[] | null;
  readonly ambient: boolean;
}
