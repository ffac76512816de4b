// A page for a terminal: aligned columns, `path:line` and `path:line:column` as editors open them (columns from 1), source
// with line numbers, nothing wrapped. Laws kept: text of a repository is data, and no control character of it is written;
// the only escapes are the colours put on here, and only where they are wanted.

import { visible } from "../../guard/mod.ts";
import type { Entry, Fact, Line, Page, Quote, Role, Row, Span } from "./page.ts";

const COLOURS: Readonly<Record<Role, string>> = {
  words: "",
  code: "",
  source: "2",
  place: "36",
  quiet: "2",
  warning: "33",
};
const BOLD = "1";
/** Columns are made no wider than this: one long path does not push all others aside. */
const WIDEST = 56;
const GAP = "  ";

/** The page as text. */
export function pageText(page: Page, hasColour: boolean): string {
  const paint = hasColour ? painted : unpainted;
  const blocks = [
    [paint(plain(page.title), BOLD), ...page.lead.map((line) => lineText(line, paint))],
    factLines(page.facts, paint),
    entryLines(page.entries, paint),
    page.notes.map((line) => lineText(line, paint)),
    page.commands.map((command) => `${paint("Next:", BOLD)} ${oneLine(command)}`),
    factLines(page.seals, unpainted).map((line) => paint(line, COLOURS.quiet)),
  ];
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n") + "\n").join("\n");
}

type Paint = (text: string, colour: string) => string;

function painted(text: string, colour: string): string {
  return colour === "" || text === "" ? text : `\u001b[${colour}m${text}\u001b[0m`;
}

const unpainted: Paint = (text) => text;

/** Text that stays on its line. */
function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function spanText({ role, text, column }: Span): string {
  return oneLine(text) + (role === "place" && column !== undefined ? `:${column + 1}` : "");
}

function plain(line: Line): string {
  return line.map(spanText).join("");
}

function lineText(line: Line, paint: Paint): string {
  return line.map((span) => paint(spanText(span), COLOURS[span.role])).join("");
}

/** Characters, not units: a pair of surrogates is one. */
function widthOf(line: Line): number {
  return [...plain(line)].length;
}

function factLines(facts: readonly Fact[], paint: Paint): string[] {
  const width = Math.max(0, ...facts.map(({ name }) => name.length));
  return facts.flatMap(({ name, lines }) =>
    lines.map((line, at) => `${(at === 0 ? oneLine(name) : "").padEnd(width)}${GAP}${lineText(line, paint)}`)
  );
}

function entryLines(entries: readonly Entry[], paint: Paint): string[] {
  const heads = widthsOf(entries.map(({ head, depth }) => indented(head, depth)));
  const rows = widthsOf(entries.flatMap((entry) => entry.rows.filter(isAligned)));
  const lines: string[] = [];
  let section = "";
  for (const [at, entry] of entries.entries()) {
    const isAfterQuote = at > 0 && entries[at - 1].quote !== null;
    if (entry.section !== section) {
      section = entry.section;
      if (at > 0) lines.push("");
      if (section !== "") lines.push(paint(`${oneLine(section)}:`, BOLD));
    } else if (isAfterQuote) lines.push("");
    lines.push(rowText(indented(entry.head, entry.depth), heads, paint));
    for (const row of entry.rows) lines.push(GAP + rowText(row, isAligned(row) ? rows : [], paint));
    if (entry.quote !== null) lines.push(...quoteLines(entry.quote, paint));
  }
  return lines;
}

/** A row whose columns line up with those of other rows. */
function isAligned({ cells }: Row): boolean {
  return cells.length > 1;
}

/** The row with its name moved in by how deep it is nested; its place stays in its column. */
function indented(row: Row, depth: number): Row {
  if (depth === 0) return row;
  const nested: Span = { role: "words", text: GAP.repeat(depth) };
  return { ...row, cells: row.cells.map((cell, at) => at === 1 ? [nested, ...cell] : cell) };
}

/** How wide each column is; the last one of a row needs none. */
function widthsOf(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const { cells } of rows) {
    cells.forEach((cell, at) => {
      const width = widthOf(cell);
      if (width <= WIDEST) widths[at] = Math.max(widths[at] ?? 0, width);
    });
  }
  return Array.from(widths, (width) => width ?? 0);
}

/** The row's cells in their columns, then its tags. What stands last is not filled up. */
function rowText(row: Row, widths: readonly number[], paint: Paint): string {
  const tags = row.tags.map((tag) => lineText(tag, paint)).join(", ");
  const cells = row.cells.map((cell) => ({ text: lineText(cell, paint), width: widthOf(cell) }));
  while (tags === "" && cells.at(-1)?.width === 0) cells.pop();
  const filled = cells.map(({ text, width }, at) => {
    const isLast = tags === "" && at === cells.length - 1;
    return isLast ? text : text + " ".repeat(Math.max(0, (widths[at] ?? 0) - width));
  });
  return [...filled, tags].filter((cell) => cell !== "").join(GAP);
}

/** Source with its line numbers. Line ends are the listing's own: a carriage return before one is not shown. */
function quoteLines({ text, startLine, endLine }: Quote, paint: Paint): string[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const width = String(Math.max(endLine, startLine + lines.length - 1)).length;
  return lines.map((line, at) => {
    const number = paint(String(startLine + at).padStart(width), COLOURS.quiet);
    return line === "" ? GAP + number : `${GAP}${number}${GAP}${visible(line)}`;
  });
}
