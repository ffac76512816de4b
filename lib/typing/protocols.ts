// What a language calls by itself: members that enter, iterate, index and combine values. Law kept: a value gives what its
// own member, or the container that its class extends, says; else nothing is known. Not here: members that code names.

import { FLAGS } from "../model/mod.ts";
import { NULL, partsOf, type Type, unionOf, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { underlying } from "./forms.ts";
import { asBase, fillsOf, receiverFills } from "./generics.ts";
import { basesOf, outsideOf } from "./bases.ts";
import { findMember } from "./find_member.ts";
import { lineage } from "./lineage.ts";
import { signaturesOf } from "./signatures.ts";
import { substitute } from "./substitution.ts";
import type { FileView } from "./world.ts";

/** The names of such members; null where a language has none. */
export interface Protocol {
  readonly construct: string | null;
  /** The member of a class that gives its new instance, where it does not give another. */
  readonly create: string | null;
  readonly call: string | null;
  readonly enter: string | null;
  readonly enterAsync: string | null;
  readonly iterate: string | null;
  readonly iterateAsync: string | null;
  readonly next: string | null;
  readonly nextAsync: string | null;
  readonly index: string | null;
  /** The member of a class's value that says what the value is on an instance. */
  readonly describe: string | null;
  /** The member that gives a value's class. */
  readonly classOf: string | null;
  /** Has the members of a class's instances (`prototype`). */
  readonly instances: string | null;
}

export const NO_PROTOCOL: Protocol = {
  construct: null,
  create: null,
  call: null,
  enter: null,
  enterAsync: null,
  iterate: null,
  iterateAsync: null,
  next: null,
  nextAsync: null,
  index: null,
  describe: null,
  classOf: null,
  instances: null,
};

type Instance = Type & { readonly symbol: number };

function isInstance(type: Type): type is Instance {
  return type.k === "instance" || type.k === "self";
}

/** The type of calling a value's member by its name; null where its class has no such member. */
export function resultOfMember(evaluator: Evaluator, value: Type, name: string | null): Type | null {
  if (name === null || !isInstance(value)) return null;
  const found = findMember(evaluator, value.symbol, name);
  if (found === null) return null;
  const seen = { receiver: value, owner: found.owner };
  return unionOf(found.symbols.map((symbol) => {
    const definition = evaluator.world.definition(symbol);
    if (definition === null || definition.kind !== "method") return UNKNOWN;
    return substitute(evaluator.resultOf(symbol).type, receiverFills(evaluator, seen, symbol));
  }));
}

/** The container that the class of a value extends, with what the value fills into it; null where there is none. */
export function containerBase(evaluator: Evaluator, value: Type): Type | null {
  if (!isInstance(value) || outsideOf(evaluator, value.symbol).external === null) return null;
  for (const ancestor of lineage(evaluator, value.symbol)) {
    const { containers } = basesOf(evaluator, ancestor);
    if (containers.length === 0) continue;
    const args = value.k === "instance" ? asBase(evaluator, value, ancestor).args : [];
    return substitute(containers[0], fillsOf(evaluator, ancestor, args));
  }
  return null;
}

/** What a class's own value is on an instance, or on the class: what a descriptor says, other values as they are. */
export function described(evaluator: Evaluator, member: number, type: Type, ofClass: boolean): Type {
  const { describe } = evaluator.world.file(member).rules.protocol;
  const definition = evaluator.world.definition(member);
  if (describe === null || definition === null || (definition.flags & FLAGS.assigned) !== 0) return type;
  return unionOf(
    partsOf(type).flatMap((part) => {
      const result = part.k === "instance" ? resultOfMember(evaluator, part, describe) : null;
      if (result === null || part.k !== "instance") return [part];
      // One that may give itself does so on its class, and there alone.
      const others = partsOf(result).filter((one) => one.k !== "instance" || one.symbol !== part.symbol);
      return ofClass && others.length < partsOf(result).length ? [part] : others;
    }),
  );
}

/** What a value gives when it is entered as a context. */
export function enteredType(evaluator: Evaluator, file: FileView, type: Type, isAsync: boolean): Type {
  if (type.k === "external") return type;
  if (type.k === "container") return type.name === "context" ? type.args[0] ?? UNKNOWN : UNKNOWN;
  const { enter, enterAsync } = file.rules.protocol;
  const result = resultOfMember(evaluator, type, isAsync ? enterAsync : enter);
  if (result === null) return UNKNOWN;
  return isAsync ? settled(result) : result;
}

/** What iterating a value gives; `which` as the loop says it. */
export function iteratedType(evaluator: Evaluator, file: FileView, type: Type, which: string): Type {
  const shape = underlying(evaluator, evaluator.bound(type));
  if (shape.k === "external") return shape;
  const known = file.rules.iterated(shape, which);
  if (known !== null) return known;
  const { iterate, iterateAsync, next, nextAsync, index } = file.rules.protocol;
  const isAsync = which === "async";
  const iterator = resultOfMember(evaluator, shape, isAsync ? iterateAsync : iterate);
  if (iterator !== null) {
    return unionOf(
      partsOf(iterator).map((part) => {
        const direct = part.k === "external" ? part : file.rules.iterated(part, which);
        if (direct !== null) return direct;
        const result = resultOfMember(evaluator, part, isAsync ? nextAsync : next) ?? UNKNOWN;
        return isAsync ? settled(result) : result;
      }),
    );
  }
  const base = containerBase(evaluator, shape);
  if (base !== null) return file.rules.iterated(base, which) ?? UNKNOWN;
  const given = isAsync ? null : resultOfMember(evaluator, shape, index);
  return given ?? handed(evaluator, shape, which === "key" ? 0 : 1);
}

/** What a function that is iterated hands to the loop: an argument of the function that it takes. */
function handed(evaluator: Evaluator, type: Type, position: number): Type {
  const [iterator] = signaturesOf(evaluator, type, "call");
  if (iterator === undefined) return UNKNOWN;
  const [loop] = signaturesOf(evaluator, iterator.at(0), "call");
  return loop?.at(position) ?? UNKNOWN;
}

/** What an awaited value gives. */
export function settled(type: Type): Type {
  return unionOf(
    partsOf(type).map((part) =>
      part.k === "container" && part.name === "promise" ? part.args[0] ?? UNKNOWN : part
    ),
  );
}

/** What an operator gives for its first operand. */
export function operatedType(evaluator: Evaluator, operand: Type, member: string): Type {
  return unionOf(
    partsOf(operand).map((part) => {
      if (part.k === "external" || part.k === "container") return part;
      const result = resultOfMember(evaluator, part, member);
      if (result !== null) return result;
      if (!isInstance(part)) return UNKNOWN;
      return outsideOf(evaluator, part.symbol).external === null ? UNKNOWN : NULL;
    }),
  );
}
