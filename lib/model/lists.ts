// Lists by key, ordered lists and lists of any length. Law kept: no list is handed on as arguments, of which an engine takes only
// so many.
// Not here: what is in them.

/** Adds to the list of a key, which it makes where there is none. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What is known of a key; found out when it is first asked for. */
export function once<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  let found = known.get(key);
  if (found === undefined) known.set(key, found = find());
  return found;
}

/** Of so many things in order, how many at the start hold: behind one that does not none does. */
export function countWhile(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Adds all of one list to another. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The greatest of some numbers, at least `floor`. */
export function greatest<N extends number>(floor: N, numbers: Iterable<N>): N {
  let most = floor;
  for (const one of numbers) if (one > most) most = one;
  return most;
}

/** The least of some numbers, at most `ceiling`. */
export function least<N extends number>(ceiling: N, numbers: Iterable<N>): N {
  let fewest = ceiling;
  for (const one of numbers) if (one < fewest) fewest = one;
  return fewest;
}

/** The index of each word of a closed list, which is what is stored of it. */
export function codesOf<T extends string>(words: readonly T[]): ReadonlyMap<T, number> {
  return new Map(words.map((word, index) => [word, index]));
}
