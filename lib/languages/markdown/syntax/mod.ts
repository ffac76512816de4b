// Markdown's syntax door: headings as symbols, nested by level. Headings inside fenced code are none.
// Not here: links, inline markup, HTML.

import { type DefId, type FileFacts, NONE } from "../../../model/mod.ts";
import type { SourceText } from "../../../../wasm/mod.ts";
import { FactsBuilder, foldSignature, type TextSyntax } from "../../core/mod.ts";

interface Heading {
  readonly level: number;
  readonly text: string;
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly nameStart: number;
  readonly nameEnd: number;
}

const ATX = /^( {0,3})(#{1,6})([ \t]+)(.*?)([ \t]+#+)?[ \t]*\r?$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** Metadata between lines of dashes at the very start. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[^\n]*\n)*?---[ \t]*\r?(?:\n|$)/;
const LEVELS = 6;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*\r?$/;

function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  let fence: string | null = null;
  let start = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  let previous = { start, line: "" };
  for (const line of text.slice(start).split("\n")) {
    const marker = FENCE.exec(line);
    const inFence = fence !== null;
    if (fence !== null) {
      if (marker !== null && closes(marker, fence)) fence = null;
    } else if (marker !== null) {
      fence = marker[1];
    }
    const heading = inFence || marker !== null ? null : atxHeading(line, start) ?? underlined(line, previous);
    if (heading !== null) headings.push(heading);
    // Only a paragraph's line can be underlined: none of a fence, none that is a heading or its underline.
    const isPlain = !inFence && marker === null && heading === null;
    previous = { start, line: isPlain ? line : "" };
    start += line.length + 1;
  }
  return headings;
}

/** A fence is closed by one of its own sign, at least as long, with nothing behind it. */
function closes([, sign, rest]: RegExpExecArray, fence: string): boolean {
  return sign[0] === fence[0] && sign.length >= fence.length && rest.trim() === "";
}

function atxHeading(line: string, start: number): Heading | null {
  const match = ATX.exec(line);
  if (match === null || match[4] === "") return null;
  const nameStart = start + match[1].length + match[2].length + match[3].length;
  return { level: match[2].length, text: match[4], start, nameStart, nameEnd: nameStart + match[4].length };
}

/** A heading underlined with equals signs or dashes; a table's or list's dashes underline nothing. */
function underlined(line: string, previous: { start: number; line: string }): Heading | null {
  const match = UNDERLINE.exec(line);
  const text = previous.line.trim();
  if (match === null || text === "" || /^([-*+>|#]|\d+[.)] )/.test(text)) return null;
  const nameStart = previous.start + previous.line.indexOf(text);
  const level = match[1][0] === "=" ? 1 : 2;
  return { level, text, start: previous.start, nameStart, nameEnd: nameStart + text.length };
}

/** Where each section ends: at the next heading that is no deeper. Levels are few, so that one look from behind does. */
function sectionEnds(headings: readonly Heading[], textEnd: number): number[] {
  const nextOf = new Array(LEVELS + 1).fill(textEnd);
  const ends: number[] = new Array(headings.length);
  for (let index = headings.length - 1; index >= 0; index--) {
    const { level, start } = headings[index];
    ends[index] = nextOf[level];
    nextOf.fill(start, level);
  }
  return ends;
}

function extractText(source: SourceText, dialect: string): FileFacts {
  const builder = new FactsBuilder();
  builder.scope("module", NONE, NONE, 0, source.bytes.length);
  const headings = headingsOf(source.text);
  const open: { level: number; definition: DefId }[] = [];
  const ends = sectionEnds(headings, source.text.length);
  headings.forEach((heading, index) => {
    while (open.length > 0 && open[open.length - 1].level >= heading.level) open.pop();
    const definition = builder.definition({
      name: heading.text,
      kind: "heading",
      parent: open.at(-1)?.definition ?? NONE,
      start: source.byteOffset(heading.start),
      end: source.byteOffset(ends[index]),
      nameStart: source.byteOffset(heading.nameStart),
      nameEnd: source.byteOffset(heading.nameEnd),
      scope: 0,
      signature: foldSignature(heading.text),
      exported: true,
    });
    open.push({ level: heading.level, definition });
  });
  return builder.finish(dialect, source.bytes);
}

export const syntax: TextSyntax = { extractText };
