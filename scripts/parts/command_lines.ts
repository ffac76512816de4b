// Command lines run in this process, and lines read into words as a shell reads them.

import { writeSync } from "node:fs";
import { run } from "../../lib/commands/mod.ts";
import { replaceCalls } from "../../lib/host/mod.ts";

const STDOUT = 1;

/** Runs a command line; what it writes to stdout. */
export async function printed(...args: string[]): Promise<{ code: number; stdout: string }> {
  const pieces: Uint8Array[] = [];
  const restore = replaceCalls({
    write: (descriptor, from, offset, length) => {
      if (descriptor !== STDOUT) return writeSync(descriptor, from, offset, length);
      pieces.push(from.slice(offset, offset + length));
      return length;
    },
  });
  try {
    const code = await run(args);
    return { code, stdout: pieces.map((piece) => new TextDecoder().decode(piece)).join("") };
  } finally {
    restore();
  }
}

/** The words of a line: bare, or in single or double quotes. */
export function words(line: string): string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|\\'|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'|\\(')/g, (_, double, single, escaped) => double ?? single ?? escaped)
  );
}
