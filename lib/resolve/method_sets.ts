// What types that implement an interface by their methods alone are told to: `implements`, and `overrides` between the methods.
// Laws kept: nothing by names alone; an interface that so many types may implement that all of them cannot be looked at is said
// to be ambiguous, and costs no other its answer.
// Not here: who implements what; implementing by declaration, which is a reference like any other.

import { addTo, isType } from "../model/mod.ts";
import { type FileView, STATIC, type Strength } from "../typing/mod.ts";
import { EVERYBODY, Implementing, TOO_MANY } from "./implementing.ts";
import type { EdgeCollector } from "./references.ts";
import type { Workspace } from "./workspace.ts";

/** What method sets say, to be told file by file. */
export class MethodSets {
  /** False where not all types could be looked at. */
  isWhole = true;
  readonly #workspace: Workspace;
  readonly #found = new Map<number, Finding[]>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** Keeps a finding for the file that its source stands in. */
  keep(finding: Finding): void {
    addTo(this.#found, this.#workspace.symbols.fileOf[finding.source], finding);
  }

  /** Adds what was found of a file's types and methods. */
  addTo(view: FileView, into: EdgeCollector): void {
    for (const { kind, source, target, strength } of this.#found.get(view.index) ?? []) {
      const { nameStart, name } = this.#workspace.definition(source)!;
      if (kind === "ambiguous") into.miss(view, source, nameStart, name, "implement", null, AMBIGUOUS);
      else into.add(kind, source, target, view, nameStart, name, strength, null, "method_set");
    }
  }
}

/** `ambiguous`: too many types may implement an interface, the source, for all of them to be looked at. */
interface Finding {
  readonly kind: "implements" | "overrides" | "ambiguous";
  readonly source: number;
  readonly target: number;
  readonly strength: Strength;
}

/**
 * Finds `implements` from each type to each interface it satisfies, and `overrides` between their methods; of some files only
 * where they are told.
 */
export function findMethodSets(workspace: Workspace, only: ReadonlySet<number> | null): MethodSets {
  const isTold = (symbol: number) => only === null || only.has(workspace.symbols.fileOf[symbol]);
  const found = new MethodSets(workspace);
  const search = new Implementing(workspace, only === null ? null : isTold);
  const interfaces: number[] = [];
  workspace.views((view) => {
    if (!view.rules.implementsByMethods) return;
    view.facts.definitions.forEach((definition, index) => {
      if (!isType(definition.kind)) return;
      const symbol = workspace.symbolOf(view, index);
      search.add(symbol);
      if (definition.kind === "interface") interfaces.push(symbol);
    });
  });
  const put = (kind: Finding["kind"], source: number, target: number, strength: Strength) => {
    if (isTold(source)) found.keep({ kind, source, target, strength });
  };
  // One method may stand for another in many types: the pair is told once, as surely as in any of them.
  const overrides = new Map<number, Map<number, Strength>>();
  for (const one of search.fewestFirst(interfaces)) {
    const types = search.implementers(one);
    if (types === EVERYBODY) continue;
    if (types === TOO_MANY) {
      found.isWhole = false;
      put("ambiguous", one, one, STATIC);
      continue;
    }
    for (const [type, strength] of types) {
      put("implements", type, one, strength);
      for (const wanted of search.ownMethods(one)) {
        const own = search.method(type, workspace.definition(wanted)!.name)!;
        if (own.symbol === wanted) continue;
        const targets = overrides.get(own.symbol) ?? new Map<number, Strength>();
        overrides.set(own.symbol, targets);
        targets.set(wanted, Math.min(own.strength, targets.get(wanted) ?? own.strength));
      }
    }
  }
  for (const [own, targets] of overrides) {
    for (const [wanted, strength] of targets) put("overrides", own, wanted, strength);
  }
  return found;
}

const AMBIGUOUS = { reason: "ambiguous", module_name: null } as const;
