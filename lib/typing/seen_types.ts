// Types of members as their receivers see them, with the receiver's own types in the place of parameters. Not here: which member it is.

import type { Seen, Type, Typed } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { withReceiver } from "./generics.ts";
import { perEvaluator } from "./memo.ts";
import { described } from "./protocols.ts";

/** What is known by receiver and member. */
const known = perEvaluator((_: Evaluator) => new WeakMap<Type, Map<number, Typed>>());

/** The type of a member as its receiver sees it. */
export function seenType(evaluator: Evaluator, symbol: number, seen: Seen | null): Typed {
  const typed = evaluator.symbolType(symbol);
  if (seen === null || typed.type.k === "external" || typed.type.k === "unknown") return typed;
  const receivers = known(evaluator);
  let members = receivers.get(seen.receiver);
  if (members === undefined) receivers.set(seen.receiver, members = new Map());
  return evaluator.circles.once(members, symbol, () => asSeen(evaluator, symbol, seen, typed));
}

function asSeen(evaluator: Evaluator, symbol: number, seen: Seen, typed: Typed): Typed {
  const type: Type = typed.type.k === "function"
    ? { ...typed.type, seen }
    : withReceiver(evaluator, typed.type, seen, symbol);
  return { ...typed, type: described(evaluator, symbol, type, seen.ofClass === true) };
}
