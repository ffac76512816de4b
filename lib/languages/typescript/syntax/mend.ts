// Spellings that the grammar cannot read although the language has them, written in others of the same length that it can.
// Only asked for a text that did not parse: offsets stay those of the file, and everything quoted comes from the file.
// Law kept: the mended text has exactly the length of the given one. Not here: what the nodes mean.

const JAVASCRIPT = "js";
const TSX = "tsx";

/** The text in spellings the grammar reads, or null where there is nothing to mend. */
export function mend(text: string, dialect: string): string | null {
  if (dialect === JAVASCRIPT) return null;
  let mended = text
    .replace(/\bexport(\s+)type(?=\s*\*)/g, "export$1    ")
    .replace(/\bstatic(\s+)accessor(?=\s+[\w$#])/g, "static$1        ")
    .replace(IMPORTED_GENERIC, (found) => found.replace(/[^\w.]|\.(?=.*\))/g, "_"))
    .replace(VARIANCE, (_, before: string, words: string) => before + " ".repeat(words.length));
  // In TSX a line that starts with `<` is an element.
  if (dialect !== TSX) mended = withSeparators(mended);
  return mended === text ? null : mended;
}

/** `import("m").T<…>`: the quoted part becomes part of one identifier, which starts like no identifier of a file. */
const IMPORTED_GENERIC = /\bimport\((["'])[^"'\n]*\1\)(?=(?:\.[A-Za-z_$][\w$]*)+<)/g;

/** `in`, `out` and `in out` in front of a type parameter. */
const VARIANCE =
  /([<,]\s*(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/\s*)?)((?:in\s+out|in|out)\s+)(?=[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))/g;

const LINE_START = /\n[ \t]+(?=<[A-Za-z_$\s])/g;
const MEMBER_END = /[\w$>)\]}"'`]/;
/** How far a list of type parameters is followed, and how far all of a file's together. */
const LIST_CHARACTERS = 2_000;
const ALL_LISTS_CHARACTERS = 2_000_000;

/**
 * A generic call signature on a line of its own, after a member without a semicolon: the grammar takes its type parameters
 * for type arguments of the line before. The last blank in front of it becomes the semicolon.
 */
function withSeparators(text: string): string {
  const cuts: number[] = [];
  let left = ALL_LISTS_CHARACTERS;
  for (const match of text.matchAll(LINE_START)) {
    const at = match.index + match[0].length;
    if (left <= 0) break;
    if (!endsMember(text, match.index)) continue;
    const list = typeParameterList(text, at);
    left -= list.length;
    if (list.isSignature) cuts.push(at - 1);
  }
  if (cuts.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const cut of cuts) {
    parts.push(text.slice(from, cut), ";");
    from = cut + 1;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

/** Whether the code before an offset, comment lines left out, ends like a member's type. */
function endsMember(text: string, before: number): boolean {
  let end = before;
  for (;;) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end).trim();
    if (line !== "" && !line.startsWith("//") && !line.startsWith("*") && !line.startsWith("/*")) {
      return MEMBER_END.test(line[line.length - 1]) && !line.endsWith("=>");
    }
    if (start === 0) return false;
    end = start - 1;
  }
}

/** The list of type parameters at an offset: how much was read, and whether an opening parenthesis follows it. */
function typeParameterList(text: string, from: number): { length: number; isSignature: boolean } {
  let depth = 0;
  const limit = Math.min(text.length, from + LIST_CHARACTERS);
  let at = from;
  for (; at < limit; at++) {
    const char = text[at];
    if (char === "<") depth++;
    else if (char === "/" && text[at + 1] === "/") at = lineEnd(text, at);
    else if (char === ">" && text[at - 1] !== "=" && --depth === 0) {
      return { length: at - from, isSignature: /^\s*\(/.test(text.slice(at + 1, at + 100)) };
    }
  }
  return { length: at - from, isSignature: false };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
