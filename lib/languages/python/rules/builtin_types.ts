// What Python's well-known type names, literals and members of containers mean to the evaluator.

import type { ExprKind } from "../../../model/mod.ts";
import { containerType, listOf, NULL, promiseOf, type Type, unionOf, UNKNOWN } from "../../../typing/mod.ts";

const LISTS = new Set(
  ("list List set Set frozenset FrozenSet Sequence MutableSequence Iterable Iterator Collection deque Deque " +
    "AsyncIterator AsyncIterable AbstractSet MutableSet KeysView ValuesView Reversible").split(
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
  if (name === "Any" || name === "Incomplete") return UNKNOWN;
  // A generator's further arguments are what is sent to it and what it returns.
  if (name === "Generator" || name === "AsyncGenerator") return containerType("list", ...all());
  if (LISTS.has(name)) return { k: "container", name: "list", args: count > 0 ? [argument(0)] : [] };
  if (MAPS.has(name)) {
    return { k: "container", name: "map", args: count > 1 ? [argument(0), argument(1)] : [] };
  }
  if (name === "tuple" || name === "Tuple") return containerType("tuple", ...all());
  if (TRANSPARENT.has(name)) return count > 0 ? argument(0) : UNKNOWN;
  if (name === "Union") return unionOf(all());
  if (name === "type" || name === "Type") {
    const of = count > 0 ? argument(0) : UNKNOWN;
    return of.k === "instance" ? { k: "class", symbol: of.symbol } : containerType("class_of", of);
  }
  if (name === "Callable") {
    const taken = count > 0 ? argument(0) : UNKNOWN;
    const parameters = taken.k === "container" && taken.name === "tuple" ? taken.args : undefined;
    return { k: "callable", result: count > 1 ? argument(1) : UNKNOWN, parameters };
  }
  if (AWAITABLE.has(name)) return promiseOf(argument(count - 1));
  if (CONTEXTS.has(name)) return containerType("context", argument(0));
  return null;
}

export function literalType(kind: ExprKind, name: string, elements: () => readonly Type[]): Type {
  if (kind !== "collection") return NULL;
  if (name === "tuple") return containerType("tuple", ...elements());
  const element = unionOf(elements());
  return name === "dict" ? containerType("map", UNKNOWN, element) : listOf(element);
}

/** Members of containers whose result is one of their own types. */
export function containerMember(type: Type, name: string): Type | null {
  if (type.k === "external") return null;
  if (type.k !== "container") return NULL;
  const [first = UNKNOWN, second = UNKNOWN] = type.args;
  const results: Record<string, Type> | undefined = {
    map: {
      get: second,
      pop: second,
      setdefault: second,
      values: listOf(second),
      keys: listOf(first),
      items: listOf(containerType("tuple", first, second)),
      popitem: containerType("tuple", first, second),
      copy: type,
    },
    list: {
      pop: first,
      popleft: first,
      __next__: first,
      copy: type,
      union: type,
      intersection: type,
      difference: type,
    },
    promise: { result: first },
    context: { __enter__: first, __aenter__: promiseOf(first) },
  }[type.name as string];
  const result = results !== undefined && Object.hasOwn(results, name) ? results[name] : undefined;
  return result === undefined ? NULL : { k: "callable", result };
}

/** What `for … in` gives. */
export function iterated(type: Type): Type | null {
  if (type.k !== "container") return null;
  if (type.name === "list" || type.name === "map") return type.args[0] ?? UNKNOWN;
  return type.name === "tuple" ? unionOf(type.args) : null;
}
