// Relationships, witness paths and references that were not bound, as rows. Law kept: what is only a candidate says so, and by
// which rule; what is certain is told without a word about it.

import type { JsonObject, JsonValue } from "../../guard/mod.ts";
import { numberOf, objectOf, otherFields, rowsOf, tagOf, textOf } from "./fields.ts";
import { code, joined, type Line, place, quiet, type Row, row, type Span, words } from "./page.ts";
import { nameOfSymbol } from "./symbol_name.ts";

const RELATION: ReadonlySet<string> = new Set([
  "kind",
  "site",
  "resolution",
  "confidence",
  "rule_id",
  "via",
  "from",
  "to",
  "step_confidence",
]);
const MISS: ReadonlySet<string> = new Set(["name", "role", "site", "receiver", "reason", "module"]);

/** Where a relationship or a reference stands. */
export function siteOf(value: JsonValue | undefined): Span {
  const site = objectOf(value);
  return place(textOf(site.path), numberOf(site.line), numberOf(site.column));
}

/** A relationship: what it is, where it stands, its ends where they are told, how sure it is. */
export function relationRow(relation: JsonObject): Row {
  const confidence = tagOf("confidence", textOf(relation.confidence));
  const weaker = textOf(relation.step_confidence);
  const rule: Line = [quiet(textOf(relation.rule_id))];
  const via = Array.isArray(relation.via) ? relation.via.filter((step) => typeof step === "string") : [];
  const isCandidate = confidence.length > 0;
  return row(
    [[words(textOf(relation.kind))], [siteOf(relation.site)], endsOf(relation)],
    [
      confidence,
      isCandidate ? rule : [],
      weaker === "" ? [] : [words("as a step "), ...tagOf("confidence", weaker)],
      ...otherTags(relation, RELATION),
    ],
    [
      isCandidate ? [] : rule,
      isCandidate && via.length > 0 ? [words("via "), ...joined(via.map((step) => [code(step)]), ", ")] : [],
    ],
  );
}

/** `from -> to`, as far as they are told. */
function endsOf({ from, to }: JsonObject): Line {
  const named = (end: JsonValue | undefined): Line => {
    const written = textOf(end);
    return written === "" ? [] : [code(nameOfSymbol(written))];
  };
  const arrow = to === undefined ? [] : [words(from === undefined ? "-> " : " -> ")];
  return [...named(from), ...arrow, ...named(to)];
}

/** A reference that was not bound: where it stands, what is written there and why nothing is known. */
export function missRow(miss: JsonObject, inside: Line): Row {
  const receiver = textOf(miss.receiver);
  const name = textOf(miss.name);
  const written = receiver === "" ? name : `${receiver}.${name}`;
  const module = textOf(miss.module);
  const from: Line = module === "" ? [] : [words("from "), code(module)];
  return row(
    [[siteOf(miss.site)], [words(textOf(miss.role))], [code(written)], inside],
    [tagOf("reason", textOf(miss.reason)), from, ...otherTags(miss, MISS)],
  );
}

/** Fields of one value that no other piece of a row tells. */
export function otherTags(value: JsonObject, known: ReadonlySet<string>): Line[] {
  return otherFields(value, known).map(([name, field]) =>
    typeof field === "object" ? rowsOf(name, field).flatMap(({ cells }) => cells.flat()) : tagOf(name, field!)
  );
}
