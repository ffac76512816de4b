// How likely something that is reached runs what changed: what is near, and what has several ways there, before what is far.
// Law kept: it orders and is never shown, for it is no probability of anything. Not here: names.

import type { Confidence } from "../model/mod.ts";
import type { Impact } from "./impact.ts";

/** What a step leaves of the closeness of where it starts. */
const KEPT: Readonly<Record<Confidence, number>> = {
  precise: 0.5,
  static: 0.5,
  heuristic: 0.35,
  syntactic: 0,
};
const KEPT_BY_COARSE = 0.02;
/** Of all that use a keeper, few run what it keeps. */
const KEPT_BY_HANDED = 0.05;
/** Ways longer than this add nothing. */
const ROUNDS = 12;

/** The closeness of each reached symbol, over 0 and under 1; coarse steps are only taken where that is asked for. */
export function closeness({ seeds, steps }: Impact, takesCoarse: boolean): ReadonlyMap<number, number> {
  const isSeed = new Set(seeds.map(({ number }) => number));
  // Of many seeds few have a step that was seen, and those are gone over in every round.
  const starts = [...isSeed].filter((seed) => steps.has(seed)).map((seed) => [seed, 1] as const);
  let known: ReadonlyMap<number, number> = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    const missing = new Map<number, number>();
    for (const [near, value] of [...starts, ...known]) {
      for (const { far, confidence, isCoarse, note } of steps.get(near) ?? []) {
        if (isSeed.has(far) || (isCoarse && !takesCoarse)) continue;
        const kept = isCoarse ? KEPT_BY_COARSE : note === "handed" ? KEPT_BY_HANDED : KEPT[confidence];
        missing.set(far, (missing.get(far) ?? 1) * (1 - value * kept));
      }
    }
    known = new Map([...missing].map(([far, share]) => [far, 1 - share]));
  }
  return known;
}
