// Type arguments: those of a receiver filled into what its members are declared to be.

import { substitute, type Type } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";

/** Fills the receiver's type arguments into a member's result. */
export function withReceiver(evaluator: Evaluator, type: Type, receiver: Type | null): Type {
  if (receiver === null || receiver.k !== "instance" || receiver.args.length === 0) return type;
  const parameters = evaluator.world.definition(receiver.symbol)?.typeParameters ?? [];
  return substitute(type, (symbol, name) => {
    const index = symbol === receiver.symbol ? parameters.indexOf(name) : -1;
    return index < 0 ? null : receiver.args[index] ?? null;
  });
}
