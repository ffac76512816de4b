// Who may run a function that is handed on instead of called: put into a table, registered by a decorator, given to what keeps
// it. Whoever uses the same keeper may run it. Laws kept: only a site that names the function says that it is handed on; only
// variables and fields keep anything; it is a candidate, never more. Not here: what is called where it is named.

import { type EdgeKind, isCallable, once, type SymbolKind } from "../model/mod.ts";
import type { StoredEdgeRow, StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** What more than this many sites use keeps too much to say anything of one function. */
const MAX_USES = 20;

const USES: readonly EdgeKind[] = ["references", "calls"];

const KEEPERS: ReadonlySet<SymbolKind> = new Set(["variable", "constant", "field", "property"]);

/** Uses of what keeps the function: each by somebody who may run it. */
export function usesOfKeepers(view: View, handed: StoredSymbolRow): StoredEdgeRow[] {
  let keeping = keepings.get(view);
  if (keeping === undefined) keepings.set(view, keeping = new Keeping(view));
  return keeping.usesOf(handed);
}

const keepings = new WeakMap<View, Keeping>();

/** What is read of keepers for one question: a table is asked about for each of the functions that it names. */
class Keeping {
  readonly #view: View;
  readonly #lines = new Map<number, ReadonlyMap<number, readonly StoredEdgeRow[]>>();
  readonly #keepersInLine = new Map<readonly StoredEdgeRow[], readonly number[]>();
  readonly #filled = new Map<number, readonly number[]>();
  readonly #filledByLoading = new Map<number, readonly number[]>();
  readonly #uses = new Map<number, readonly StoredEdgeRow[]>();

  constructor(view: View) {
    this.#view = view;
  }

  usesOf(handed: StoredSymbolRow): StoredEdgeRow[] {
    const { edges } = this.#view.reader;
    const keepers = new Set<number>();
    for (const site of edges.to(handed.number, ["references"])) {
      for (const keeper of this.#keepersAt(this.#view.symbol(site.source), site)) keepers.add(keeper);
    }
    const around = handed.parent < 0 ? null : this.#view.symbol(handed.parent);
    for (const site of around === null ? [] : edges.from(handed.number, ["decorates"])) {
      for (const keeper of this.#decoratorsKeepers(around!, site)) keepers.add(keeper);
    }
    keepers.delete(handed.number);
    return [...keepers].flatMap((keeper) =>
      this.#usesOfKeeper(keeper).filter(({ source }) => source !== handed.number)
    );
  }

  /** The uses of a keeper, none where there are too many. */
  #usesOfKeeper(keeper: number): readonly StoredEdgeRow[] {
    const { edges } = this.#view.reader;
    return once(
      this.#uses,
      keeper,
      () => edges.countTo(keeper, USES) > MAX_USES ? [] : edges.to(keeper, USES),
    );
  }

  /** What a site puts a function into: what is declared or named around it, and what they fill that it is given to. */
  *#keepersAt(user: StoredSymbolRow, site: StoredEdgeRow): Iterable<number> {
    for (const symbol of this.#view.reader.symbols.around(site.path, site.byteOffset)) {
      if (isKeeper(symbol)) yield symbol.number;
    }
    const named = this.#namedInLine(user, site.line);
    yield* once(this.#keepersInLine, named, () => this.#keepersAmong(named));
    yield* once(this.#filledByLoading, user.number, () => this.#isLoading(user) ? this.#filledBy(user) : []);
  }

  /** Whether a function is run while it is loaded, since nobody can name it. */
  #isLoading(user: StoredSymbolRow): boolean {
    return isCallable(user.kind) && !user.exported && !user.isTest &&
      this.#view.reader.edges.countTo(user.number, ["calls", "references"]) === 0;
  }

  /** What a decorator is a member of: a registry, an application, a group of commands. */
  *#decoratorsKeepers(user: StoredSymbolRow, site: StoredEdgeRow): Iterable<number> {
    for (const { kind, target, byteOffset } of this.#namedInLine(user, site.line)) {
      const keeper = this.#view.symbol(target).kind;
      const isModule = keeper === "file" || keeper === "package";
      if (kind === "references" && byteOffset < site.byteOffset && !isModule) yield target;
    }
  }

  /** What a symbol names and calls in a line. */
  #namedInLine(user: StoredSymbolRow, line: number): readonly StoredEdgeRow[] {
    const byLine = once(this.#lines, user.number, () =>
      Map.groupBy(
        this.#view.reader.edges.from(user.number, ["references", "calls"]),
        (edge) => edge.line,
      ));
    return byLine.get(line) ?? NOTHING;
  }

  /** Of what a line names those that keep something, and what is filled by what it calls. */
  #keepersAmong(named: readonly StoredEdgeRow[]): readonly number[] {
    const keepers = named.flatMap(({ kind, target }) => {
      const symbol = this.#view.symbol(target);
      return kind === "calls" ? this.#filledBy(symbol) : isKeeper(symbol) ? [target] : [];
    });
    return [...new Set(keepers)];
  }

  /** What a function uses beside it: variables of its file, fields of its owner. */
  #filledBy(callable: StoredSymbolRow): readonly number[] {
    return once(this.#filled, callable.number, () => {
      const used = this.#view.reader.edges.from(callable.number, ["references"])
        .map(({ target }) => this.#view.symbol(target));
      const beside = used.filter((one) => one.parent === callable.parent && isKeeper(one));
      return [...new Set(beside.map(({ number }) => number))];
    });
  }
}

const NOTHING: readonly StoredEdgeRow[] = [];

function isKeeper({ kind }: StoredSymbolRow): boolean {
  return KEEPERS.has(kind);
}
