// A page as Markdown, to be pasted into a review or handed to an agent. Laws kept: nothing from a repository or a request is
// read as Markdown or HTML: it stands in a code span or a fence that is longer than any run of backticks in it, and words
// that hold more than letters, digits and plain punctuation become a code span too. There are no tables: a list needs no
// escapes for what stands in it.

import { visible } from "../../guard/mod.ts";
import {
  type Entry,
  type Fact,
  type Line,
  type Page,
  type Quote,
  type Row,
  type Span,
  words,
} from "./page.ts";

/** The page as Markdown. */
export function pageMarkdown(page: Page): string {
  const hasQuotes = page.entries.some(({ quote }) => quote !== null);
  const blocks = [
    `## ${lineMarkdown(page.title)}`,
    page.lead.map(lineMarkdown).join("\n\n"),
    factList(page.facts),
    ...hasQuotes ? chapters(page.entries) : [entryList(page.entries)],
    page.notes.map((line) => `- ${lineMarkdown(line)}`).join("\n"),
    ...page.commands.map((command) => `Next:\n\n${fenced(command, "sh")}`),
    factList([...page.seals, ...page.cited]),
  ];
  return blocks.filter((block) => block !== "").join("\n\n") + "\n";
}

/** Text in one line. */
function oneLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** Text as a code span; blank ends keep it apart from its own backticks and blanks. */
function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === "") return "";
  const ticks = "`".repeat(longestRun(line) + 1);
  // A reader of Markdown takes one blank off each end, unless all is blank.
  const pad = /^[` ]|[` ]$/.test(line) && line.trim() !== "" ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Text in a fence. */
function fenced(text: string, info: string): string {
  const shown = visible(text.replaceAll("\r\n", "\n"));
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${info}\n${shown}${shown === "" || shown.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** Words that Markdown cannot read as anything else. A number with a full stop behind it would open a list. */
const PLAIN_WORD = /^(?!\d+[.)])\(?[A-Za-z0-9'](?:[A-Za-z0-9'-]*[A-Za-z0-9'])?\)?[.,:;]?\)?$/;
const MARKS = new Set(["", "->", "(", ")", ",", ", ", ":", ";"]);

/** Prose: plain words as they are, every other word as a code span with its closing punctuation behind it. */
function prose(text: string): string {
  return oneLine(text).split(/( +)/).map((word) => {
    if (/^ *$/.test(word) || MARKS.has(word) || PLAIN_WORD.test(word)) return word === "->" ? "→" : word;
    const [, open, inner, close] = /^([('"]*)(.*?)([.,:;)'"]*)$/s.exec(word)!;
    return inner === "" ? codeSpan(word) : `${open}${codeSpan(inner)}${close}`;
  }).join("");
}

function spanMarkdown({ role, text }: Span): string {
  return role === "code" || role === "place" || role === "source" ? codeSpan(text) : prose(text);
}

/** A line without blanks at its ends: those at its start would nest it, or make it code. */
function lineMarkdown(line: Line): string {
  return line.map(spanMarkdown).join("").trim();
}

function rowMarkdown({ cells, tags, evidence }: Row): string {
  const head = cells.map(lineMarkdown).filter((cell) => cell !== "").join(" ");
  return [head, ...tags.map(lineMarkdown), ...evidence.map(lineMarkdown)].filter((part) => part !== "").join(
    ", ",
  );
}

function factList(facts: readonly Fact[]): string {
  return facts.map(({ name, lines }) => {
    const label = lineMarkdown([words(name)]);
    if (lines.length === 1) return `- ${label}: ${lineMarkdown(lines[0])}`;
    return [`- ${label}:`, ...lines.map((line) => `  - ${lineMarkdown(line)}`)].join("\n");
  }).join("\n");
}

/** Entries as one list, nested at most one level deeper than the entry before. */
function entryList(entries: readonly Entry[]): string {
  let section = "";
  let depth = -1;
  const blocks: string[][] = [[]];
  for (const entry of entries) {
    if (entry.section !== section) {
      section = entry.section;
      depth = -1;
      blocks.push(section === "" ? [] : [`### ${lineMarkdown([words(section)])}`], []);
    }
    depth = Math.min(entry.depth, depth + 1);
    const indent = "  ".repeat(depth);
    blocks.at(-1)!.push(
      `${indent}- ${rowMarkdown(entry.head)}`,
      ...entry.rows.map((row) => `${indent}  - ${rowMarkdown(row)}`),
    );
  }
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n")).join("\n\n");
}

/** Entries under headings of their own, since source does not sit well in a list. */
function chapters(entries: readonly Entry[]): string[] {
  let section = "";
  return entries.flatMap((entry) => {
    const isNew = entry.section !== section && entry.section !== "";
    section = entry.section;
    return [
      isNew ? `### ${lineMarkdown([words(section)])}` : "",
      `${section === "" ? "###" : "####"} ${rowMarkdown({ ...entry.head, evidence: [] })}`,
      [...entry.head.evidence.map(lineMarkdown), ...entry.rows.map(rowMarkdown)].map((line) => `- ${line}`)
        .join("\n"),
      entry.quote === null ? "" : quoted(entry.quote),
    ];
  });
}

function quoted({ path, startLine, endLine, sha256, text }: Quote): string {
  const extension = /\.([A-Za-z0-9]{1,12})$/.exec(path)?.[1].toLowerCase() ?? "";
  const cited = codeSpan(`${path}:${startLine}-${endLine}`);
  return `${cited} sha256 ${codeSpan(sha256)}\n\n${fenced(text, extension)}`;
}
