// Results of callables: declared, else inferred from what is returned or yielded. Not here: calls and their arguments.

import { BINDING_KINDS, type ExprId, FLAGS, NONE } from "../model/mod.ts";
import {
  type Chain,
  HEURISTIC,
  listOf,
  NOTHING_KNOWN,
  partsOf,
  type Type,
  type Typed,
  unionOf,
  unionTyped,
} from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { resultOfOverriders } from "./overriders.ts";
import { iteratedType } from "./protocols.ts";
import type { FileView } from "./world.ts";

/** The type of calling a callable symbol: declared, else inferred from what it returns. */
export function resultOfSymbol(evaluator: Evaluator, symbol: number): Typed {
  const definition = evaluator.world.definition(symbol)!;
  const file = evaluator.world.file(symbol);
  const chain: Chain = { step: "result", file: file.index, byteOffset: definition.nameStart, previous: null };
  if (definition.annotation !== NONE) {
    const declared = declaredType(evaluator, file, definition.annotation);
    return { ...declared, type: file.rules.callResult(definition, declared.type), chain };
  }
  const isGenerator = (definition.flags & FLAGS.generator) !== 0;
  const values = definition.values.filter((value) =>
    value !== NONE && (!isGenerator || evaluator.kind(file, value) === "yield")
  );
  if (definition.values.length === 0) return resultOfOverriders(evaluator, symbol);
  const returned = unionTyped(values.map((value) => returnedType(evaluator, file, value)));
  if (returned.type.k === "unknown") return NOTHING_KNOWN;
  const type: Type = isGenerator ? listOf(returned.type) : returned.type;
  return { type: file.rules.callResult(definition, type), strength: HEURISTIC, chain };
}

/** What a returned or yielded expression gives; the receiver itself is what a subclass makes it. */
function returnedType(evaluator: Evaluator, file: FileView, value: ExprId): Typed {
  const object = evaluator.object(file, value);
  switch (evaluator.kind(file, value)) {
    case "yield": {
      if (evaluator.name(file, value) !== "from") return evaluator.typeOf(file, object);
      const inner = evaluator.typeOf(file, object);
      return {
        ...inner,
        type: unionOf(partsOf(inner.type).map((part) => iteratedType(evaluator, file, part, "value"))),
      };
    }
    case "call": {
      const typed = evaluator.typeOf(file, value);
      const isOwn = object !== NONE && isReceiver(evaluator, file, object) && typed.type.k === "instance";
      return isOwn ? { ...typed, type: { k: "self", symbol: typed.type.symbol } } : typed;
    }
    default: {
      const typed = evaluator.typeOf(file, value);
      const isOwn = typed.type.k === "instance" && isReceiver(evaluator, file, value);
      return isOwn ? { ...typed, type: { k: "self", symbol: typed.type.symbol } } : typed;
    }
  }
}

/** Whether an expression is a name that holds the receiver of its method. */
function isReceiver(evaluator: Evaluator, file: FileView, expr: ExprId): boolean {
  if (evaluator.kind(file, expr) !== "name") return false;
  const { local } = evaluator.denote(file, expr);
  if (local === null || local.bindings.length !== 1) return false;
  const { kind, value } = file.facts.bindings;
  const [binding] = local.bindings;
  if (BINDING_KINDS[kind[binding]] !== "parameter" || value[binding] === NONE) return false;
  return evaluator.kind(file, value[binding]) === "this";
}
