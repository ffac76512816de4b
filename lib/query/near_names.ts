// Names that a mistyped one may have meant. Law kept: few, in one order, and only where they are near. Not here: search.

import { compareUtf8, type FailureOptions } from "../model/mod.ts";
import { lowerAscii, matchAny, searchTerms, segmentsOf, type StoredSymbolRow } from "../store/mod.ts";
import { choicesOf, namedSymbols } from "./naming.ts";
import type { View } from "./scope.ts";
import { unboundByName } from "./walk.ts";

const MAX_NEAR = 8;
/** Full-text hits that are compared with the name. */
const MAX_HITS = 100;
/** Longer names are only compared by their segments. */
const MAX_COMPARED = 64;

/** Hint and choices for a name that nothing has. */
export function nearNames(view: View, written: string): FailureOptions {
  const name = written.slice(written.lastIndexOf("#") + 1);
  const last = name.slice(name.lastIndexOf(".") + 1);
  const wanted = new Set(segmentsOf(last));
  const near = [...candidates(view, name, last)]
    .map((symbol) => ({ symbol, distance: editDistance(lowerAscii(symbol.name), lowerAscii(last)) }))
    .filter(({ symbol, distance }) =>
      distance <= Math.max(1, Math.floor(last.length / 3)) ||
      segmentsOf(symbol.name).some((segment) => wanted.has(segment))
    )
    .sort((a, b) =>
      a.distance - b.distance || b.symbol.rank - a.symbol.rank || compareUtf8(a.symbol.id, b.symbol.id)
    )
    .slice(0, MAX_NEAR)
    .map(({ symbol }) => symbol);
  // Of what was deleted or renamed the uses are left.
  const unbound = unboundByName(view, last).length;
  const notParsed = view.reader.files.failed(0).total;
  const hints = [
    ...notParsed > 0
      ? [`What files declare that could not be parsed is not known (${notParsed}): status names them.`]
      : [],
    ...unbound > 0
      ? [`References of that name are not bound (${unbound}): the unresolved operation has them.`]
      : [],
    ...near.length > 0 ? ["Names that are near are among the choices."] : [],
  ];
  return {
    hint: hints.length > 0 ? hints.join(" ") : "Search for it with the symbols operation.",
    detail: {
      symbol: written,
      unbound_sites: unbound,
      not_parsed: notParsed,
      choices: choicesOf(view, near, MAX_NEAR),
    },
  };
}

/** Members of what stands before the last dot, and symbols that share a segment with the name. */
function candidates(view: View, name: string, last: string): Set<StoredSymbolRow> {
  const owner = name.length > last.length ? name.slice(0, name.length - last.length - 1) : "";
  const { exact, others } = owner === "" ? { exact: [], others: [] } : namedSymbols(view, owner);
  const members = [...exact, ...others].flatMap(({ number }) => view.reader.edges.children(number));
  const { hits } = view.reader.search.search(matchAny(searchTerms(last)), MAX_HITS, view.storeFilter);
  const found = [...members, ...hits.map(({ symbol }) => symbol)];
  return new Set(found.filter(({ kind, path }) => kind !== "file" && view.admits(path)));
}

/** Insertions, deletions, replacements and swaps of neighbours that make one text the other. */
function editDistance(one: string, other: string): number {
  if (one.length > MAX_COMPARED || other.length > MAX_COMPARED) return MAX_COMPARED;
  let twoAbove: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1];
      let cost = Math.min(above[at] + 1, current[at - 1] + 1, above[at - 1] + Number(!same));
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) cost = Math.min(cost, twoAbove[at - 2] + 1);
      current.push(cost);
    }
    [twoAbove, above] = [above, current];
  }
  return above[other.length];
}
