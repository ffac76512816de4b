// Which lines of a text lie elsewhere, or read otherwise, in another one: all that is not among the first or last lines that
// both have in common. Pure.

const LINE_FEED = 10;

/** Tells of a line of the first text, from 1, whether it has another place or another content in the second. */
export function movedLines(before: Uint8Array, after: Uint8Array): (line: number) => boolean {
  const old = lineStarts(before);
  const young = lineStarts(after);
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same++;
  let tail = 0;
  while (tail < shorter - same && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  // Whole lines only: the line of the first difference is another.
  const first = countUpTo(old, same);
  const last = old.length === young.length ? countUpTo(old, before.length - tail) : old.length;
  return (line) => line >= first && line <= last;
}

function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
  return starts;
}

/** How many lines start at an offset or before it: the number of the line that it is in. */
function countUpTo(starts: readonly number[], byteOffset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle] <= byteOffset) low = middle + 1;
    else high = middle;
  }
  return low;
}
