// The functions that a Go file declares, by gofmt's layout. A function literal is part of the declaration around it.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Declared {
  readonly path: string;
  readonly line: number;
  readonly end: number;
  /** Dotted with its receiver's type. */
  readonly name: string;
}

/** A reader of the functions of the files below a folder. */
export function goFunctionReader(root: string): (path: string) => readonly Declared[] {
  const files = new Map<string, Declared[]>();
  return (path) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const found: Declared[] = [];
    const lines = readFileSync(join(root, path), "utf8").split(/\r?\n/);
    lines.forEach((text, at) => {
      const head = /^func (?:\((?:\w+ )?\*?(\w+)(?:\[.*?\])?\) )?(\w+)/.exec(text);
      if (head === null) return;
      const last = text.endsWith("}") ? at : lines.indexOf("}", at);
      const name = head[1] === undefined ? head[2] : `${head[1]}.${head[2]}`;
      found.push({ path, line: at + 1, end: last + 1, name });
    });
    files.set(path, found);
    return found;
  };
}
