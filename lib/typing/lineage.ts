// The order in which the ancestors of a class are searched, the language's own, guarded against cycles.
// Not here: what a class's bases are; which member is found.

import { addTo } from "../model/mod.ts";
import { ancestorsFirst, basesOf } from "./bases.ts";
import type { Evaluator } from "./evaluator.ts";
import { Answers, perEvaluator } from "./memo.ts";

const memos = perEvaluator(({ circles }: Evaluator) => new Answers<number, readonly number[]>(circles));

/** More ancestors than this are not put in order: a class that has them is generated, or written to exhaust. */
const MAX_ANCESTORS = 128;

/** The class and its ancestors in the order in which members are searched; the nearest ones of a very long line. */
export function lineage(evaluator: Evaluator, symbol: number): readonly number[] {
  const lines = memos(evaluator);
  return ancestorsFirst(
    evaluator,
    symbol,
    lines,
    (one, bases) => lineOf(evaluator, one, bases.symbols, lines),
  );
}

function lineOf(
  evaluator: Evaluator,
  symbol: number,
  bases: readonly number[],
  lines: Answers<number, readonly number[]>,
): readonly number[] {
  if (evaluator.world.file(symbol).rules.memberOrder === "breadth_first") {
    return breadthFirst(evaluator, symbol);
  }
  const above = bases.map((base) => lines.get(base) ?? [base]);
  const rest = above.length === 1 ? above[0] : merged([...above, bases]);
  return [symbol, ...rest.filter((one) => one !== symbol).slice(0, MAX_ANCESTORS)];
}

/** C3: the first head that is in no other list's tail; where there is none, the first head. */
function merged(lists: readonly (readonly number[])[]): number[] {
  const at = lists.map(() => 0);
  // How many lists have each class behind their head.
  const behind = new Map<number, number>();
  const count = (one: number, by: number) => behind.set(one, (behind.get(one) ?? 0) + by);
  for (const list of lists) for (let i = 1; i < list.length; i++) count(list[i], 1);
  const heads = new Map<number, number[]>();
  const wait = (index: number) => addTo(heads, lists[index][at[index]], index);
  let open = lists.flatMap((list, index) => list.length > 0 ? [index] : []);
  open.forEach(wait);
  const out = new Set<number>();
  while (open.length > 0 && out.size < MAX_ANCESTORS) {
    // The first of the open lists always has a head; others may have ended.
    const first = open.find((index) =>
      at[index] < lists[index].length && (behind.get(lists[index][at[index]]) ?? 0) === 0
    ) ?? open[0];
    const head = lists[first][at[first]];
    out.add(head);
    const waiting = heads.get(head)!;
    heads.delete(head);
    for (const index of waiting) {
      if (++at[index] === lists[index].length) {
        continue;
      }
      count(lists[index][at[index]], -1);
      wait(index);
    }
    // Lists end one by one: what is left of them is looked through only where the first ones have.
    if (at[open[0]] === lists[open[0]].length) {
      open = open.filter((index) =>
        at[index] < lists[index].length
      );
    }
  }
  return [...out];
}

function breadthFirst(evaluator: Evaluator, symbol: number): number[] {
  const line = [symbol];
  const seen = new Set(line);
  for (let i = 0; i < line.length && line.length < MAX_ANCESTORS; i++) {
    for (const base of basesOf(evaluator, line[i]).symbols) {
      if (!seen.has(base)) seen.add(base), line.push(base);
    }
  }
  return line;
}
