// Edits of one file as people make them: it goes, comes or moves; lines go, come twice, change places or come from elsewhere, names are
// written otherwise, comments are put in.

import fc from "fast-check";
import type { FixtureFile } from "../fixture.ts";

const KINDS = [
  ...["delete", "repeat", "swap", "comment", "rename", "misname", "bring", "number"] as const,
  ...["remove", "copy", "move"] as const,
] as const;

/** What is done to a file; numbers choose among what there is. */
export interface TextEdit {
  readonly kind: (typeof KINDS)[number];
  readonly file: number;
  readonly place: number;
  readonly other: number;
}

export const anyEdit: fc.Arbitrary<TextEdit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  file: fc.nat(1_000),
  place: fc.nat(100_000),
  other: fc.nat(100_000),
});

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const CODE = /\.(pyi?|[cm]?[jt]sx?|go)$/;

/** The files after an edit; as they were where there is nothing to edit. */
export function edited(files: readonly FixtureFile[], edit: TextEdit): FixtureFile[] {
  const code = files.filter(({ path }) => CODE.test(path));
  if (code.length === 0) return [...files];
  const file = code[edit.file % code.length];
  const others = files.filter((one) => one !== file);
  if (edit.kind === "remove") return others;
  const elsewhere = { ...file, path: pathAfter(file.path, edit.other) };
  if (edit.kind !== "copy" && edit.kind !== "move") {
    return [...others, { ...file, text: textAfter(file, files, edit) }];
  }
  const rest = edit.kind === "move" ? others : files;
  return [...rest.filter(({ path }) => path !== elsewhere.path), elsewhere];
}

/** Where a file may come to lie: beside where it is, above or below it, as its folder's own. */
function pathAfter(path: string, choice: number): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  const own = /\.pyi?$/.test(name) ? "__init__.py" : name.replace(/^[^.]*/, "index");
  const ways = [`${folder}other_${name}`, `${folder}sub/${name}`, name, `${folder}${own}`, `lib/${name}`];
  return ways[choice % ways.length];
}

function textAfter({ path, text }: FixtureFile, files: readonly FixtureFile[], edit: TextEdit): string {
  const lines = text.split("\n");
  const at = edit.place % lines.length;
  const words = [...text.matchAll(WORD)];
  const all = [...new Set(files.flatMap((file) => file.text.match(WORD) ?? []))];
  switch (edit.kind as Exclude<TextEdit["kind"], "remove" | "copy" | "move">) {
    case "delete":
      return lines.toSpliced(at, 1).join("\n");
    case "repeat":
      return lines.toSpliced(at, 0, lines[at]).join("\n");
    case "swap": {
      const to = edit.other % lines.length;
      return lines.with(at, lines[to]).with(to, lines[at]).join("\n");
    }
    case "comment":
      return [/\.pyi?$/.test(path) ? "# new" : "// new", ...lines].join("\n");
    case "rename": {
      if (words.length === 0) return text;
      const [name] = words[edit.place % words.length];
      return text.replaceAll(WORD, (word) => word === name ? `${word}2` : word);
    }
    case "misname": {
      if (words.length === 0) return text;
      const word = words[edit.place % words.length];
      return text.slice(0, word.index) + all[edit.other % all.length] +
        text.slice(word.index + word[0].length);
    }
    case "bring": {
      const others = files[edit.other % files.length].text.split("\n");
      return lines.toSpliced(at, 0, others[edit.place % others.length]).join("\n");
    }
    case "number":
      return text.replace(/\d+/, "7");
  }
}
