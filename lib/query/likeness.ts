// How much the name of a test speaks of what changed: `TestParseAddr` of `parseAddr`, `res.append.js` of `append`. Law kept:
// names order what is reached already, and never reach anything themselves.

import { baseName } from "../model/mod.ts";
import { segmentsOf, type StoredSymbolRow } from "../store/mod.ts";
import type { View } from "./scope.ts";

/** What all words of the changed symbol's name are worth, and all of its owner's and file's. */
const NAME = 0.5;
const AROUND = 0.2;
/** Shorter words stand in too many names. */
const MIN_LENGTH = 3;
/** Changed symbols that are compared, at most. */
const MAX_SEEDS = 50;

export class Likeness {
  readonly #wanted: readonly { readonly name: ReadonlySet<string>; readonly around: ReadonlySet<string> }[];

  constructor(view: View, seeds: readonly StoredSymbolRow[]) {
    this.#wanted = seeds.slice(0, MAX_SEEDS).map(({ name, path, parent }) => {
      const owner = parent < 0 ? null : view.symbol(parent);
      const named = owner === null || owner.kind === "file" || owner.kind === "package" ? "" : owner.name;
      return { name: words(name), around: words(`${named} ${stem(path)}`) };
    });
  }

  /** Between 0 and what names are worth at most. */
  of({ name, path }: StoredSymbolRow): number {
    const own = words(`${baseName(path)} ${name}`);
    const share = (wanted: ReadonlySet<string>) =>
      wanted.size === 0 ? 0 : [...wanted].filter((word) => own.has(word)).length / wanted.size;
    return Math.max(0, ...this.#wanted.map((seed) => NAME * share(seed.name) + AROUND * share(seed.around)));
  }
}

function words(text: string): Set<string> {
  return new Set(segmentsOf(text).filter((word) => word.length >= MIN_LENGTH));
}

function stem(path: string): string {
  return baseName(path).replace(/\..*$/s, "");
}
