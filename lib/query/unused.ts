// Definitions that nothing in the repository reaches. Laws kept: what may be reached from outside, by the language itself or
// by a name that was not bound is told apart, never hidden; a type speaks for its members. Not here: unreachable statements.

import { byUtf8, type EdgeKind, isCallable, isType, stronglyConnected } from "../model/mod.ts";
import type { StoredSymbolRow } from "../store/mod.ts";
import { isInTest } from "./map.ts";
import { USES } from "./relations.ts";
import type { View } from "./scope.ts";
import { UnboundSites } from "./walk.ts";

export interface Unused {
  readonly symbol: StoredSymbolRow;
  /** Sites that name it and were not bound: one of them may mean it. */
  readonly unboundSites: number;
}

const BASES: readonly EdgeKind[] = ["inherits", "implements"];
const VALUES = new Set(["constant", "variable"]);
/** Names that something outside the source calls. */
const CALLED_FROM_OUTSIDE = /^(?:__\w+__|main|init|constructor|default)$/;

/** Files that only say what lies elsewhere. */
const DECLARES_ONLY = /\.d\.[cm]?ts$|\.pyi$/;

/** All of them inside the filter: private ones first, then those that no unbound site names, code before values, then by place. */
export function unusedSymbols(view: View): Unused[] {
  const unused = new Map<number, Unused>();
  const bases = new OutsideBases(view);
  const sites = new UnboundSites(view);
  for (const { path, status, language } of view.reader.files.all(view.storeFilter)) {
    if (status === "omitted" || language === null || DECLARES_ONLY.test(path)) continue;
    const imported = importedNames(view, path);
    for (const symbol of view.reader.symbols.inFile(path)) {
      if (view.isOver()) break;
      if (!isCandidate(view, bases, symbol) || unused.has(symbol.parent) || imported.has(symbol.name)) {
        continue;
      }
      if (isReached(view, symbol)) continue;
      unused.set(symbol.number, { symbol, unboundSites: sites.countOf(symbol) });
    }
  }
  return [...unused.values()].sort((a, b) =>
    Number(a.symbol.exported) - Number(b.symbol.exported) ||
    Math.sign(a.unboundSites) - Math.sign(b.unboundSites) ||
    Number(VALUES.has(a.symbol.kind)) - Number(VALUES.has(b.symbol.kind)) ||
    byUtf8(({ symbol }: Unused) => symbol.path)(a, b) || a.symbol.startByte - b.symbol.startByte
  );
}

/** Whether nothing in the repository is seen to reach one symbol, wherever it is nested. */
export function isUnused(view: View, symbol: StoredSymbolRow): boolean {
  return isCandidate(view, new OutsideBases(view), symbol) &&
    !importedNames(view, symbol.path).has(symbol.name) &&
    !isReached(view, symbol);
}

function isCandidate(view: View, bases: OutsideBases, symbol: StoredSymbolRow): boolean {
  const { kind, name, decorators } = symbol;
  if (!isCallable(kind) && !isType(kind) && !VALUES.has(kind)) return false;
  if (CALLED_FROM_OUTSIDE.test(name) || decorators.length > 0) return false;
  const parent = symbol.parent < 0 ? null : view.symbol(symbol.parent);
  // A function inside a function is handed on as a value more often than it is forgotten, and a member of an object is read
  // by a computed name.
  if (parent !== null && (isCallable(parent.kind) || VALUES.has(parent.kind))) return false;
  if (parent !== null && bases.isAbove(parent)) return false;
  // A member of what is not here, as of a global object.
  if (parent?.kind === "file" && symbol.qualifiedName !== name) return false;
  return !isInTest(view, symbol);
}

/** Names that a file imports from outside: what else it defines by them stands in where the import fails. */
function importedNames(view: View, path: string): ReadonlySet<string> {
  return new Set(
    view.reader.edges.unresolvedInFile(path).filter(({ role }) => role === "import").map(({ name }) => name),
  );
}

/** Bases that are not in the repository: they may call any member of what is below them. Each line is gone up once. */
class OutsideBases {
  readonly #view: View;
  /** By type, whether it or one of its ancestors has such a base. */
  readonly #known = new Map<number, boolean>();
  readonly #inFile = new Map<string, ReadonlySet<number>>();

  constructor(view: View) {
    this.#view = view;
  }

  isAbove(type: StoredSymbolRow): boolean {
    if (!isType(type.kind)) return false;
    const { edges } = this.#view.reader;
    const basesOf = (number: number) => edges.from(number, BASES).map(({ target }) => target);
    const open = (number: number) => this.#known.has(number) ? [] : basesOf(number);
    if (!this.#known.has(type.number)) {
      // What a group leads to is left before it is.
      for (const group of stronglyConnected([type.number], open)) {
        const isOutside = group.some((one) =>
          this.#known.get(one) ?? (this.#isNamedBy(one) || basesOf(one).some((base) => this.#known.get(base)))
        );
        for (const one of group) this.#known.set(one, isOutside);
      }
    }
    return this.#known.get(type.number)!;
  }

  /** Whether a base that a type names was not bound. */
  #isNamedBy(type: number): boolean {
    const { path } = this.#view.symbol(type);
    let found = this.#inFile.get(path);
    if (found === undefined) {
      const bases = this.#view.reader.edges.unresolvedInFile(path)
        .filter(({ role }) => role === "inherit" || role === "implement");
      found = new Set(bases.map(({ source }) => source));
      this.#inFile.set(path, found);
    }
    return found.has(type);
  }
}

/** Whether something but the symbol itself uses it, or it stands in for a member that is used through its base. */
function isReached(view: View, symbol: StoredSymbolRow): boolean {
  const { edges } = view.reader;
  if (edges.from(symbol.number, ["overrides"]).length > 0) return true;
  const own = new Set([symbol.number]);
  for (const number of own) for (const child of edges.children(number)) own.add(child.number);
  return [...own].some((number) => edges.to(number, USES).some(({ source }) => !own.has(source)));
}
