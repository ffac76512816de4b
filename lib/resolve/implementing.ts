// Which types implement an interface by their methods alone: names and signatures have to be equal. Laws kept: an interface with a
// part that is unknown here is implemented by nobody; only types that may have the rarest of the methods are looked at, and no more
// than there is time for.
// Not here: what is told of it.

import { addTo, type Definition, EXPR_KINDS, greatest, NONE } from "../model/mod.ts";
import {
  basesOf,
  type Evaluator,
  type FileView,
  findMember,
  outsideOf,
  PRECISE,
  STATIC,
  type Strength,
} from "../typing/mod.ts";
import type { Workspace } from "./workspace.ts";

interface Method {
  readonly symbol: number;
  /** How the types were bound through which it is inherited or promoted. */
  readonly strength: Strength;
}

/** Types with how surely they implement an interface; EVERYBODY where nothing is wanted. */
export type Implementers = ReadonlyMap<number, Strength> | typeof EVERYBODY | typeof TOO_MANY;
export const EVERYBODY = "everybody";
export const TOO_MANY = "too many";
/** Types that are looked at for all interfaces together, for each symbol that there is; programs need a seventh of one. */
const LOOKS_PER_SYMBOL = 4;
const LOOKS_AT_LEAST = 10_000;
/** Interfaces that embed each other deeper than this. */
const MAX_EMBEDDED = 200;
const NOBODY: Implementers = new Map();

/** Looks for the types that implement interfaces. */
export class Implementing {
  readonly #workspace: Workspace;
  readonly #types: number[] = [];
  /** Types that declare a method themselves, by its name. */
  readonly #owners = new Map<string, number[]>();
  /** Types that embed a type. */
  readonly #embedding = new Map<number, number[]>();
  readonly #implementers = new Map<number, Implementers>();
  readonly #holders = new Map<string, readonly number[]>();
  readonly #signatures = new Map<number, string>();

  /** Which symbols are told of; null for all. */
  readonly #isTold: ((symbol: number) => boolean) | null;
  /** Types that are told of or have methods that are, and all that embed those; null for all types. */
  #relevant: ReadonlySet<number> | null = null;

  #looks: number;
  #depth = 0;

  constructor(workspace: Workspace, isTold: ((symbol: number) => boolean) | null) {
    this.#workspace = workspace;
    this.#isTold = isTold;
    this.#looks = LOOKS_AT_LEAST + LOOKS_PER_SYMBOL * workspace.symbols.count;
  }

  /** Interfaces in the order in which they are worth a look. */
  fewestFirst(interfaces: readonly number[]): number[] {
    const looks = new Map(interfaces.map((one) => {
      const methods = this.ownMethods(one);
      return [one, methods.length === 0 ? 0 : this.#holdersOf(this.#rarest(methods)).length];
    }));
    return [...interfaces].sort((a, b) => looks.get(a)! - looks.get(b)! || a - b);
  }

  get #evaluator(): Evaluator {
    return this.#workspace.exports.evaluator;
  }

  /** Makes a type known. */
  add(type: number): void {
    this.#types.push(type);
    for (const method of this.ownMethods(type)) {
      addTo(this.#owners, this.#workspace.definition(method)!.name, type);
    }
    for (const base of basesOf(this.#evaluator, type).symbols) addTo(this.#embedding, base, type);
  }

  /** Whether a type, or a method of its own or of what it embeds, is told of. */
  #isRelevant(type: number): boolean {
    if (this.#isTold === null) return true;
    this.#relevant ??= this.#findRelevant(this.#isTold);
    return this.#relevant.has(type);
  }

  #findRelevant(isTold: (symbol: number) => boolean): ReadonlySet<number> {
    const relevant = new Set(
      this.#types.filter((type) => isTold(type) || this.ownMethods(type).some((method) => isTold(method))),
    );
    for (const type of relevant) for (const one of this.#embedding.get(type) ?? []) relevant.add(one);
    return relevant;
  }

  /** The methods that a type declares itself; of variants the first. */
  ownMethods(type: number): number[] {
    return [...this.#workspace.members(type).values()].flatMap((members) =>
      members.find((member) => this.#isMethod(member)) ?? []
    );
  }

  #isMethod(member: number): boolean {
    return this.#workspace.definition(member)?.kind === "method";
  }

  /** The method of a name that a type has; null where it has none, or a field that hides it. */
  method(type: number, name: string): Method | null {
    const found = findMember(this.#evaluator, type, name);
    const symbol = found?.symbols.find((member) => this.#isMethod(member));
    return found === null || symbol === undefined
      ? null
      : { symbol, strength: Math.max(found.strength, STATIC) };
  }

  /** The types that have all methods of an interface. */
  implementers(wanted: number): Implementers {
    const known = this.#implementers.get(wanted);
    if (known !== undefined) return known;
    // What embeds itself is implemented by nobody.
    this.#implementers.set(wanted, NOBODY);
    this.#workspace.tick();
    this.#depth++;
    const answer = this.#depth > MAX_EMBEDDED ? TOO_MANY : this.#findImplementers(wanted);
    this.#depth--;
    this.#implementers.set(wanted, answer);
    return answer;
  }

  #findImplementers(wanted: number): Implementers {
    const { external, unknown } = outsideOf(this.#evaluator, wanted);
    if (external !== null || unknown) return NOBODY;
    const methods = this.ownMethods(wanted);
    const embedded: ReadonlyMap<number, Strength>[] = [];
    for (const base of basesOf(this.#evaluator, wanted).symbols) {
      const types = this.implementers(base);
      if (types === TOO_MANY) return TOO_MANY;
      if (types !== EVERYBODY) embedded.push(types);
    }
    if (methods.length === 0 && embedded.length === 0) return EVERYBODY;
    const candidates = this.#candidates(methods, embedded);
    if (candidates.length > this.#looks) return TOO_MANY;
    this.#looks -= candidates.length;
    const found = new Map<number, Strength>();
    for (const type of candidates) {
      if (!this.#isRelevant(type)) continue;
      const strengths = [
        ...methods.map((method) => this.#strengthOf(type, method)),
        ...embedded.map((types) => types.get(type) ?? null),
      ];
      if (strengths.every((strength) => strength !== null)) found.set(type, greatest(PRECISE, strengths));
    }
    return found;
  }

  /** How surely a type has a method of an interface; null where it has none with that signature. */
  #strengthOf(type: number, wanted: number): Strength | null {
    const own = this.method(type, this.#workspace.definition(wanted)!.name);
    return own !== null && this.#signature(own.symbol) === this.#signature(wanted) ? own.strength : null;
  }

  /** The types that have the rarest of the methods, or implement the rarest of the embedded interfaces. */
  #candidates(
    methods: readonly number[],
    embedded: readonly ReadonlyMap<number, Strength>[],
  ): readonly number[] {
    const [fewest] = [...embedded].sort((a, b) => a.size - b.size);
    if (methods.length === 0) return [...fewest.keys()];
    const holders = this.#holdersOf(this.#rarest(methods));
    return fewest !== undefined && fewest.size < holders.length ? [...fewest.keys()] : holders;
  }

  /** The name of those methods that the fewest types declare. */
  #rarest(methods: readonly number[]): string {
    const names = methods.map((method) => this.#workspace.definition(method)!.name);
    return names.sort((a, b) => this.#owners.get(a)!.length - this.#owners.get(b)!.length)[0];
  }

  /** Types, no interfaces, that may have a method of a name: those that declare it, and all that embed those. */
  #holdersOf(name: string): readonly number[] {
    const known = this.#holders.get(name);
    if (known !== undefined) return known;
    const reached = new Set(this.#owners.get(name));
    for (const type of reached) for (const one of this.#embedding.get(type) ?? []) reached.add(one);
    const holders = [...reached].filter((type) => this.#workspace.definition(type)?.kind !== "interface");
    this.#holders.set(name, holders);
    return holders;
  }

  #signature(symbol: number): string {
    let signature = this.#signatures.get(symbol);
    if (signature === undefined) this.#signatures.set(symbol, signature = this.#signatureText(symbol));
    return signature;
  }

  #signatureText(symbol: number): string {
    const definition: Definition = this.#workspace.definition(symbol)!;
    const view = this.#workspace.file(symbol);
    const parameters = definition.parameters
      .filter(({ kind }) => kind !== "receiver")
      .map(({ annotation, kind }) => `${kind === "rest" ? "..." : ""}${this.#type(view, annotation)}`);
    return `(${parameters.join()})${this.#type(view, definition.annotation)}`;
  }

  /** A type expression as text in which every name says what it names. */
  #type(view: FileView, expr: number): string {
    if (expr === NONE) return "";
    const { kind, name, object, args, argStart } = view.facts.exprs;
    const word = EXPR_KINDS[kind[expr]];
    if (word === "name" || word === "member") {
      const denotation = this.#workspace.exports.evaluator.denote(view, expr);
      const target = denotation.targets[0]?.symbol;
      if (target !== undefined) return `#${target}`;
      return `${denotation.module_name ?? ""}.${view.facts.strings[name[expr]]}`;
    }
    const inner = [...args.subarray(argStart[expr], argStart[expr + 1])].map((arg) => this.#type(view, arg));
    return `${word}:${view.facts.strings[name[expr]]}(${this.#type(view, object[expr])};${inner.join()})`;
  }
}
