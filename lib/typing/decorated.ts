// What decorators make of a function: where one gives back an instance of the repository's own, that is the function's value.
// Law kept: a decorator of which no such thing is known leaves the function what it is. Not here: decorators that a language
// knows by itself.

import { type Definition, NONE } from "../model/mod.ts";
import { HEURISTIC, partsOf, type Type, type Typed, unionOf } from "./algebra.ts";
import { resultOfCalling } from "./calls.ts";
import type { Evaluator } from "./evaluator.ts";
import type { FileView } from "./world.ts";

/** The value of a decorated function, or null where it stays a function. */
export function decoratedType(evaluator: Evaluator, file: FileView, definition: Definition): Typed | null {
  // The first one written is applied last.
  for (const decorator of definition.decorators) {
    if (decorator === NONE) continue;
    const typed = evaluator.typeOf(file, decorator);
    const type = instanceOf(evaluator, resultOfCalling(evaluator, typed.type));
    if (type === null) continue;
    const chain = evaluator.step("decorated", file, decorator, typed.chain);
    return { type, strength: Math.max(typed.strength, HEURISTIC), chain };
  }
  return null;
}

/** The instances among what a decorator may give back; null where it may give back nothing but functions. */
function instanceOf(evaluator: Evaluator, result: Type): Type | null {
  const instances = partsOf(result).map((part) => evaluator.bound(part))
    .filter((part) => part.k === "instance");
  return instances.length === 0 ? null : unionOf(instances);
}
