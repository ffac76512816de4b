// The ignore files of a folder without Git, read as Git reads them: a deeper file goes before a shallower one, a later line
// before an earlier one, and nothing below an ignored folder comes back.
//
// The rules of all files on the way to a folder are kept as one list, each rewritten to count from the root: only so does
// a folder that an outer file ignores and an inner one takes back keep what is in it.

import ignore, { type Ignore } from "ignore";

/** The rules that hold in one folder. */
export class IgnoreRules {
  readonly #matcher: Ignore | null;

  private constructor(matcher: Ignore | null) {
    this.#matcher = matcher;
  }

  /** No rules. */
  static readonly NONE = new IgnoreRules(null);

  /** These rules and those of the ignore file in `folder`, "" for the root. */
  with(folder: string, text: string): IgnoreRules {
    const matcher = ignore({ ignorecase: false });
    if (this.#matcher !== null) matcher.add(this.#matcher);
    return new IgnoreRules(matcher.add(rebased(folder, text)));
  }

  /** Whether a path of this folder is ignored; a folder's path ends with `/`. */
  ignores(path: string): boolean {
    return this.#matcher !== null && this.#matcher.ignores(path);
  }
}

/** The lines of an ignore file so that they count from the root. */
function rebased(folder: string, text: string): string[] {
  const lines = text.replace(/^\ufeff/, "").split("\n").map((line) => trimmed(line.replace(/\r$/, "")));
  if (folder === "") return lines;
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const negation = line.startsWith("!") ? "!" : "";
    // A backslash before the first character only keeps it from meaning something there.
    const pattern = line.slice(negation.length).replace(/^\\(?=[#!])/, "");
    // A slash anywhere but at the end ties a pattern to the folder of its file.
    const tied = pattern.slice(0, -1).includes("/");
    return `${negation}/${escaped(folder)}/${tied ? "" : "**/"}${pattern.replace(/^\//, "")}`;
  });
}

/** Without the blanks at its end, save a quoted one. */
function trimmed(line: string): string {
  const blanks = / +$/.exec(line);
  if (blanks === null) return line;
  const quotes = /\\*$/.exec(line.slice(0, blanks.index))![0].length;
  return line.slice(0, blanks.index + (quotes % 2));
}

/** A folder's name as a pattern that fits only itself. */
function escaped(folder: string): string {
  return folder.replace(/[\\*?[\]!# ]/g, "\\$&");
}
