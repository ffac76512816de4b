// The one ordering: UTF-8 bytes. Every list that reaches an id, an answer or the export is sorted with it.
// Deliberately absent: locale, case folding, numeric collation.

/** Orders two strings by their UTF-8 bytes. UTF-16 order differs only where a surrogate meets a unit above it. */
export function compareUtf8(a: string, b: string): number {
  // What is sorted by path is mostly of one file.
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    if (xSurrogate !== ySurrogate) return xSurrogate ? (y >= 0xe000 ? 1 : x - y) : (x >= 0xe000 ? -1 : x - y);
    return x - y;
  }
  return a.length - b.length;
}

/** A comparer that sorts records by one string key. */
export function byUtf8<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compareUtf8(key(a), key(b));
}
