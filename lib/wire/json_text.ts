// JSON as it is written, beside what it says. Law kept: where a text says a key of one object twice, readers differ in which of
// the two counts, and whoever checked it may have read the other one.

import type { JsonValue } from "../guard/mod.ts";

/** Whether no object of a JSON text has a key twice; `value` is what the text was parsed to. */
export function saysEachKeyOnce(text: string, value: JsonValue): boolean {
  return keysIn(text) === keysOf(value);
}

/** How many keys the objects of a JSON text have as it is written: a key is a string before a colon. */
function keysIn(text: string): number {
  const colon = /\s*:/y;
  let keys = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', colon.lastIndex)) {
    let end = quote + 1;
    while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    colon.lastIndex = end + 1;
    if (colon.test(text)) keys++;
    else colon.lastIndex = end + 1;
  }
  return keys;
}

/** How many keys the objects of a value have. Does not recurse: it may nest deeper than an answer does. */
function keysOf(value: JsonValue): number {
  let keys = 0;
  const waiting: (JsonValue | undefined)[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== "object" || one === null) continue;
    const parts = Object.values(one);
    if (!Array.isArray(one)) keys += parts.length;
    for (const part of parts) waiting.push(part);
  }
  return keys;
}
