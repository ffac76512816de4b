// What an item claims of relationships: those of its symbol, the steps of its witness path, a site that was not bound. Law
// kept: an end that is not told is the answer's subject, or nothing is said of it.

import type { JsonObject, JsonValue } from "../../wire/mod.ts";
import type { Claim } from "./claims.ts";
import { relationFinding } from "./edges.ts";
import { endsOf, type SubjectEnd } from "./ends.ts";
import { isObject, listOf, otherKeys, textOf } from "./fields.ts";
import { type MakeClaim, malformed, type Reading, uncitedClaims, unknownField } from "./reading.ts";
import { relationOf, type SaidRelation, witnessStepOf } from "./relations.ts";
import type { Side } from "./side.ts";
import { SITE_FIELDS, siteClaimOf, siteFinding } from "./sites.ts";
import { type Finding, found } from "./verdicts.ts";

const RELATION: ReadonlySet<string> = new Set([
  "kind",
  "site",
  "resolution",
  "confidence",
  "rule_id",
  "via",
  "from",
  "to",
  "note",
]);
const STEP: ReadonlySet<string> = new Set([...RELATION, "granularity", "step_confidence"]);

export function* relationClaims(item: JsonObject, claim: MakeClaim, reading: Reading): Iterable<Claim> {
  for (const { field, value, relation, subject } of relationsOf(item, reading)) {
    const known = field.startsWith("witness") ? STEP : RELATION;
    for (const key of isObject(value) ? otherKeys(value, known) : []) {
      yield claim("fact", `${field}.${key}`, unknownField);
    }
    if (relation === null) {
      yield claim("relation", field, malformed);
      continue;
    }
    const { site, kind } = relation;
    const place = { ...site, kind };
    yield claim("relation", field, (side) => ofSubject(side, relation, subject, reading), place);
    yield* uncitedClaims(
      [site.path],
      item.generation === "before" ? reading.before : reading.now,
      claim,
      reading,
    );
  }
  if (item.unverified === undefined) return;
  const miss = item.unverified;
  const said = isObject(miss) ? siteClaimOf(miss, textOf(item.symbol_id) ?? "") : null;
  for (const key of isObject(miss) ? otherKeys(miss, SITE_FIELDS) : []) {
    yield claim("fact", `unverified.${key}`, unknownField);
  }
  if (said === null) {
    yield claim("site", "unverified", malformed);
    return;
  }
  const { site, name } = said;
  yield claim("site", "unverified", (side) => siteFinding(side, said), {
    ...site,
    name,
  });
  yield* uncitedClaims([site.path], reading.now, claim, reading);
}

interface ToldRelation {
  readonly field: string;
  readonly value: JsonValue;
  /** Null where it is none. */
  readonly relation: SaidRelation | null;
  readonly subject: SubjectEnd;
}

/** The relationships of an item, and the steps of its witness path. */
export function* relationsOf(
  item: JsonObject,
  { operation, focus }: Pick<Reading, "operation" | "focus">,
): Iterable<ToldRelation> {
  for (const [at, value] of listOf(item.relations).entries()) {
    const field = `relations[${at}]`;
    const ends = isObject(value) ? endsOf(operation, item, value, focus) : null;
    const isTold = isObject(value) && (value.note === undefined || value.note === "class_call");
    const relation = isTold && ends !== null ? relationOf(value, ends.ends) : null;
    yield { field, value, relation, subject: ends?.subject ?? null };
  }
  for (const [at, value] of listOf(item.witness).entries()) {
    const relation = isObject(value) ? witnessStepOf(value) : null;
    yield { field: `witness[${at}]`, value, relation, subject: null };
  }
}

/** What became of a relationship, the end that it does not tell being the subject. */
function ofSubject(side: Side, relation: SaidRelation, subject: SubjectEnd, reading: Reading): Finding {
  const known = subject === null ? null : reading.subject();
  if (known === null || subject === null) return relationFinding(side, relation);
  if (known.ids.size === 1) {
    const [id] = known.ids;
    return relationFinding(side, { ...relation, [subject]: { id } });
  }
  const finding = relationFinding(side, relation);
  const isUnclear = finding.verdict === "holds" && known.isUnclear;
  return isUnclear ? { ...finding, ...found("unchecked", "subject_unclear") } : finding;
}
