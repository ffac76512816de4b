// Makes lib/languages/go/uppercase.ts: the code points of Unicode's category Lu as ranges with a step.
// Law kept: the table is that of one named Unicode version (the one of Go's own tables), whatever the runtime's is.
//
//     npm install --prefix /tmp/unicode @unicode/unicode-15.0.0
//     bun scripts/uppercase_table.ts /tmp/unicode/node_modules/@unicode/unicode-15.0.0 15.0.0

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, version] = process.argv.slice(2);
const list = pathToFileURL(resolve(folder, "General_Category/Uppercase_Letter/code-points.mjs")).href;
const codePoints: number[] = (await import(list)).default;

/** First code point, last code point, step. */
const ranges: [number, number, number][] = [];
for (const codePoint of codePoints.filter((codePoint) => codePoint > 0x7f)) {
  const last = ranges.at(-1);
  if (last !== undefined && last[0] === last[1] && codePoint - last[1] <= 2) {
    last[2] = codePoint - last[1];
    last[1] = codePoint;
  } else if (last !== undefined && codePoint - last[1] === last[2]) last[1] = codePoint;
  else ranges.push([codePoint, codePoint, 1]);
}

const hex = (value: number) => "0x" + value.toString(16);
const rows = ranges.map(([first, last, step]) => `  [${hex(first)}, ${hex(last)}, ${step}],`);

const source = `// Which letters are upper case: Go exports a name by its first letter.
// Law kept: the answer is the same on every runtime, so the table is our own: Unicode ${version}, category Lu, beyond
// ASCII. Made by scripts/uppercase_table.ts; do not edit it by hand.

/** First code point, last code point, step. */
const RANGES: readonly (readonly [first: number, last: number, step: number])[] = [
${rows.join("\n")}
];

/** Whether a code point is an upper-case letter. */
export function isUpperCase(codePoint: number): boolean {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a;
  let low = 0;
  let high = RANGES.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, step] = RANGES[middle];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return (codePoint - first) % step === 0;
  }
  return false;
}

/** Whether other packages can use a name. */
export function isExportedName(name: string): boolean {
  return name !== "" && isUpperCase(name.codePointAt(0)!);
}
`;
writeFileSync(fileURLToPath(new URL("../lib/languages/go/uppercase.ts", import.meta.url)), source);
