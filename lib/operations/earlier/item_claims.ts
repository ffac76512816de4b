// What one item claims. A field of an item is in exactly one of the lists here or among the fields of symbols; what is in none
// is unknown.

import type { JsonObject, JsonValue } from "../../wire/mod.ts";
import type { Claim } from "./claims.ts";
import {
  circleFinding,
  linesFinding,
  namesFinding,
  rankFinding,
  testsFinding,
  unusedFinding,
  witnessFinding,
} from "./facts.ts";
import { isObject, listOf, numberOf, otherKeys, textOf } from "./fields.ts";
import { quoteFinding, quoteOf } from "./quotes.ts";
import { type MakeClaim, malformed, type Reading, uncitedClaims, unknownField } from "./reading.ts";
import { relationClaims } from "./relation_claims.ts";
import type { Side } from "./side.ts";
import { SYMBOL_FIELDS, symbolFinding } from "./symbols.ts";
import { type Finding, found } from "./verdicts.ts";

/** Fields of relationships, sites and quotations, and those that hold a witness path together. */
const EVIDENCE: ReadonlySet<string> = new Set([
  "relations",
  "witness",
  "unverified",
  "source",
  "text",
  "sha256",
]);
const OF_WITNESS: ReadonlySet<string> = new Set([
  "distance",
  "weakest",
  "granularity",
  "steps_left_out",
  "reached",
]);
/** Fields that say how the item is told. */
export const OF_TELLING: ReadonlySet<string> = new Set([
  "part",
  "clipped",
  "redacted",
  "bidi_controls",
  "generation",
]);
/** Fields that say why the item is an answer to what was asked, and how much of it is not told; renames are Git's. */
export const OF_QUESTION: ReadonlySet<string> = new Set([
  "match",
  "more_sites",
  "more_tests",
  "test_count",
  "matches",
  "role",
  "direction",
  "distance",
  "reason",
  "symbols",
  "renamed_from",
  "renamed_to",
]);

const GENERATIONS: ReadonlySet<unknown> = new Set(["before", "after"]);

type Check = (side: Side, item: JsonObject, reading: Reading) => Finding;

/** Fields that are checked as one each, and fields that are checked with them. */
const FACTS: Readonly<Record<string, { readonly check: Check; readonly with?: readonly string[] }>> = {
  witness: { check: witnessFinding, with: [...OF_WITNESS] },
  rank: { check: rankFinding },
  omitted_lines: { check: linesFinding },
  tests: { check: testsFinding },
  names: { check: namesFinding },
  files_in_group: { check: circleFinding, with: ["group"] },
  change: {
    check: (_, item, { changes }) => changes?.finding(item) ?? found("unchecked", "generation_not_kept"),
    with: ["signature_changed"],
  },
};

export function* itemClaims(item: JsonObject, at: number, reading: Reading): Iterable<Claim> {
  const isBefore = item.generation === "before";
  const side = isBefore ? reading.before : reading.now;
  const place = {
    item: at,
    path: textOf(item.path) ?? "",
    line: numberOf(item.start_line, 1) ?? numberOf(item.line, 1),
    ...isBefore && { generation: "before" as const },
  };
  const claim = (
    what: Claim["what"],
    field: string,
    check: (side: Side) => Finding,
    more: Partial<Claim> = {},
  ): Claim => ({
    what,
    field,
    ...place,
    ...textOf(item.kind) !== null && { kind: textOf(item.kind)! },
    ...textOf(item.qualified_name) !== null && { name: textOf(item.qualified_name)! },
    ...more,
    check: () => side === null ? found("unchecked", "generation_not_kept") : check(side),
  });
  if (item.kind === "directory" && item.symbol_id === undefined) {
    yield* folderClaims(item, claim, reading);
    return;
  }
  yield* symbolClaims(item, claim, reading.operation === "source");
  yield* quoteClaims(item, claim);
  yield* relationClaims(item, claim, reading);
  yield* factClaims(item, claim, reading);
  const cited = [place.path, ...listOf(item.tests), ...listOf(item.group)];
  yield* uncitedClaims(cited, side, claim, reading);
}

function* symbolClaims(item: JsonObject, claim: MakeClaim, isPart: boolean): Iterable<Claim> {
  const said = symbolOf(item, isPart);
  if (said === null) {
    yield claim("symbol", "", malformed);
    return;
  }
  const endLine = numberOf(item.end_line, 1);
  yield claim("symbol", "", (side) => symbolFinding(side, said), endLine === null ? {} : { endLine });
}

/** Fields that every item about a symbol has. */
const NEEDED = ["symbol_id", "kind", "name", "qualified_name", "path"] as const;

/** `isPart`: the range of the item is that of the lines which it quotes. */
function symbolOf(item: JsonObject, isPart: boolean) {
  const [id, kind, , qualifiedName, path] = NEEDED.map((field) => textOf(item[field]));
  const lines = [numberOf(item.start_line, 1), numberOf(item.end_line, 1)];
  const isWhole = id !== null && kind !== null && qualifiedName !== null && path !== null &&
    textOf(item.name) !== null && lines.every((line) => line !== null);
  if (!isWhole) return null;
  const { start_line: _start, end_line: _end, ...rest } = item;
  const quote = isObject(item.source) ? item.source : null;
  const isQuotedWhole = quote !== null && quote.start_line === item.start_line &&
    quote.end_line === item.end_line;
  return {
    id,
    kind,
    qualifiedName,
    path,
    line: lines[0]!,
    fields: isPart ? rest : item,
    quotedSha256: isQuotedWhole ? textOf(quote.sha256) : null,
  };
}

function* quoteClaims(item: JsonObject, claim: MakeClaim): Iterable<Claim> {
  const quotes: [field: string, value: JsonValue | undefined][] = [["source", item.source]];
  if (item.text !== undefined || item.sha256 !== undefined) quotes.push(["text", item]);
  for (const [field, value] of quotes) {
    if (value === undefined) continue;
    const said = isObject(value) ? quoteOf(value, item.redacted === true) : null;
    const unknown = field === "source" && isObject(value) ? otherKeys(value, QUOTE) : [];
    for (const key of unknown) {
      yield claim("fact", `source.${key}`, unknownField);
    }
    yield said === null ? claim("source", field, malformed) : claim(
      "source",
      field,
      (side) => quoteFinding(side, said),
      { path: said.path, line: said.startLine, endLine: said.endLine },
    );
  }
}

const QUOTE: ReadonlySet<string> = new Set([
  "path",
  "start_line",
  "end_line",
  "sha256",
  "text",
  "clipped",
  "redacted",
]);

function* factClaims(item: JsonObject, claim: MakeClaim, reading: Reading): Iterable<Claim> {
  const checked = new Set<string>();
  for (const [field, { check, with: others = [] }] of Object.entries(FACTS)) {
    if (item[field] === undefined) continue;
    for (const one of [field, ...others]) checked.add(one);
    if (field === "rank" && reading.now.origin !== reading.now.ground) {
      reading.ranks++;
      continue;
    }
    yield claim("fact", field, (side) => check(side, item, reading));
  }
  if (reading.operation === "unused") {
    checked.add("unbound_sites");
    yield claim("fact", "unused", (side) => unusedFinding(side, item));
  }
  if (item.generation !== undefined && !GENERATIONS.has(item.generation)) {
    yield claim("fact", "generation", malformed);
  }
  for (const [field, value] of Object.entries(item)) {
    const isChecked = checked.has(field) || SYMBOL_FIELDS.has(field) || EVIDENCE.has(field) ||
      OF_TELLING.has(field);
    if (isChecked || value === undefined) continue;
    if (OF_QUESTION.has(field)) reading.ofQuestion++;
    else yield claim("fact", field, unknownField);
  }
}

const FOLDER: ReadonlySet<string> = new Set([
  "kind",
  "path",
  "files",
  "test_files",
  "languages",
  "symbols",
  "central",
]);

function* folderClaims(item: JsonObject, claim: MakeClaim, reading: Reading): Iterable<Claim> {
  yield claim("fact", "files", () => reading.folders.finding(item));
  for (const [at, value] of listOf(item.central).entries()) {
    const field = `central[${at}]`;
    const [kind, qualifiedName, path] = isObject(value)
      ? [textOf(value.kind), textOf(value.qualified_name), textOf(value.path)]
      : [null, null, null];
    const line = isObject(value) ? numberOf(value.line, 1) : null;
    if (!isObject(value) || kind === null || qualifiedName === null || path === null || line === null) {
      yield claim("symbol", field, malformed);
      continue;
    }
    const said = { id: null, kind, qualifiedName, path, line, fields: value, quotedSha256: null };
    yield claim("symbol", field, (side) => symbolFinding(side, said), {
      path,
      line,
      kind,
      name: qualifiedName,
    });
    yield* uncitedClaims([path], reading.now, claim, reading);
  }
  for (const key of otherKeys(item, new Set([...FOLDER, ...OF_TELLING]))) {
    yield claim("fact", key, unknownField);
  }
}
