// A ground truth, indexed by site, and when an edge ends where it says. Pure.

import type { EdgeLine, Place, TruthLine } from "./lines.ts";

/** Lines by which an edge may miss a definition's line: decorators and heads of several lines are counted differently. */
const TOLERANCE = 2;

export class Truth {
  /** Sites of calls. */
  readonly calls: readonly TruthLine[];
  /** Sites of other references, imports and bases. */
  readonly others: readonly TruthLine[];
  readonly #callsByName: ReadonlyMap<string, readonly TruthLine[]>;
  readonly #callsByPosition: ReadonlyMap<string, readonly TruthLine[]>;
  readonly #othersByName: ReadonlyMap<string, readonly TruthLine[]>;
  readonly #importLines: ReadonlySet<string>;
  /** Names that are defined at a place, as far as the truth knows. */
  readonly #definedAt = new Map<string, Set<string>>();
  readonly #files: ReadonlySet<string>;

  constructor(calls: readonly TruthLine[], others: readonly TruthLine[] = []) {
    this.calls = calls;
    this.others = others;
    this.#callsByName = Map.groupBy(calls, byName);
    this.#callsByPosition = Map.groupBy(calls, byPosition);
    this.#othersByName = Map.groupBy(others, byName);
    this.#importLines = new Set(others.filter(({ role }) => role === "import").map(byLine));
    this.#files = new Set([...calls, ...others].map(({ path }) => path));
    for (const { def_path: path, def_line: line, def_name: name } of [...calls, ...others]) {
      if (!path || !line) continue;
      const names = this.#definedAt.get(`${path}:${line}`);
      if (names === undefined) this.#definedAt.set(`${path}:${line}`, new Set([lastPart(name ?? "")]));
      else names.add(lastPart(name ?? ""));
    }
  }

  /** The call sites that an edge speaks of: by position, else by line and name. */
  callsAt(edge: EdgeLine): readonly TruthLine[] {
    const exact = edge.col === undefined || edge.col < 0
      ? undefined
      : this.#callsByPosition.get(byPosition({ ...edge, col: edge.col }));
    return exact ?? this.#callsByName.get(byName(edge)) ?? [];
  }

  /** The sites of other kinds that an edge speaks of. */
  othersAt(edge: EdgeLine): readonly TruthLine[] {
    return this.#othersByName.get(byName(edge)) ?? [];
  }

  /** Whether the truth knows any site of a file. */
  speaksOf(path: string): boolean {
    return this.#files.has(path);
  }

  /** Whether an edge ends at what a site names, or at one of its alternatives. */
  fits(edge: EdgeLine, site: TruthLine): boolean {
    const name = lastPart(site.def_name ?? site.name);
    const places: (Place | undefined)[] = [[site.def_path ?? "", site.def_line ?? 0], ...site.alt ?? []];
    if (has(site, "conflict")) places.push(...(site.scip ?? []).filter(isPlace));
    return places.some((place) => place !== undefined && this.#endsAt(edge, place, name));
  }

  #endsAt(edge: EdgeLine, [path, line]: Place, name: string): boolean {
    if (path === "" || line === 0 || edge.target_path !== path || edge.target_line === undefined) {
      return false;
    }
    const distance = Math.abs(edge.target_line - line);
    if (distance === 0) return true;
    if (distance > TOLERANCE) return false;
    // Near is not enough where another definition is known to stand just there.
    const names = this.#definedAt.get(`${path}:${edge.target_line}`);
    return names === undefined || names.has(name);
  }

  /** Whether an edge ends at the import in its own file through which the call goes. */
  endsAtItsImport(edge: EdgeLine, sites: readonly TruthLine[]): boolean {
    if (edge.target_path !== edge.path) return false;
    return sites.some(({ bind }) => bind !== undefined && bind === edge.target_line) ||
      this.#importLines.has(`${edge.path}:${edge.target_line}`);
  }
}

/** Whether a site carries a flag. */
export function has(site: TruthLine, flag: string): boolean {
  return site.flags?.includes(flag) ?? false;
}

function isPlace(said: unknown): said is Place {
  return Array.isArray(said);
}

function lastPart(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}

function byName({ path, line, name }: { path: string; line: number; name: string }): string {
  return `${path}\0${line}\0${name}`;
}

function byPosition({ path, line, col }: { path: string; line: number; col: number }): string {
  return `${path}:${line}:${col}`;
}

function byLine({ path, line }: { path: string; line: number }): string {
  return `${path}:${line}`;
}
