// Types with their parameters replaced by what they stand for. Laws kept: what is filled in is cut to a depth and a size, so that
// no chain of calls grows a type without end; what nothing changes in stays the very object that it was.

import { type Fills, parameterKey, SELF, type Type, unionOf, UNKNOWN } from "./algebra.ts";

/** Type arguments nested deeper than this, and more of them than the other, are forgotten. */
const MAX_TYPE_DEPTH = 8;
const MAX_TYPE_SIZE = 300;

/** The type with type parameters, and the receiver's own type, replaced by what they stand for. */
export function substitute(type: Type, fills: Fills): Type {
  return fills === null || fills.size === 0 ? type : new Substitution().of(type, fills, 0);
}

const NO_FILLS: ReadonlyMap<string, Type> = new Map();

/**
 * One replacement; what is filled in is cut to the same depth, so that no chain of calls grows a type without end. What nothing
 * changes in stays the very object that it was: most types have no parameters.
 */
class Substitution {
  #left = MAX_TYPE_SIZE;

  of(type: Type, fills: ReadonlyMap<string, Type>, depth: number): Type {
    if (depth > MAX_TYPE_DEPTH || --this.#left < 0) return UNKNOWN;
    switch (type.k) {
      case "parameter":
        return this.#filled(type, fills.get(parameterKey(type.file, type.binding)), depth);
      case "self":
        return this.#filled(type, fills.get(SELF), depth);
      case "instance":
      case "container": {
        const args = this.#all(type.args, fills, depth + 1);
        return args === type.args ? type : { ...type, args };
      }
      case "callable": {
        const parameters = type.parameters && this.#all(type.parameters, fills, depth + 1);
        const result = this.of(type.result, fills, depth + 1);
        const isSame = parameters === type.parameters && result === type.result;
        return isSame ? type : { ...type, parameters, result };
      }
      case "union": {
        const parts = this.#all(type.of, fills, depth);
        return parts === type.of ? type : unionOf(parts);
      }
      case "object":
      case "signature": {
        const inner = this.#composed(type.fills, fills, depth);
        return inner === type.fills ? type : { ...type, fills: inner };
      }
      default:
        return type;
    }
  }

  /** The same list where none of its types changes. */
  #all(types: readonly Type[], fills: ReadonlyMap<string, Type>, depth: number): readonly Type[] {
    let changed: Type[] | null = null;
    for (let at = 0; at < types.length; at++) {
      const one = this.of(types[at], fills, depth);
      if (changed === null && one !== types[at]) changed = types.slice(0, at);
      changed?.push(one);
    }
    return changed ?? types;
  }

  #filled(type: Type, filled: Type | undefined, depth: number): Type {
    return filled === undefined ? type : this.of(filled, NO_FILLS, depth);
  }

  /** What a type that is read later has to fill in: its own fills, filled, and those from outside. */
  #composed(own: Fills, fills: ReadonlyMap<string, Type>, depth: number): Fills {
    if (own === null && fills.size === 0) return null;
    const all = new Map(fills);
    let changed = own === null;
    own?.forEach((type, key) => {
      const inner = this.of(type, fills, depth + 1);
      if (inner !== type) changed = true;
      all.set(key, inner);
    });
    if (!changed && all.size === own!.size) return own;
    return all.size === 0 || all.size > MAX_FILLS ? null : all;
  }
}

/** A type that is read later with more parameters to fill than this forgets them. */
const MAX_FILLS = 24;
