// What well-known type names, literals, containers and calls of TypeScript and JavaScript mean to the evaluator.

import { type ExprId, type ExprKind, NONE } from "../../../model/mod.ts";
import {
  containerType,
  type Evaluator,
  type FileView,
  listOf,
  NULL,
  promiseOf,
  STATIC,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "../../../typing/mod.ts";
import { LANGUAGE } from "./library_types.ts";
import { constructed } from "./standard_calls.ts";

const LISTS = new Set(
  ("Array ReadonlyArray Set ReadonlySet WeakSet Iterable IterableIterator Iterator AsyncIterable AsyncIterableIterator " +
    "Generator AsyncGenerator ArrayLike NodeListOf").split(" "),
);
const MAPS = new Set("Map ReadonlyMap WeakMap".split(" "));
const TRANSPARENT = new Set("Partial Required Readonly NonNullable Awaited Omit Pick NoInfer".split(" "));
/** Names that older spellings use for a type of which nothing is known. */
const ANYTHING = new Set("Object object any unknown".split(" "));
/** Operators whose result is not one of their operands. */
const COMMANDS = new Set(["=", ","]);

/** The meaning of a type name that no definition of the repository has. */
export function namedType(name: string, argument: (index: number) => Type, count: number): Type | null {
  if (LISTS.has(name)) return { k: "container", name: "list", args: count > 0 ? [argument(0)] : [] };
  if (MAPS.has(name)) {
    return { k: "container", name: "map", args: count > 1 ? [argument(0), argument(1)] : [] };
  }
  if (name === "Object" && count === 2) {
    return containerType("record", argument(0), argument(1));
  }
  if (ANYTHING.has(name)) return UNKNOWN;
  if (name === "Function") return { k: "callable", result: UNKNOWN };
  if (name === "Record") return containerType("record", argument(0), argument(1));
  if (name === "Promise" || name === "PromiseLike") {
    return promiseOf(count > 0 ? argument(0) : UNKNOWN);
  }
  if (TRANSPARENT.has(name)) return count > 0 ? argument(0) : UNKNOWN;
  return null;
}

export function literalType(kind: ExprKind, name: string, elements: () => readonly Type[]): Type {
  if (kind === "literal") return name === "none" ? NULL : LANGUAGE;
  // Numbers, texts and truth values are all that operators give.
  if (kind === "operation") return COMMANDS.has(name) ? UNKNOWN : LANGUAGE;
  return kind === "collection" && name === "array" ? listOf(unionOf(elements())) : UNKNOWN;
}

/** What `for … of` and `for … in` give. */
export function iterated(type: Type, which: string): Type | null {
  if (which === "key") return LANGUAGE;
  if (type.k !== "container") return null;
  if (type.name === "list") return type.args[0] ?? UNKNOWN;
  if (type.name === "map") return containerType("tuple", ...type.args);
  return type.name === "tuple" ? unionOf(type.args) : null;
}

/** `require("m")` and `import("m")` as values. */
export function builtinCall(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Typed | null {
  if (evaluator.kind(file, call) === "construct") return constructed(evaluator, file, name, call);
  if (name !== "require" && name !== "import") return null;
  const [argument = NONE] = evaluator.args(file, call);
  if (argument === NONE || evaluator.kind(file, argument) !== "literal") return null;
  const imported = evaluator.world.importedAt(file, file.facts.exprs.start[argument] + 1);
  if (imported === null) return null;
  const typed = evaluator.denotedType(imported.denotation);
  if (name === "require" || imported.typeOnly) return typed;
  return {
    type: promiseOf(typed.type),
    strength: STATIC,
    chain: typed.chain,
  };
}
