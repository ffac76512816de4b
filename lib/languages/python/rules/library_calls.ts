// What functions of Python's own library hand on: elements of their arguments, results of functions given to them, the
// arguments themselves. Law kept: a function is known by the module that owns it, never by its name alone.
// Not here: type names and members of containers (`builtin_types.ts`).

import { type ExprId, NONE } from "../../../model/mod.ts";
import {
  containerType,
  enteredType,
  type Evaluator,
  type FileView,
  iteratedType,
  listOf,
  NULL,
  promiseOf,
  resultOfCalling,
  resultOfMember,
  settled,
  STATIC,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "../../../typing/mod.ts";
import { namedType } from "./builtin_types.ts";

/** The call of a library function: its arguments and what can be asked of them. */
class LibraryCall {
  readonly evaluator: Evaluator;
  readonly file: FileView;
  readonly call: ExprId;
  readonly #positional: readonly ExprId[];
  readonly #named = new Map<string, ExprId>();
  /** What the answer was drawn from. */
  #from: Typed | null = null;

  constructor(evaluator: Evaluator, file: FileView, call: ExprId) {
    this.evaluator = evaluator;
    this.file = file;
    this.call = call;
    const args = [...evaluator.args(file, call)];
    const isNamed = (arg: ExprId) => arg !== NONE && evaluator.kind(file, arg) === "property";
    this.#positional = args.filter((arg) => !isNamed(arg));
    for (const arg of args.filter(isNamed)) {
      this.#named.set(evaluator.name(file, arg), evaluator.object(file, arg));
    }
  }

  get count(): number {
    return this.#positional.length;
  }

  expr(index: number): ExprId {
    return this.#positional[index] ?? NONE;
  }

  /** The type of a positional argument; UNKNOWN where there is none. */
  type(index: number): Type {
    return this.#read(this.expr(index));
  }

  named(name: string): Type {
    return this.#read(this.#named.get(name) ?? NONE);
  }

  types(from = 0): Type[] {
    return Array.from({ length: Math.max(0, this.count - from) }, (_, index) => this.type(from + index));
  }

  elements(index: number): Type {
    return iteratedType(this.evaluator, this.file, this.type(index), "value");
  }

  /** The elements of the value whose method is called. */
  receiverElements(): Type {
    const callee = this.evaluator.object(this.file, this.call);
    const receiver = callee === NONE ? NONE : this.evaluator.object(this.file, callee);
    return iteratedType(this.evaluator, this.file, this.#read(receiver), "value");
  }

  /** The result of calling an argument, a built-in type's name included. */
  result(index: number): Type {
    const expr = this.expr(index);
    const type = this.type(index);
    if (expr !== NONE && type.k === "external" && this.evaluator.kind(this.file, expr) === "name") {
      return namedType(this.evaluator.name(this.file, expr), () => UNKNOWN, 0) ?? NULL;
    }
    return resultOfCalling(this.evaluator, type);
  }

  /** An answer, as strong as the weakest argument that was asked. */
  answer(type: Type): Typed {
    const chain = this.evaluator.step("call", this.file, this.call, this.#from?.chain ?? null);
    return { type, strength: this.#from?.strength ?? STATIC, chain };
  }

  #read(expr: ExprId): Type {
    if (expr === NONE) return UNKNOWN;
    const isSpread = this.evaluator.kind(this.file, expr) === "spread";
    const typed = this.evaluator.typeOf(this.file, expr);
    if (this.#from === null || typed.strength > this.#from.strength) this.#from = typed;
    return isSpread ? UNKNOWN : typed.type;
  }
}

type Handed = (call: LibraryCall) => Type;

const elements: Handed = (call) => listOf(call.elements(0));
const elementsOfSecond: Handed = (call) => listOf(call.elements(1));
const element: Handed = (call) => call.elements(0);
const same: Handed = (call) => call.type(0);
const inner: Handed = (call) => settled(call.type(0));
const promised: Handed = (call) => promiseOf(settled(call.type(0)));
const entering: Handed = (call) => containerType("context", call.type(0));
const accessed: Handed = (call) => call.result(0);
const largest: Handed = (call) => call.count === 1 ? call.elements(0) : unionOf(call.types());
const pairs: Handed = (call) =>
  listOf(containerType("tuple", ...call.types().map((_, index) => call.elements(index))));

function classOf(type: Type): Type {
  return type.k === "instance" ? { k: "class", symbol: type.symbol } : UNKNOWN;
}

function nextOf(call: LibraryCall): Type {
  const type = call.type(0);
  return resultOfMember(call.evaluator, type, call.file.rules.protocol.next) ?? call.elements(0);
}

function mapOf(call: LibraryCall): Type {
  const type = call.type(0);
  if (type.k === "container" && type.name === "map") return type;
  const pair = call.elements(0);
  const [key = UNKNOWN, value = UNKNOWN] = pair.k === "container" && pair.name === "tuple" ? pair.args : [];
  return containerType("map", key, value);
}

const LIBRARY: Readonly<Record<string, Readonly<Record<string, Handed>>>> = {
  builtins: {
    list: elements,
    set: elements,
    frozenset: elements,
    tuple: elements,
    sorted: elements,
    reversed: elements,
    iter: elements,
    aiter: elements,
    filter: elementsOfSecond,
    map: (call) => listOf(call.result(0)),
    enumerate: (call) => listOf(containerType("tuple", NULL, call.elements(0))),
    zip: pairs,
    dict: mapOf,
    next: nextOf,
    min: largest,
    max: largest,
    type: (call) => call.count === 1 ? unionOf([classOf(call.type(0))]) : UNKNOWN,
    property: accessed,
    staticmethod: same,
    classmethod: same,
  },
  functools: {
    partial: (call) => ({ k: "callable", result: call.result(0) }),
    partialmethod: (call) => ({ k: "callable", result: call.result(0) }),
    cached_property: accessed,
    lru_cache: same,
    cache: same,
    singledispatch: same,
    reduce: (call) => call.count > 2 ? unionOf([call.type(2), call.result(0)]) : call.elements(1),
  },
  copy: { copy: same, deepcopy: same },
  dataclasses: {
    replace: same,
    field: (call) => resultOfCalling(call.evaluator, call.named("default_factory")),
  },
  itertools: {
    chain: (call) => listOf(unionOf(call.types().map((_, index) => call.elements(index)))),
    from_iterable: (call) => listOf(iteratedType(call.evaluator, call.file, call.elements(0), "value")),
    islice: elements,
    cycle: elements,
    accumulate: elements,
    takewhile: elementsOfSecond,
    dropwhile: elementsOfSecond,
    filterfalse: elementsOfSecond,
    compress: elements,
    zip_longest: pairs,
    product: pairs,
    combinations: (call) => listOf(elements(call)),
    permutations: (call) => listOf(elements(call)),
    pairwise: (call) => listOf(containerType("tuple", call.elements(0), call.elements(0))),
    groupby: (call) => listOf(containerType("tuple", call.result(1), elements(call))),
    starmap: (call) => listOf(call.result(0)),
    repeat: (call) => listOf(call.type(0)),
  },
  collections: {
    deque: elements,
    OrderedDict: mapOf,
    defaultdict: (call) => containerType("map", UNKNOWN, call.result(0)),
  },
  asyncio: {
    run: inner,
    run_until_complete: inner,
    wait_for: promised,
    shield: promised,
    create_task: promised,
    ensure_future: promised,
    to_thread: (call) => promiseOf(call.result(0)),
    gather: (call) => promiseOf(containerType("tuple", ...call.types().map(settled))),
  },
  contextlib: {
    closing: entering,
    aclosing: entering,
    nullcontext: entering,
    enter_context: (call) => enteredType(call.evaluator, call.file, call.type(0), false),
    enter_async_context: (call) => promiseOf(enteredType(call.evaluator, call.file, call.type(0), true)),
  },
  weakref: { ref: (call) => ({ k: "callable", result: call.type(0) }), proxy: same },
  heapq: { heappop: element, nlargest: elementsOfSecond, nsmallest: elementsOfSecond },
  random: { choice: element, sample: elements, choices: elements },
  typing: { assert_type: same },
};

/** What is handed to a function that orders or groups what another argument iterates. */
const ordering = (call: LibraryCall) => [call.elements(0)];
const HANDS: Readonly<Record<string, (call: LibraryCall) => readonly Type[]>> = {
  "builtins.sorted key": ordering,
  "builtins.min key": (call) => [call.count > 1 ? call.type(0) : call.elements(0)],
  "builtins.max key": (call) => [call.count > 1 ? call.type(0) : call.elements(0)],
  "builtins.map 0": (call) => call.types(1).map((_, index) => call.elements(index + 1)),
  "builtins.filter 0": (call) => [call.elements(1)],
  "builtins.sort key": (call) => [call.receiverElements()],
  "functools.reduce 0": (call) => [call.count > 2 ? call.type(2) : call.elements(1), call.elements(1)],
  "itertools.groupby key": ordering,
  "itertools.groupby 1": ordering,
  "itertools.takewhile 0": (call) => [call.elements(1)],
  "itertools.dropwhile 0": (call) => [call.elements(1)],
  "itertools.filterfalse 0": (call) => [call.elements(1)],
  "heapq.nlargest key": (call) => [call.elements(1)],
  "heapq.nsmallest key": (call) => [call.elements(1)],
};

/** What a library function hands to the function that it is given at a place. */
export function libraryHands(
  evaluator: Evaluator,
  file: FileView,
  module: string,
  name: string,
  call: ExprId,
  place: number | string,
): readonly Typed[] {
  const key = `${module}.${name} ${place}`;
  if (!Object.hasOwn(HANDS, key)) return [];
  const made = new LibraryCall(evaluator, file, call);
  return HANDS[key](made).map((type) => made.answer(type));
}

/** The result of calling a function that a module outside the repository owns; null where no more is known than that. */
export function libraryCall(
  evaluator: Evaluator,
  file: FileView,
  module: string,
  name: string,
  call: ExprId,
): Typed | null {
  if (name === "cast" && (module === "typing" || module === "typing_extensions")) {
    const [type = NONE] = evaluator.args(file, call);
    if (type === NONE) return null;
    const chain = evaluator.step("cast", file, call, null);
    return { type: evaluator.annotation(file, type), strength: evaluator.declared(file), chain };
  }
  const functions = Object.hasOwn(LIBRARY, module) ? LIBRARY[module] : null;
  if (functions === null || !Object.hasOwn(functions, name)) return null;
  const made = new LibraryCall(evaluator, file, call);
  return made.answer(functions[name](made));
}
