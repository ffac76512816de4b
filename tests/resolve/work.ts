// Counts the work that a piece of code does, in a way that no machine and no clock changes: every element that a method of
// an array, map or set goes over, and every element or field of facts that is read. What is quadratic in anything that the
// facts hold shows in it, whether it is written as a loop, as a filter or as a copy.

import type { FileFacts } from "../../lib/model/mod.ts";

let steps = 0;

/** Counts each call of any method of a class until the function returned is called. */
export function countCalls(methods: object): () => void {
  const isMethod = (name: string) =>
    typeof Object.getOwnPropertyDescriptor(methods, name)!.value === "function";
  const names = Object.getOwnPropertyNames(methods).filter((name) =>
    name !== "constructor" && isMethod(name)
  );
  const undo = names.map((name) =>
    replace(
      methods,
      name,
      (original) =>
        function (this: unknown, ...args: unknown[]) {
          steps++;
          return original.apply(this, args);
        },
    )
  );
  return () => undo.forEach((one) => one());
}

/** The steps that `work` takes, not counting what it waits for. */
export async function countSteps(work: () => Promise<unknown>): Promise<number> {
  const restore = [...ITERATED.map(countIteration), ...CALLED.map(countMethods)];
  steps = 0;
  try {
    await work();
    return steps;
  } finally {
    for (const undo of restore) undo();
  }
}

// deno-lint-ignore no-explicit-any
type Prototype = any;

const TYPED: Prototype = Object.getPrototypeOf(Uint8Array.prototype);
const ITERATED: readonly (readonly [Prototype, string | symbol])[] = [
  [Array.prototype, Symbol.iterator],
  [Array.prototype, "values"],
  [Array.prototype, "entries"],
  [Array.prototype, "keys"],
  [TYPED, Symbol.iterator],
  ...["keys", "values", "entries", Symbol.iterator].flatMap((name): [Prototype, string | symbol][] => [
    [Map.prototype, name],
    [Set.prototype, name],
  ]),
];

/** Methods that stop early count what they were asked about; the others all that there is. */
const WHOLE = ["slice", "concat", "join", "reverse", "fill", "sort", "toSorted", "flat"];
const ASKING = [
  ...[
    "filter",
    "map",
    "forEach",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
    "flatMap",
  ],
  ...["reduce", "reduceRight"],
];
const SEARCHING = ["includes", "indexOf", "lastIndexOf"];
const CALLED: readonly Prototype[] = [Array.prototype, TYPED];

type Undo = () => void;

function replace(owner: Prototype, name: string | symbol, by: (original: Prototype) => Prototype): Undo {
  const original = owner[name];
  if (original === undefined) return () => {};
  const descriptor = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, { ...descriptor, value: by(original) });
  return () => void Object.defineProperty(owner, name, descriptor);
}

function countIteration([owner, name]: readonly [Prototype, string | symbol]): Undo {
  return replace(owner, name, (original) =>
    function (this: unknown) {
      const inner = original.call(this);
      const next = inner.next;
      inner.next = function () {
        steps++;
        return next.call(inner);
      };
      return inner;
    });
}

function countMethods(owner: Prototype): Undo {
  const undo = [
    ...WHOLE.map((name) =>
      replace(owner, name, (original) =>
        function (this: ArrayLike<unknown>, ...args: unknown[]) {
          const result = original.apply(this, args);
          steps += typeof result === "object" ? result.length : this.length;
          return result;
        })
    ),
    ...ASKING.map((name) =>
      replace(
        owner,
        name,
        (original) =>
          function (this: ArrayLike<unknown>, ask: (...all: unknown[]) => unknown, ...rest: unknown[]) {
            return original.call(this, function (this: unknown, ...all: unknown[]) {
              steps++;
              return ask.apply(this, all);
            }, ...rest);
          },
      )
    ),
    ...SEARCHING.map((name) =>
      replace(owner, name, (original) =>
        function (this: ArrayLike<unknown>, ...args: unknown[]) {
          const result = original.apply(this, args);
          const isBackwards = name === "lastIndexOf";
          const from = typeof args[1] === "number" ? args[1] : isBackwards ? this.length - 1 : 0;
          steps += typeof result === "number" && result >= 0
            ? Math.abs(result - from) + 1
            : isBackwards
            ? from + 1
            : this.length - from;
          return result;
        })
    ),
  ];
  return () => undo.forEach((one) => one());
}

/** The same facts, or bytes, whose reads are counted. */
export function counted<T extends FileFacts | Uint8Array>(value: T): T {
  return wrapped(value);
}

function wrapped<T extends object>(value: T): T {
  const inner = new Map<PropertyKey, unknown>();
  return new Proxy(value, {
    get(target, key) {
      steps++;
      const found = (target as Prototype)[key];
      // A method works on what is behind the proxy; what it goes over is counted by itself.
      if (typeof found === "function") return found.bind(target);
      if (typeof found !== "object" || found === null) return found;
      if (!inner.has(key)) inner.set(key, wrapped(found));
      return inner.get(key);
    },
  });
}
