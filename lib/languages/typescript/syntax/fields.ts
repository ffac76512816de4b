// The type and value of a class field: code that belongs to the class, or to the field itself where it is a function.
// Not here: the field's symbol.

import { type DefId, FLAGS, NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { DocRange } from "./docs.ts";
import { completeCallable, functionExpr } from "./functions.ts";
import { readJsDoc } from "./jsdoc.ts";
import { resultOf } from "./overloads.ts";
import type { Pass } from "./pass.ts";
import { walkFunctionValue } from "./values.ts";

export interface FieldParts {
  readonly container: DefId;
  readonly doc: DocRange | null;
  readonly type: NodeId;
  readonly value: NodeId;
  /** The function that the value is, or NO_NODE. */
  readonly inner: NodeId;
}

/** Walks a field's type and value and completes its symbol with them. */
export function walkField(pass: Pass, definition: DefId, parts: FieldParts): void {
  const draft = pass.draft(definition);
  const holderStatic = (draft.flags & FLAGS.static) !== 0;
  const place = pass.place();
  pass.holderStatic = holderStatic;
  const annotation = pass.type(parts.type);
  if (parts.inner !== NO_NODE) {
    const callee = {
      owner: definition,
      holder: parts.container,
      holderStatic,
      doc: parts.doc,
      self: definition,
    };
    const walked = walkFunctionValue(pass, parts.value, callee);
    completeCallable(pass, definition, walked);
    const expr = functionExpr(pass, walked);
    if (annotation !== NONE) pass.expr("cast", "satisfies", parts.value, expr, [annotation]);
    if (draft.annotation === NONE) draft.annotation = resultOf(pass, annotation);
  } else {
    draft.annotation = annotation === NONE ? readJsDoc(pass, parts.doc)?.type(pass) ?? NONE : annotation;
    const expr = pass.value(parts.value);
    pass.addValue(definition, expr);
  }
  pass.returnTo(place);
}
