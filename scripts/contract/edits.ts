// Edits that make a generation to compare with: files deleted, cut short and copied, the same ones for the same tree.

import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const EVERY_CUT = 7;
const EVERY_DELETED = 40;
const EVERY_COPIED = 60;

/** Edits every so many of the files, given in order. */
export function edit(root: string, paths: readonly string[]): void {
  paths.forEach((path, at) => {
    const file = join(root, path);
    if (at % EVERY_COPIED === 1) copyFileSync(file, join(root, path.replace(/(\.\w+)?$/, "_copy$1")));
    if (at % EVERY_DELETED === 2) rmSync(file);
    else if (at % EVERY_CUT === 3) {
      const lines = readFileSync(file, "latin1").split(/(?<=\n)/);
      writeFileSync(file, lines.slice(0, Math.ceil(lines.length * 2 / 3)).join(""), "latin1");
    }
  });
}
