// What decorators make of functions and classes: where one gives back something of the repository's own, that is the value of
// the decorated name. Law kept: a decorator of which no such thing is known leaves it what it is. Not here: decorators that a
// language knows by itself.

import { type Definition, NONE } from "../model/mod.ts";
import { HEURISTIC, partsOf, STATIC, type Type, type Typed, unionOf } from "./algebra.ts";
import { resultOfCalling } from "./calls.ts";
import type { Evaluator } from "./evaluator.ts";
import { mentions } from "./inference.ts";
import { isA } from "./operations.ts";
import { signaturesOf } from "./signatures.ts";
import type { FileView } from "./world.ts";

/** The value of a decorated function, or null where it stays a function. */
export function decoratedType(evaluator: Evaluator, file: FileView, definition: Definition): Typed | null {
  return firstMade(evaluator, file, definition, (result) => {
    const type = instanceOf(evaluator, result);
    if (type !== null) return { type, isCertain: false };
    if (!file.rules.decoratorsReplace) return null;
    const made = partsOf(result).filter((part) => givesInstances(evaluator, part));
    return made.length === 0 ? null : { type: unionOf(made), isCertain: result.k !== "function" };
  });
}

/** The value of a decorated class, or null where it stays that class. */
export function decoratedClass(
  evaluator: Evaluator,
  file: FileView,
  symbol: number,
  definition: Definition,
): Typed | null {
  if (!file.rules.decoratorsReplace) return null;
  const own: Type = { k: "instance", symbol, args: [] };
  return firstMade(evaluator, file, definition, (result, isDeclared) => {
    const instance = instanceOf(evaluator, result);
    if (instance !== null) return { type: instance, isCertain: false };
    const made: Type | undefined = result.k === "class"
      ? { k: "instance", symbol: result.symbol, args: [] }
      : result.k === "container" && result.name === "class_of"
      ? result.args[0]
      : undefined;
    // A class that is handed on is declared as what it is at least.
    if (made?.k !== "instance" || isA(evaluator, own, made)) return null;
    return { type: isDeclared ? result : unionOf([{ k: "class", symbol }, result]), isCertain: isDeclared };
  });
}

interface Made {
  readonly type: Type;
  /** Whether the decorator declares it. */
  readonly isCertain: boolean;
}

/** What the decorators make of a definition by the last one that makes something else of it. */
function firstMade(
  evaluator: Evaluator,
  file: FileView,
  definition: Definition,
  read: (result: Type, isDeclared: boolean) => Made | null,
): Typed | null {
  // The first one written is applied last.
  for (const decorator of definition.decorators) {
    if (decorator === NONE) continue;
    const typed = evaluator.typeOf(file, decorator);
    const proof = typed.type.k === "function" ? evaluator.resultOf(typed.type.symbol) : typed;
    const made = read(resultOfCalling(evaluator, typed.type), proof.strength <= STATIC);
    if (made === null) continue;
    const chain = evaluator.step("decorated", file, decorator, typed.chain);
    const strength = made.isCertain ? typed.strength : Math.max(typed.strength, HEURISTIC);
    return { type: made.type, strength, chain };
  }
  return null;
}

/** The instances among what a decorator may give back; null where it may give back nothing but functions. */
function instanceOf(evaluator: Evaluator, result: Type): Type | null {
  const instances = partsOf(result).map((part) => evaluator.bound(part))
    .filter((part) => part.k === "instance");
  return instances.length === 0 ? null : unionOf(instances);
}

/** Whether a function is declared to give instances of the repository's own, whatever was decorated. */
function givesInstances(evaluator: Evaluator, type: Type): boolean {
  if (type.k === "function" && evaluator.world.definition(type.symbol)?.annotation === NONE) return false;
  if (type.k !== "function" && type.k !== "signature" && type.k !== "callable") return false;
  const results = signaturesOf(evaluator, type, "call").map((signature) => signature.result().type);
  return results.length > 0 && results.every((result) => result.k === "instance" && !mentions(result));
}
