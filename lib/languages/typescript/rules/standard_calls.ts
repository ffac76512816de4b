// What functions of the language and of the runtimes give back where it leads to types of the repository: what hands on its
// argument, and lists whose elements are handed to callbacks. Law kept: what could be anything is unknown, not external.
// Not here: members of containers; functions that only give values of their own, of which nothing need be known.

import { type ExprId, NONE } from "../../../model/mod.ts";
import {
  containerType,
  type Evaluator,
  type FileView,
  listOf,
  partsOf,
  promiseOf,
  settled,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  underlying,
  unionOf,
  UNKNOWN,
} from "../../../typing/mod.ts";
import { LANGUAGE } from "./library_types.ts";
import { NODE_MODULES } from "./node_modules.ts";

type Result = (call: Call) => Type;

/** A call of a function outside the repository, with the types of its arguments. */
class Call {
  readonly #evaluator: Evaluator;
  readonly #file: FileView;
  readonly #args: Int32Array;
  /** The weakest of what was asked so far. */
  strength: Strength = STATIC;

  constructor(evaluator: Evaluator, file: FileView, call: ExprId) {
    this.#evaluator = evaluator;
    this.#file = file;
    this.#args = evaluator.args(file, call);
  }

  get count(): number {
    return this.#args.length;
  }

  at(position: number): Type {
    return this.#type(this.#file, this.#args[position] ?? NONE);
  }

  #type(file: FileView, expr: ExprId): Type {
    return this.#noted(this.#evaluator.typeOf(file, expr));
  }

  #noted({ type, strength }: Typed): Type {
    if (type.k !== "unknown") this.strength = Math.max(this.strength, strength);
    return type;
  }

  all(): Type[] {
    return [...this.#args].map((_, position) => this.at(position));
  }

  /** What a function argument gives back. */
  resultOf(position: number): Type {
    const type = this.at(position);
    if (type.k === "lambda") {
      return this.#noted(this.#evaluator.lambdaResult(this.#evaluator.world.files[type.file], type.expr));
    }
    return type.k === "function" ? this.#noted(this.#evaluator.resultOf(type.symbol)) : UNKNOWN;
  }

  /** Types of the elements that an array literal writes down; of any other list its element alone. */
  elements(position: number): Type[] {
    const written = this.#written(this.#args[position] ?? NONE);
    return written?.map((one) => this.#type(this.#file, one)) ?? [elementOf(this.at(position))];
  }

  /** The elements that an array literal writes down, each at its place; null for anything else. */
  #written(expr: ExprId): ExprId[] | null {
    if (expr === NONE || this.#evaluator.kind(this.#file, expr) !== "collection") return null;
    const elements = [...this.#evaluator.args(this.#file, expr)];
    const isPlain = elements.every((one) =>
      one === NONE || this.#evaluator.kind(this.#file, one) !== "spread"
    );
    return isPlain ? elements : null;
  }

  isLiteralList(position: number): boolean {
    return this.#written(this.#args[position] ?? NONE) !== null;
  }

  /** The pairs of a list of pairs, as one pair. */
  pairs(position: number): Type {
    const written = this.#written(this.#args[position] ?? NONE)?.map((one) => this.#written(one));
    if (written === undefined) return elementOf(this.at(position));
    const at = (place: number) =>
      unionOf(written.map((pair) => this.#type(this.#file, pair?.[place] ?? NONE)));
    return pairOf(at(0), at(1));
  }

  /** What an object has under any of its keys. */
  values(position: number): Type {
    const type = underlying(this.#evaluator, this.at(position));
    if (type.k === "container") return type.args[type.name === "list" ? 0 : 1] ?? UNKNOWN;
    if (type.k !== "object") return UNKNOWN;
    const file = this.#evaluator.world.files[type.file];
    const properties = [...this.#evaluator.args(file, type.expr)].filter((property) => property !== NONE);
    if (properties.some((property) => this.#evaluator.kind(file, property) !== "property")) return UNKNOWN;
    const values = properties.map((property) => {
      const value = this.#evaluator.object(file, property);
      return this.#type(file, value);
    });
    return values.some(({ k }) => k === "unknown") ? UNKNOWN : unionOf(values);
  }
}

function elementOf(type: Type): Type {
  return unionOf(
    partsOf(type).map((part) => {
      if (part.k === "external") return part;
      if (part.k !== "container") return UNKNOWN;
      if (part.name === "list") return part.args[0] ?? UNKNOWN;
      if (part.name === "tuple") return unionOf(part.args);
      return part.name === "map" ? pairOf(part.args[0] ?? UNKNOWN, part.args[1] ?? UNKNOWN) : UNKNOWN;
    }),
  );
}

const pairOf = (key: Type, value: Type): Type => (containerType("tuple", key, value));
const same: Result = (call) => call.at(0);
const unknown: Result = () => UNKNOWN;
const texts: Result = () => listOf(LANGUAGE);

function table(...rows: readonly (readonly [names: string, result: Result])[]): ReadonlyMap<string, Result> {
  return new Map(rows.flatMap(([names, result]) => names.split(" ").map((name) => [name, result] as const)));
}

/** Functions of the global objects, by both names. */
const STATICS = table(
  ["Object.keys Object.getOwnPropertyNames Reflect.ownKeys", texts],
  ["Object.values", (call) => listOf(call.values(0))],
  ["Object.entries", (call) => listOf(pairOf(LANGUAGE, call.values(0)))],
  ["Object.freeze Object.seal Object.preventExtensions Object.defineProperty Object.defineProperties", same],
  ["Object.setPrototypeOf", same],
  ["Object.assign", (call) => call.all().some(({ k }) => k === "unknown") ? UNKNOWN : unionOf(call.all())],
  ["Object.create", (call) => call.at(0).k === "external" ? UNKNOWN : call.at(0)],
  ["Object.fromEntries Object.getPrototypeOf Object.groupBy Map.groupBy Reflect.get Reflect.apply", unknown],
  ["Reflect.construct Reflect.getPrototypeOf Iterator.from Promise.withResolvers Promise.try", unknown],
  ["Array.from", (call) => listOf(call.count > 1 ? call.resultOf(1) : elementOf(call.at(0)))],
  ["Array.fromAsync", (call) => promiseOf(listOf(settled(elementOf(call.at(0)))))],
  ["Array.of", (call) => listOf(unionOf(call.all()))],
  ["Promise.resolve", (call) => promiseOf(settled(call.at(0)))],
  ["Promise.reject", () => promiseOf(UNKNOWN)],
  ["Promise.race Promise.any", (call) => promiseOf(unionOf(call.elements(0).map(settled)))],
  ["Promise.allSettled", () => promiseOf(listOf(UNKNOWN))],
  ["Promise.all", (call) => {
    const elements = call.elements(0).map(settled);
    const isTuple = call.isLiteralList(0);
    return promiseOf(isTuple ? containerType("tuple", ...elements) : listOf(unionOf(elements)));
  }],
  ["structuredClone", same],
);

/** Members of strings and of what else the language owns, whose result is a list. */
const METHODS = table(["split match matchAll getAll keys getSetCookie", texts]);

/** Functions of the runtimes' modules. */
const MODULES: ReadonlyMap<string, ReadonlyMap<string, Result>> = new Map([
  ["util", table(["promisify callbackify", unknown], ["deprecate", same])],
  ["fs", table(["readdirSync globSync", texts])],
  ["fs/promises", table(["readdir", () => promiseOf(listOf(LANGUAGE))])],
]);

/** The result of calling a function of a module outside the repository, or null. */
export function moduleCall(
  evaluator: Evaluator,
  file: FileView,
  module: string,
  name: string,
  call: ExprId,
): Typed | null {
  const plain = module.replace(/^node:/, "");
  const isOwn = module === "globalThis" || NODE_MODULES.has(plain);
  const result =
    (module === "globalThis"
      ? STATICS.get(qualified(evaluator, file, name, call))
      : MODULES.get(plain)?.get(name)) ?? (isOwn ? ofMethod(evaluator, file, name, call) : undefined);
  if (result === undefined) return null;
  const given = new Call(evaluator, file, call);
  const type = result(given);
  return { type, strength: given.strength, chain: evaluator.step("result", file, call, null) };
}

/** `Object.keys`, or a bare name as it is. */
function qualified(evaluator: Evaluator, file: FileView, name: string, call: ExprId): string {
  const callee = evaluator.object(file, call);
  if (evaluator.kind(file, callee) !== "member") return name;
  const object = evaluator.object(file, callee);
  return evaluator.kind(file, object) === "name" ? `${evaluator.name(file, object)}.${name}` : "";
}

/** A member of a value that the language owns: not of a container, which says itself what it gives. */
function ofMethod(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Result | undefined {
  const callee = evaluator.object(file, call);
  if (evaluator.kind(file, callee) !== "member") return undefined;
  const object = evaluator.typeOf(file, evaluator.object(file, callee));
  return object.type.k === "external" ? METHODS.get(name) : undefined;
}

/** What a container is made of, where its constructor is called with a list; null for anything else. */
export function constructed(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Typed | null {
  const given = new Call(evaluator, file, call);
  if (given.count === 0) return null;
  const pair = name === "Map" || name === "WeakMap" ? given.pairs(0) : UNKNOWN;
  let type: Type;
  if (name === "Set" || name === "WeakSet") type = listOf(elementOf(given.at(0)));
  else if (pair.k === "container" && pair.name === "tuple") {
    type = containerType("map", ...pair.args);
  } else if (name === "Proxy") type = given.at(0);
  else return null;
  return { type, strength: given.strength, chain: evaluator.step("constructed", file, call, null) };
}
