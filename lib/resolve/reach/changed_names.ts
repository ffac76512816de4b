// The names that are known to mean something else, and whether code says one of them. Law kept: each is fresh once for every way
// in which it is looked for.

import type { Mentions } from "./mentions.ts";

/** How much of what a name means has changed: a type that is as it was, but for its members, is `inside`. */
export type Change = "inside" | "whole";

/** Exports that are asked for by who imports the module, whatever he calls them. */
export const BY_MODULE: ReadonlySet<string> = new Set(["=", "default"]);

/** What an import names that brings the module itself, and with it all of these. */
const WHOLE = new Set(["", "*", "="]);

/** How a file sees changed names. */
export interface Sight {
  /** Names of its own that changed. */
  readonly own: ReadonlySet<string>;
  /** Whether an import that changed may bind a name, of those that do not say which. */
  readonly binds: readonly ((name: string) => boolean)[];
  /** Whether an import of it leads to one of some files. */
  leadsTo(statement: number, givers: ReadonlySet<number>): boolean;
}

export class ChangedNames {
  readonly #names = new Map<string, Change>();
  /** Names of definitions whose members have changed with them. */
  readonly #containers = new Set<string>();
  /** Names of definitions that changed themselves. */
  readonly #defined = new Set<string>();
  /** Files by the changed names that they give to others. */
  readonly #givers = new Map<string, Set<number>>();
  /** Names that modules have by their paths. */
  readonly #modules: ReadonlySet<string>;
  #fresh = new Set<string>();

  constructor(modules: ReadonlySet<string>) {
    this.#modules = modules;
    for (const name of modules) this.change(name, "whole");
  }

  get size(): number {
    return this.#names.size;
  }

  /** The names of which something is new since the last time. */
  takeFresh(): ReadonlySet<string> {
    const fresh = this.#fresh;
    this.#fresh = new Set();
    return fresh;
  }

  /** A name means something else, wherever it is said as a name of another file or as a member. */
  change(name: string, change: Change): void {
    const known = this.#names.get(name);
    if (known === "whole" || known === change) return;
    this.#names.set(name, change);
    this.#fresh.add(name);
  }

  /** A file gives a changed name to who imports it. */
  give(name: string, file: number): void {
    const givers = this.#givers.get(name) ?? new Set<number>();
    if (givers.has(file)) return;
    this.#givers.set(name, givers.add(file));
    this.#fresh.add(name);
  }

  /** Definitions of a name changed: others of the name may stand for them. */
  define(name: string): void {
    this.#add(this.#defined, name);
  }

  /** Members of what has a name changed with it. */
  changeMembers(name: string): void {
    this.#add(this.#containers, name);
  }

  /** A name is bound otherwise in some file. */
  rebind(name: string): void {
    this.#fresh.add(name);
  }

  #add(names: Set<string>, name: string): void {
    if (names.has(name)) return;
    names.add(name);
    this.#fresh.add(name);
  }

  /** How what is mentioned in a file has changed; null where it has not. */
  touched(mentions: Mentions, sight: Sight): Change | null {
    let change: Change | null = null;
    for (const [name, how] of this.#names) {
      if (change === how || !this.#isSaid(name, mentions, sight)) continue;
      change = how;
      if (how === "whole") return how;
    }
    for (const binds of sight.binds) for (const name of mentions.outside) if (binds(name)) return "whole";
    for (const name of this.#containers) if (mentions.containers.has(name)) return "whole";
    for (const { name, statement } of mentions.imported) {
      // A module that is one value has the members of that.
      for (const one of WHOLE.has(name) ? BY_MODULE : [name, "="]) {
        if (!this.#isGiven(one, statement, sight)) continue;
        change = this.#names.get(one) ?? "whole";
        if (change === "whole") return change;
      }
    }
    return change;
  }

  #isSaid(name: string, { members, outside, own, defined }: Mentions, sight: Sight): boolean {
    return members.has(name) || outside.has(name) || (own.has(name) && sight.own.has(name)) ||
      (defined.has(name) && this.#defined.has(name));
  }

  #isGiven(name: string, statement: number, sight: Sight): boolean {
    // A module has its modules by their names.
    if (this.#modules.has(name)) return true;
    const givers = this.#givers.get(name);
    return givers !== undefined && sight.leadsTo(statement, givers);
  }
}
