// Claims about references that were not bound: that a name stands at a site, and why nothing is known of what it means.

import type { StoredMiss } from "../../query/mod.ts";
import { isSaid, type JsonObject, type JsonValue } from "../../wire/mod.ts";
import { missOf } from "../items.ts";
import { idsOfEnds } from "./edges.ts";
import { siteOf, textOf } from "./fields.ts";
import type { Site } from "./ground.ts";
import type { Side } from "./side.ts";
import { missing } from "./symbols.ts";
import { type Difference, type Finding, found, HOLDS, neverSo } from "./verdicts.ts";

export interface SaidSite {
  readonly site: Site;
  /** The symbol in which it stands. */
  readonly source: string;
  readonly name: string;
  readonly fields: JsonObject;
}

/** What an answer says of a reference that was not bound. */
export const SITE_FIELDS: ReadonlySet<string> = new Set([
  "name",
  "role",
  "site",
  "receiver",
  "reason",
  "module",
]);

/** The reference that a value tells, inside a symbol; null where it tells none. */
export function siteClaimOf(value: JsonObject, source: string): SaidSite | null {
  const [site, name] = [siteOf(value.site), textOf(value.name)];
  const isWhole = [...SITE_FIELDS].every((field) => value[field] !== undefined);
  return site === null || name === null || !isWhole ? null : { site, source, name, fields: value };
}

function differences(miss: StoredMiss, { fields }: SaidSite): Difference[] {
  const told = missOf(miss);
  return [...SITE_FIELDS].filter((field) => field !== "site" && !isSaid(fields[field], told[field]))
    .map((field) => ({ field, said: fields[field] as JsonValue, now: told[field] }));
}

export function siteFinding(side: Side, said: SaidSite): Finding {
  const { ground, origin } = side;
  const isSo = (miss: StoredMiss, source: number | undefined) =>
    miss.source === source && differences(miss, said).length === 0;
  const then = origin?.symbol(said.source);
  const wasSo = origin === null || origin.missesAt(said.site).some((miss) => isSo(miss, then?.number));
  const source = side.locate(said.source);
  const exact = ground.missesAt(said.site).find((miss) => isSo(miss, source?.number));
  if (exact !== undefined && wasSo) return HOLDS;
  const shift = source === null || then === undefined || then === null || then.kind === "file"
    ? 0
    : source.startLine - then.startLine;
  const path = side.pathNow(said.site.path) ?? said.site.path;
  const { line, column } = said.site;
  const finding = otherwise(side, said, { path, line: line + shift, column }, source?.number);
  const isFromFile = finding.verdict === "moved" && side.isAsCited(said.site.path);
  return !wasSo || isFromFile ? neverSo(finding) : finding;
}

/** What stands in the place of a reference that is not there as it was told. */
function otherwise(side: Side, said: SaidSite, expected: Site, source: number | undefined): Finding {
  const { ground } = side;
  const now = expected;
  const here = ground.missesAt(expected).find(({ name }) => isSaid(said.name, name));
  if (here !== undefined) {
    const differs = differences(here, said);
    if (differs.length > 0) return found("changed", "recorded_otherwise", { now, differs });
    const isInPlace = expected.path === said.site.path && expected.line === said.site.line;
    if (here.source === source && !isInPlace) return moved(said, here);
    const is = ground.view.symbol(here.source).id;
    return found("changed", "recorded_otherwise", {
      now,
      differs: [{ field: "symbol_id", said: said.source, now: is }],
    });
  }
  const bound = ground.edgesAt(expected).find(({ name }) => isSaid(said.name, name));
  if (bound !== undefined) {
    const differs = [{ field: "reason", said: said.fields.reason, now: bound.confidence }];
    return found("changed", "bound", { now, ...idsOfEnds(ground, bound), differs });
  }
  const alike = ground.missesIn(expected.path)
    .filter((miss) => miss.source === source && differences(miss, said).length === 0)
    .sort((a, b) => Math.abs(a.line - expected.line) - Math.abs(b.line - expected.line));
  return alike.length > 0 ? moved(said, alike[0]) : missing(ground, said.site.path, "no_site");
}

function moved({ site }: SaidSite, { path, line, column }: StoredMiss): Finding {
  return found("moved", path === site.path ? "lines" : "other_file", { now: { path, line, column } });
}
