// Items as entries of a page, by the fields that they have: folders, references that were not bound, and symbols with their
// relationships, witness paths and source. An operation whose items have these fields needs nothing of its own here.

import type { JsonObject, JsonValue } from "../../guard/mod.ts";
import {
  factOf,
  isObject,
  numberOf,
  objectOf,
  objectsOf,
  otherFields,
  rowsOf,
  textOf,
  wordsOf,
} from "./fields.ts";
import {
  code,
  type Entry,
  type Line,
  place,
  quiet,
  type Quote,
  type Row,
  row,
  source,
  words,
} from "./page.ts";
import { missRow, otherTags, relationRow } from "./relations.ts";
import { nameOfSymbol } from "./symbol_name.ts";

/** Fields that a symbol's entry tells in its own way, or that only a program needs. */
const SYMBOL: ReadonlySet<string> = new Set([
  "symbol_id",
  "kind",
  "name",
  "qualified_name",
  "path",
  "start_line",
  "end_line",
  "line",
  "signature",
  "doc",
  "distance",
  "depth",
  "parent",
  "lsp_kind",
  "range",
  "selection_range",
  "rank",
  "relations",
  "witness",
  "unverified",
  "part",
  "source",
  "text",
  "sha256",
]);
const FOLDER: ReadonlySet<string> = new Set(["path", "kind", "files", "test_files", "symbols", "languages"]);
/** Fields of quoted source that are not the quotation itself. */
const QUOTE: ReadonlySet<string> = new Set(["path", "start_line", "end_line", "sha256", "text"]);

const NOT_BOUND = "Not bound";

/** One item as an entry. */
export function entryOf(item: JsonObject): Entry {
  if (isObject(item.unverified)) return missEntry(item, item.unverified);
  if (item.kind === "directory" && item.symbol_id === undefined) return folderEntry(item);
  return typeof item.verdict === "string" ? verdictEntry(item, item.verdict) : symbolEntry(item);
}

/** Fields of a verdict that its entry tells in its own way. */
const VERDICT: ReadonlySet<string> = new Set([
  "verdict",
  "what",
  "kind",
  "qualified_name",
  "path",
  "start_line",
  "end_line",
  "column",
  "item",
  "field",
  "now",
  "differs",
  "from",
  "to",
]);

/** What an earlier answer said of a place, and what became of it. */
function verdictEntry(item: JsonObject, verdict: string): Entry {
  const path = textOf(item.path);
  const now = objectOf(item.now);
  const [source, target] = [nameOfSymbol(textOf(item.from)), nameOfSymbol(textOf(item.to))];
  return {
    section: verdict,
    depth: 0,
    head: row(
      [
        path === "" ? [] : [place(path, numberOf(item.start_line), numberOf(item.column))],
        [words(textOf(item.kind) || textOf(item.what))],
        source === "" || target === "" ? nameLine(item) : [code(source), words(" -> "), code(target)],
      ],
      [
        ...scalarTags(item, VERDICT),
        now.path === undefined
          ? []
          : [words("now "), place(textOf(now.path), numberOf(now.start_line), numberOf(now.column))],
        typeof item.item === "number"
          ? [quiet(`items[${item.item}].${textOf(item.field)}`.replace(/\.$/, ""))]
          : [
            quiet(textOf(item.field)),
          ],
      ],
    ),
    rows: objectsOf(item.differs).map(({ field, said, now }) =>
      row([[words(wordsOf(textOf(field)))], [...valueLine(said), words(" -> "), ...valueLine(now)]])
    ),
    quote: null,
  };
}

function valueLine(value: JsonValue | undefined): Line {
  return factOf("", value ?? null).lines.flat();
}

function missEntry(item: JsonObject, miss: JsonObject): Entry {
  const name = nameLine(item);
  const inside: Line = name.length === 0 ? [] : [words("in "), ...name];
  return {
    section: NOT_BOUND,
    depth: 0,
    head: missRow(miss, inside),
    rows: listRows(item, SYMBOL),
    quote: null,
  };
}

function folderEntry(item: JsonObject): Entry {
  const counts: Line[] = [
    [words(`${numberOf(item.files) ?? 0} files`)],
    [words(`${numberOf(item.symbols) ?? 0} symbols`)],
    (numberOf(item.test_files) ?? 0) > 0 ? [words(`${item.test_files} with tests`)] : [],
    factOf("languages", objectOf(item.languages)).lines.flat(),
  ];
  const path = textOf(item.path);
  return {
    section: "",
    depth: 0,
    head: row([[place(path.endsWith("/") ? path : `${path}/`)]], [...counts, ...scalarTags(item, FOLDER)]),
    rows: Object.entries(item).flatMap(([name, value]) =>
      name === "central" ? objectsOf(value).map((symbol) => row(placed(symbol))) : []
    ).concat(listRows(item, new Set([...FOLDER, "central"]))),
    quote: null,
  };
}

function symbolEntry(item: JsonObject): Entry {
  const quoted = isObject(item.source) ? item.source : typeof item.text === "string" ? item : null;
  const quote = quoted === null ? null : quoteOf(quoted);
  const relations = [...objectsOf(item.relations), ...objectsOf(item.witness)].map(relationRow);
  const signature = textOf(item.signature);
  const isNested = typeof item.depth === "number";
  const told: Line = signature === "" || quote !== null ? [] : [source(signature)];
  const isRow = relations.length === 0 && !isNested;
  const distance = numberOf(item.distance) ?? 1;
  const cells = placed(item);
  return {
    section: textOf(item.part),
    depth: numberOf(item.depth) ?? 0,
    head: row(
      isNested && told.length > 0 ? [cells[0], cells[1], told] : cells,
      [
        ...scalarTags(item, SYMBOL),
        distance > 1 ? [words(`${distance} steps`)] : [],
        rangeOf(item, quote),
        ...isObject(item.source) ? scalarTags(item.source, QUOTE) : [],
      ],
      isRow || isNested ? [] : [told],
    ),
    rows: [
      ...isRow && told.length > 0 ? [row([told])] : [],
      ...quote === null ? docRows(textOf(item.doc)) : [],
      ...relations,
      ...listRows(item, SYMBOL),
    ],
    quote,
  };
}

/** Place, kind and name of a symbol. */
function placed(symbol: JsonObject): [Line, Line, Line] {
  const line = numberOf(symbol.line) ?? numberOf(symbol.start_line);
  return [[place(textOf(symbol.path), line)], [words(textOf(symbol.kind))], nameLine(symbol)];
}

/** A file is named by its place alone. */
function nameLine(symbol: JsonObject): Line {
  const name = textOf(symbol.qualified_name) || textOf(symbol.name);
  return name === "" || symbol.kind === "file" ? [] : [code(name)];
}

/** The lines of a symbol of several, unless a quotation shows them. */
function rangeOf({ kind, start_line, end_line }: JsonObject, quote: Quote | null): Line {
  const isTold = kind === "file" || start_line === end_line || typeof end_line !== "number";
  const isShown = quote?.startLine === start_line && quote?.endLine === end_line;
  return isTold || isShown ? [] : [quiet(`lines ${start_line}-${end_line}`)];
}

function quoteOf({ path, start_line, end_line, sha256, text }: JsonObject): Quote {
  return {
    path: textOf(path),
    startLine: numberOf(start_line) ?? 1,
    endLine: numberOf(end_line) ?? 1,
    sha256: textOf(sha256),
    text: textOf(text),
  };
}

/** The first line of a comment. */
function docRows(doc: string): Row[] {
  const first = doc.split("\n").map((line) => line.trim()).find((line) => line !== "");
  return first === undefined ? [] : [row([[source(first)]])];
}

/** Other fields of one value as tags. */
function scalarTags(item: JsonObject, known: ReadonlySet<string>): Line[] {
  const lists = otherFields(item, known).filter(([, value]) => typeof value === "object").map(([name]) =>
    name
  );
  return otherTags(item, new Set([...known, ...lists]));
}

/** Other fields of many values as rows. */
function listRows(item: JsonObject, known: ReadonlySet<string>): Row[] {
  return otherFields(item, known).flatMap(([name, value]) =>
    typeof value === "object" ? rowsOf(name, value) : []
  );
}
