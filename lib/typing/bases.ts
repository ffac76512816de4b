// The direct bases of a class, and what all its ancestors have outside the repository. Not here: the order in which
// ancestors are searched.

import { type ExprId, NONE } from "../model/mod.ts";
import {
  HEURISTIC,
  NOTHING_KNOWN,
  partsOf,
  STATIC,
  type Strength,
  type Type,
  type Typed,
  unionOf,
  UNKNOWN,
} from "./algebra.ts";
import { declaredType, strengthOfNames } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { Answers, perEvaluator } from "./memo.ts";
import type { FileView } from "./world.ts";

/** The bases of a class: the known ones, and what is known of the others. */
export interface Bases {
  readonly symbols: readonly number[];
  /** The known ones with their type arguments. */
  readonly types: readonly Type[];
  /** How each of the known ones was bound. */
  readonly strengths: ReadonlyMap<number, Strength>;
  /** Containers of the language's own that it extends. */
  readonly containers: readonly Type[];
  /** Set where a base lies outside the repository. */
  readonly external: { readonly module: string | null } | null;
  /** Whether a base could not be bound at all. */
  readonly unknown: boolean;
  /** How many of the known ones stand before the first base that may bring any member; -1 where there is no such base. */
  readonly beforeOutside: number;
  /** What the class itself is an instance of, as far as it says so; null where it does not. */
  readonly metaclass: Typed | null;
}

const memos = perEvaluator(({ circles }: Evaluator) => ({
  bases: new Answers<number, Bases>(circles),
  outsides: new Answers<number, Outside>(circles),
}));

/** Stands for the answer while it is sought. */
const OPEN: Bases = {
  symbols: [],
  types: [],
  strengths: new Map(),
  containers: [],
  external: null,
  unknown: true,
  beforeOutside: -1,
  metaclass: null,
};

/** The direct bases of a class, of all its merged declarations. */
export function basesOf(evaluator: Evaluator, symbol: number): Bases {
  const { bases } = memos(evaluator);
  const known = bases.get(symbol);
  if (known !== undefined) return known;
  const before = evaluator.circles.count;
  // All declarations of one have the same bases, but for those that are that one itself.
  const [first] = evaluator.world.declarations(symbol);
  const shared = first === undefined || first === symbol ? null : basesOf(evaluator, first);
  if (shared !== null && shared !== OPEN && !shared.strengths.has(symbol) && !shared.strengths.has(first)) {
    bases.keep(symbol, shared, before);
    return shared;
  }
  bases.open(symbol, OPEN);
  const types: (Type & { readonly symbol: number })[] = [];
  const strengths = new Map<number, Strength>();
  const containers: Type[] = [];
  let external: Bases["external"] = null;
  let unknown = false;
  let beforeOutside = -1;
  let metaclass: Typed | null = null;
  for (const declaration of evaluator.world.declarations(symbol)) {
    const definition = evaluator.world.definition(declaration);
    if (definition === null) continue;
    const file = evaluator.world.file(declaration);
    for (const base of definition.bases) {
      if (base.relation === "metaclass") {
        metaclass = declaredType(evaluator, file, base.expr);
        continue;
      }
      const { type: all, strength } = baseType(evaluator, file, base.expr);
      for (const type of partsOf(all)) {
        if (type.k === "instance" || type.k === "class") {
          types.push(type);
          strengths.set(type.symbol, Math.min(strength, strengths.get(type.symbol) ?? strength));
          continue;
        }
        const isPlain = type.k === "external" && file.rules.plainModules.has(type.module);
        if (!isPlain && beforeOutside < 0) {
          beforeOutside = new Set(types.map(({ symbol }) => symbol)).size;
        }
        if (type.k === "container") {
          containers.push(type);
          external ??= { module: file.rules.languageModule };
        } else if (type.k === "external") external = { module: type.module };
        else unknown = true;
      }
    }
  }
  const others = types.filter((type) => type.symbol !== symbol);
  const answer = {
    symbols: [...new Set(others.map((type) => type.symbol))],
    types: others,
    strengths,
    containers,
    external,
    unknown,
    beforeOutside,
    metaclass,
  };
  bases.keep(symbol, answer, before);
  return answer;
}

/** The direct bases of a class as it names them. */
export function baseTypesOf(evaluator: Evaluator, symbol: number): readonly Type[] {
  return basesOf(evaluator, symbol).types;
}

/** What a base expression names: one type, or all that it may be or that it joins. */
function baseType(evaluator: Evaluator, file: FileView, expr: ExprId): Pick<Typed, "type" | "strength"> {
  const kind = evaluator.kind(file, expr);
  if (kind === "call") {
    const { type, strength } = evaluator.typeOf(file, expr);
    if (type.k !== "external" && type.k !== "class") return { type: UNKNOWN, strength };
    const mixed = type.k === "class" ? givenBases(evaluator, file, expr, type.symbol) : [];
    return { type: unionOf([type, ...mixed]), strength };
  }
  const declared = evaluator.annotation(file, expr);
  if (declared.k !== "unknown") {
    // Which of several bases is the real one decides which member is found, unless they are all searched at once.
    const isSearchedAtOnce = file.rules.memberOrder === "breadth_first";
    const several = !isSearchedAtOnce && evaluator.denote(file, expr).targets.length > 1 ? HEURISTIC : STATIC;
    return { type: declared, strength: Math.max(several, strengthOfNames(evaluator, file, expr)) };
  }
  const { type, strength } = evaluator.typeOf(file, expr);
  if (type.k === "function") return { type: { k: "instance", symbol: type.symbol, args: [] }, strength };
  return {
    type: type.k === "container" && type.name === "class_of" ? type.args[0] ?? UNKNOWN : type,
    strength,
  };
}

/** The bases that a class made by a function gets from the arguments of the call (`mixin(Base)`). */
function givenBases(evaluator: Evaluator, file: FileView, call: ExprId, made: number): Type[] {
  const definition = evaluator.world.definition(made);
  if (definition === null || definition.parent === NONE) return [];
  const own = evaluator.world.file(made);
  const { parameters } = own.facts.definitions[definition.parent];
  return definition.bases.flatMap(({ expr }) => {
    const isLocal = evaluator.kind(own, expr) === "name" && evaluator.denote(own, expr).local !== null;
    const position = isLocal
      ? parameters.findIndex((parameter) => parameter.name === evaluator.name(own, expr))
      : -1;
    const argument = position < 0 ? NONE : evaluator.args(file, call)[position] ?? NONE;
    const { type } = argument === NONE ? NOTHING_KNOWN : evaluator.typeOf(file, argument);
    return partsOf(type).filter((part) => part.k === "class" || part.k === "external");
  });
}

const metaclasses = perEvaluator(({ circles }: Evaluator) => new Answers<number, Typed | null>(circles));

/** What a class itself is an instance of: as it says, else as the first base that knows; null where none does. */
export function metaclassOf(evaluator: Evaluator, symbol: number): Typed | null {
  const known = metaclasses(evaluator);
  return ancestorsFirst(
    evaluator,
    symbol,
    known,
    (_, { metaclass, symbols }) =>
      metaclass ?? known.get(symbols.find((base) => (known.get(base) ?? null) !== null) ?? NONE) ?? null,
  );
}

/** What a class has among its ancestors that is not known here. */
export interface Outside {
  /** The nearest base that lies outside the repository, as far as an order can be told. */
  readonly external: Bases["external"];
  /** The modules of all of them. */
  readonly modules: ReadonlySet<string | null>;
  /** Whether a base could not be bound at all. */
  readonly unknown: boolean;
}

const NOTHING_OUTSIDE: Outside = { external: null, modules: new Set(), unknown: false };

/** What lies outside among a class and all its ancestors. A class that adds nothing shares its base's answer. */
export function outsideOf(evaluator: Evaluator, symbol: number): Outside {
  const { outsides } = memos(evaluator);
  return ancestorsFirst(evaluator, symbol, outsides, (_, bases) => joined(bases, outsides));
}

/**
 * The answer for a class, asked once those for its bases are there; `answers` keeps them all. Without recursion: a line may
 * be longer than the stack is deep. A base that is still open is the end of a cycle, and has no answer yet.
 */
export function ancestorsFirst<T>(
  evaluator: Evaluator,
  symbol: number,
  answers: Answers<number, T>,
  answer: (symbol: number, bases: Bases) => T,
): T {
  const open = [{ symbol, next: 0 }];
  const before = evaluator.circles.count;
  const isOpen = new Set([symbol]);
  while (open.length > 0) {
    const current = open[open.length - 1];
    const bases = basesOf(evaluator, current.symbol);
    if (!answers.has(current.symbol) && current.next < bases.symbols.length) {
      const base = bases.symbols[current.next++];
      if (isOpen.has(base)) evaluator.circles.meetOther();
      if (answers.has(base) || isOpen.has(base)) continue;
      open.push({ symbol: base, next: 0 });
      isOpen.add(base);
      continue;
    }
    if (!answers.has(current.symbol)) answers.keep(current.symbol, answer(current.symbol, bases), before);
    isOpen.delete(current.symbol);
    open.pop();
  }
  return answers.get(symbol)!;
}

function joined(
  { external, unknown, symbols }: Bases,
  outsides: Answers<number, Outside>,
): Outside {
  const above = symbols.map((base) => outsides.get(base) ?? NOTHING_OUTSIDE);
  if (external === null && !unknown && above.length <= 1) return above[0] ?? NOTHING_OUTSIDE;
  const modules = new Set(above.flatMap((one) => [...one.modules]));
  if (external !== null) modules.add(external.module);
  return {
    external: external ?? above.find((one) => one.external !== null)?.external ?? null,
    modules,
    unknown: unknown || above.some((one) => one.unknown),
  };
}
