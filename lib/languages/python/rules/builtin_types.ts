// What Python's well-known type names, literals, containers and built-in calls mean to the evaluator.

import { type ExprId, type ExprKind, NONE } from "../../../model/mod.ts";
import {
  type Evaluator,
  type FileView,
  NULL,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "../../../typing/mod.ts";

const LISTS = new Set(
  ("list List set Set frozenset FrozenSet Sequence MutableSequence Iterable Iterator Collection deque Deque Generator " +
    "AsyncIterator AsyncIterable AsyncGenerator AbstractSet MutableSet KeysView ValuesView Reversible").split(
      " ",
    ),
);
const MAPS = new Set(
  "dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap Counter".split(" "),
);
const TRANSPARENT = new Set(
  "Optional Annotated Final ClassVar Required NotRequired ReadOnly InitVar TypeGuard".split(" "),
);
const AWAITABLE = new Set("Awaitable Coroutine Future Task".split(" "));
const CONTEXTS = new Set(
  "ContextManager AsyncContextManager AbstractContextManager AbstractAsyncContextManager".split(" "),
);

/** The meaning of a type name that no definition of the repository has. */
export function namedType(name: string, argument: (index: number) => Type, count: number): Type | null {
  const all = () => Array.from({ length: count }, (_, index) => argument(index));
  if (LISTS.has(name)) return { k: "container", name: "list", args: count > 0 ? [argument(0)] : [] };
  if (MAPS.has(name)) {
    return { k: "container", name: "map", args: count > 1 ? [argument(0), argument(1)] : [] };
  }
  if (name === "tuple" || name === "Tuple") return { k: "container", name: "tuple", args: all() };
  if (TRANSPARENT.has(name)) return count > 0 ? argument(0) : UNKNOWN;
  if (name === "Union") return unionOf(all());
  if (name === "type" || name === "Type") {
    return { k: "container", name: "class_of", args: count > 0 ? [argument(0)] : [UNKNOWN] };
  }
  if (name === "Callable") return { k: "callable", result: count > 1 ? argument(1) : UNKNOWN };
  if (AWAITABLE.has(name)) return { k: "container", name: "promise", args: [argument(count - 1)] };
  if (CONTEXTS.has(name)) return { k: "container", name: "context", args: [argument(0)] };
  return null;
}

export function literalType(kind: ExprKind, name: string, elements: () => readonly Type[]): Type {
  if (kind !== "collection") return kind === "literal" ? NULL : UNKNOWN;
  if (name === "tuple") return { k: "container", name: "tuple", args: elements() };
  const element = unionOf(elements());
  return name === "dict"
    ? { k: "container", name: "map", args: [UNKNOWN, element] }
    : { k: "container", name: "list", args: [element] };
}

/** Members of containers whose result is one of their own types. */
export function containerMember(type: Type, name: string): Type | null {
  if (type.k === "external") return null;
  if (type.k !== "container") return NULL;
  const [first = UNKNOWN, second = UNKNOWN] = type.args;
  const calling = (result: Type): Type => ({ k: "callable", result });
  const listOf = (element: Type): Type => ({ k: "container", name: "list", args: [element] });
  if (type.name === "map") {
    if (name === "get" || name === "pop" || name === "setdefault") return calling(second);
    if (name === "values") return calling(listOf(second));
    if (name === "keys") return calling(listOf(first));
    if (name === "items") return calling(listOf({ k: "container", name: "tuple", args: [first, second] }));
    if (name === "copy") return calling(type);
  }
  if (type.name === "list") {
    if (name === "pop") return calling(first);
    if (name === "copy") return calling(type);
  }
  return NULL;
}

/** What `for … in` gives. */
export function iterated(type: Type): Type | null {
  if (type.k !== "container") return null;
  if (type.name === "list" || type.name === "map") return type.args[0] ?? UNKNOWN;
  return type.name === "tuple" ? unionOf(type.args) : null;
}

const SAME_ELEMENTS = new Set(["sorted", "list", "set", "frozenset", "reversed", "iter", "filter"]);

/** Results of built-in functions that hand their argument's type on. */
export function builtinCall(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Typed | null {
  const args = evaluator.args(file, call);
  const argument = (index: number) => index < args.length && args[index] !== NONE ? args[index] : NONE;
  if (name === "cast" && argument(0) !== NONE) {
    const type = evaluator.annotation(file, argument(0));
    return { type, strength: evaluator.declared(file), chain: evaluator.step("cast", file, call, null) };
  }
  if (name === "type" && args.length === 1 && argument(0) !== NONE) {
    const typed = evaluator.typeOf(file, argument(0));
    if (typed.type.k === "instance") return { ...typed, type: { k: "class", symbol: typed.type.symbol } };
  }
  const last = argument(name === "filter" ? 1 : 0);
  if (last === NONE) return null;
  if (SAME_ELEMENTS.has(name)) return listOfElements(evaluator, file, last);
  if (name === "next" || name === "min" || name === "max") {
    const typed = evaluator.typeOf(file, last);
    const element = iterated(typed.type);
    return element === null ? null : { ...typed, type: element };
  }
  if (name === "enumerate") {
    const typed = listOfElements(evaluator, file, last);
    if (typed === null || typed.type.k !== "container") return null;
    const pair: Type = { k: "container", name: "tuple", args: [NULL, typed.type.args[0] ?? UNKNOWN] };
    return { ...typed, type: { k: "container", name: "list", args: [pair] } };
  }
  return null;
}

function listOfElements(evaluator: Evaluator, file: FileView, expr: ExprId): Typed | null {
  const typed = evaluator.typeOf(file, expr);
  const element = iterated(typed.type);
  return element === null ? null : { ...typed, type: { k: "container", name: "list", args: [element] } };
}
