// Generic functions and types of the standard library, as far as they hand on what they are given: a call of one is typed
// by its arguments. Law kept: what is not in the tables gives nothing to bind to.

import { type ExprId, NONE } from "../../../model/mod.ts";
import {
  containerType,
  type Evaluator,
  type FileView,
  listOf,
  NULL,
  signaturesOf,
  STATIC,
  type Type,
  type Typed,
  underlying,
  UNKNOWN,
} from "../../../typing/mod.ts";

/** What a call of a generic function gives. */
type Result =
  /** Its first argument. */
  | "same"
  /** An element, or a list or sequence of the elements, of its first argument. */
  | "element"
  | "list"
  | "elements"
  | "pairs"
  | "chunks"
  /** Keys of its first argument, or what is stored under them. */
  | "keys"
  | "values"
  | "key_list"
  | "value_list"
  /** A map of the pairs that its first argument is a sequence of. */
  | "map"
  /** A function with the first argument's result. */
  | "function";

function table(...rows: readonly (readonly [result: Result, names: string])[]): ReadonlyMap<string, Result> {
  return new Map(rows.flatMap(([result, names]) => names.split(" ").map((name) => [name, result] as const)));
}

const SLICES = table(
  [
    "same",
    "AppendSeq Clip Clone Compact CompactFunc Concat Delete DeleteFunc Grow Insert Repeat Replace",
  ],
  ["element", "Max MaxFunc Min MinFunc"],
  ["list", "Collect Sorted SortedFunc SortedStableFunc"],
  ["elements", "Values"],
  ["pairs", "All Backward"],
  ["chunks", "Chunk"],
);
const MAPS = table(["same", "Clone All"], ["keys", "Keys"], ["values", "Values"], ["map", "Collect"]);
const FUNCTIONS: ReadonlyMap<string, ReadonlyMap<string, Result>> = new Map([
  ["slices", SLICES],
  ["maps", MAPS],
  ["sync", table(["function", "OnceValue OnceValues"])],
  ["cmp", table(["same", "Or"])],
  ["golang.org/x/exp/slices", SLICES],
  ["golang.org/x/exp/maps", table(["same", "Clone"], ["key_list", "Keys"], ["value_list", "Values"])],
]);

/** Types that hold one value of their argument's type, and the methods that give it. */
const CELLS = new Set(["sync/atomic.Pointer", "unique.Handle", "weak.Pointer"]);
const CELL_METHODS = new Set(["Load", "Swap", "Value"]);

/** A generic type of the standard library; a sequence is what ranging over it gives, like a channel or a map. */
export function standardType(
  module: string | null,
  name: string,
  argument: (index: number) => Type,
): Type | null {
  if (module === "iter" && name === "Seq") return containerType("channel", argument(0));
  if (module === "iter" && name === "Seq2") return containerType("map", argument(0), argument(1));
  return CELLS.has(`${module}.${name}`) ? containerType("cell", argument(0)) : null;
}

export function standardMember(type: Type, name: string): Type | null {
  const isCell = type.k === "container" && type.name === "cell" && CELL_METHODS.has(name);
  return isCell ? { k: "callable", result: type.args[0] ?? UNKNOWN } : null;
}

/** The result of calling a generic function of the standard library, or null for any other. */
export function standardCall(
  evaluator: Evaluator,
  file: FileView,
  module: string,
  name: string,
  call: ExprId,
): Typed | null {
  const result = FUNCTIONS.get(module)?.get(name);
  const [first = NONE] = evaluator.args(file, call);
  if (result === undefined || first === NONE) return null;
  const given = evaluator.typeOf(file, first);
  return {
    ...given,
    type: resultOf(evaluator, result, given.type),
    strength: Math.max(given.strength, STATIC),
  };
}

function resultOf(evaluator: Evaluator, result: Result, given: Type): Type {
  if (result === "same") return given;
  if (result === "function") {
    const [signature] = signaturesOf(evaluator, given, "call");
    return { k: "callable", result: signature?.result().type ?? UNKNOWN };
  }
  const shape = underlying(evaluator, given);
  if (shape.k !== "container") return UNKNOWN;
  const [first = UNKNOWN, second = UNKNOWN] = shape.args;
  switch (result) {
    case "element":
      return first;
    case "list":
      return listOf(first);
    case "elements":
      return containerType("channel", first);
    case "pairs":
      return containerType("map", NULL, first);
    case "chunks":
      return containerType("channel", given);
    case "keys":
      return containerType("channel", first);
    case "values":
      return containerType("channel", second);
    case "key_list":
      return listOf(first);
    case "value_list":
      return listOf(second);
    case "map":
      return containerType("map", first, second);
  }
}
