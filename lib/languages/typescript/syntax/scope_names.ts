// Which names the scopes of one file bind while it is walked: as much as the walk itself has to know.
// Not here: bindings as facts, hoisting.

import { type DefId, NONE, type ScopeId, type ScopeKind } from "../../../model/mod.ts";

/** What a name is bound to when it is no definition. */
export const UNBOUND = -1;
export const LOCAL = -2;
export const IMPORTED = -3;

export class ScopeNames {
  readonly #names: (Map<string, number> | undefined)[] = [];
  readonly #parent: ScopeId[] = [];
  readonly #isClass: boolean[] = [];
  readonly #arm: number[] = [];
  /** Scopes whose variables are symbols: the module's and the namespaces'. */
  readonly #containers = new Set<ScopeId>();

  /** Opens the next scope inside of one, under an arm; gives its parent, which the first has not. */
  open(kind: ScopeKind, around: ScopeId, arm: number): ScopeId {
    const parent = this.#parent.length === 0 ? NONE : around;
    this.#parent.push(parent);
    this.#isClass.push(kind === "class");
    this.#arm.push(arm);
    return parent;
  }

  armOf(scope: ScopeId): number {
    return this.#arm[scope];
  }

  makeContainer(scope: ScopeId): void {
    this.#containers.add(scope);
  }

  isContainer(scope: ScopeId): boolean {
    return this.#containers.has(scope);
  }

  /** Binds a name to a DefId, LOCAL or IMPORTED; only a definition replaces what is bound. */
  bind(scope: ScopeId, name: string, bound: DefId): void {
    const names = this.#names[scope] ??= new Map();
    if (bound >= 0 || !names.has(name)) names.set(name, bound);
  }

  /** What a bare name is bound to, or UNBOUND. Members of classes are no bare names. */
  lookup(name: string, from: ScopeId): number {
    const scope = this.scopeOf(name, from);
    return scope === NONE ? UNBOUND : this.#names[scope]!.get(name)!;
  }

  /** The scope that binds a bare name, or NONE. */
  scopeOf(name: string, from: ScopeId): ScopeId {
    for (let scope = from; scope !== NONE; scope = this.#parent[scope]) {
      if (!this.#isClass[scope] && this.#names[scope]?.has(name)) return scope;
    }
    return NONE;
  }
}
