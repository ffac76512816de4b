// What became of a relationship. Laws kept: where the generation of the answer is kept, both ends are known and must be the
// same; an edge that another relationship of that generation became is not taken for this one.

import type { StoredEdge, StoredSymbol } from "../../query/mod.ts";
import type { JsonValue } from "../../wire/mod.ts";
import type { Ground, Site } from "./ground.ts";
import {
  candidates,
  isAlike,
  isAsSure,
  isAt,
  isConsistent,
  isExactly,
  type SaidRelation,
} from "./relations.ts";
import type { Side } from "./side.ts";
import { missing } from "./symbols.ts";
import { type Difference, type Finding, found, neverSo, type Place } from "./verdicts.ts";

export function relationFinding(side: Side, said: SaidRelation): Finding {
  if (!isConsistent(said)) return found("changed", "contradicts_itself");
  const { ground, origin } = side;
  const then = origin === null
    ? null
    : candidates(origin, (id) => origin.symbol(id), said, said.site.path).filter((edge) =>
      isExactly(edge, said)
    );
  // As it was told, where that is known: with both of its ends.
  const known = origin === null || then === null || then.length === 0 ? null : new Origin(side, origin, then);
  const path = side.pathNow(said.site.path) ?? said.site.path;
  const now = candidates(ground, (id) => side.locate(id), said, path).filter((edge) =>
    known === null || known.joins(edge)
  );
  const exact = now.find((edge) => isExactly(edge, said));
  if (exact !== undefined && (origin === null || known !== null)) {
    return { verdict: "holds", ...idsOfEnds(ground, exact) };
  }
  const finding = otherwise(side, said, now, known, path);
  const isFromFile = finding.verdict === "moved" && finding.reason === "lines" &&
    side.isAsCited(said.site.path);
  return (origin !== null && known === null) || isFromFile ? neverSo(finding) : finding;
}

/** The relationship as the generation of the answer has it. */
class Origin {
  readonly #side: Side;
  readonly #ground: Ground;
  readonly edges: readonly StoredEdge[];
  readonly #pairs: readonly (readonly [source: StoredSymbol | null, target: StoredSymbol | null])[];

  constructor(side: Side, ground: Ground, edges: readonly StoredEdge[]) {
    this.#side = side;
    this.#ground = ground;
    this.edges = edges;
    const now = (number: number) => side.locate(ground.view.symbol(number).id);
    this.#pairs = edges.map(({ source, target }) => [now(source), now(target)]);
  }

  get name(): string {
    return this.edges[0].name;
  }

  get target(): string {
    return this.#ground.view.symbol(this.edges[0].target).id;
  }

  joins({ source, target }: StoredEdge): boolean {
    return this.#pairs.some(([one, other]) => one?.number === source && other?.number === target);
  }

  /** The source as it was and as it is. */
  get source(): readonly [StoredSymbol, StoredSymbol | null] {
    return [this.#ground.view.symbol(this.edges[0].source), this.#pairs[0][0]];
  }

  /**
   * Of edges of the same ends, those that this one may have become: what stands in a line of the same text, in the same rank
   * among those; without any, what no other edge of the origin became.
   */
  ownOf(now: readonly StoredEdge[]): readonly StoredEdge[] {
    const [own] = this.edges;
    const { view } = this.#ground;
    const then = view.reader.edges.from(own.source, [own.kind]).filter(({ target }) => target === own.target);
    const line = (ground: Ground) => ({ path, line }: StoredEdge) => ground.lineText(path, line);
    const [was, is] = [Map.groupBy(then, line(this.#ground)), Map.groupBy(now, line(this.#side.ground))];
    const text = this.#ground.lineText(own.path, own.line);
    const alike = is.get(text);
    if (alike === undefined) return now.filter((edge) => !was.has(line(this.#side.ground)(edge)));
    const rank = was.get(text)?.findIndex(({ byteOffset, path }) =>
      byteOffset === own.byteOffset && path === own.path
    );
    return alike.slice(rank, (rank ?? 0) + 1);
  }
}

/** What stands in the place of a relationship that is not there as it was told. */
function otherwise(
  side: Side,
  said: SaidRelation,
  now: readonly StoredEdge[],
  known: Origin | null,
  path: string,
): Finding {
  const { ground } = side;
  const expected = expectedSite(side, said, known, path);
  // Where the ends are known to be the same, its steps may stand in other files too.
  const moved = known === null ? (one: string) => side.pathNow(one) ?? one : null;
  const here = now.filter((edge) => isAt(edge, expected));
  const alike = here.find((edge) => isAlike(edge, said, moved));
  if (alike !== undefined) return movedTo(ground, alike, said);
  if (here.length > 0) return changedTo(ground, here[0], said, known);
  const own = known === null ? now : known.ownOf(now);
  const elsewhere = nearest(own.filter((edge) => isAlike(edge, said, moved)), expected);
  const isNamed = (name: string) => known === null || name === known.name;
  const others = ground.edgesAt(expected).filter(({ name }) => isNamed(name));
  const misses = ground.missesAt(expected).filter(({ name }) => isNamed(name));
  // Where the name is known to stand as it stood, it means something else now.
  if (known !== null && others.length > 0) return changedTo(ground, others[0], said, known);
  if (known !== null && misses.length > 0) return unboundNow(misses[0].reason, expected);
  if (elsewhere !== null) return movedTo(ground, elsewhere, said);
  if (others.length > 0) return changedTo(ground, others[0], said, known);
  if (misses.length > 0) return unboundNow(misses[0].reason, expected);
  const weaker = nearest(own.filter((edge) => !isAsSure(edge, said)), expected);
  return weaker === null
    ? missing(ground, said.site.path, "no_edge")
    : changedTo(ground, weaker, said, known);
}

/** Where the site stands if it moved with what it stands in. */
function expectedSite(side: Side, said: SaidRelation, known: Origin | null, path: string): Site {
  const { line, column } = said.site;
  if (known === null || side.isAsCited(said.site.path)) return { path, line, column };
  const [was, is] = known.source;
  if (is === null || is.kind === "file" || was.path !== said.site.path) return { path, line, column };
  return { path: is.path, line: line + is.startLine - was.startLine, column };
}

function nearest(edges: readonly StoredEdge[], { path, line, column }: Site): StoredEdge | null {
  let best: StoredEdge | null = null;
  let least = Infinity;
  for (const edge of edges) {
    const distance = edge.path === path
      ? Math.abs(edge.line - line) * 1_000 + Math.abs(edge.column - column)
      : 1e9;
    if (distance < least) [best, least] = [edge, distance];
  }
  return best;
}

function movedTo(ground: Ground, edge: StoredEdge, said: SaidRelation): Finding {
  const isInPlace = isAt(edge, said.site);
  const reason = isInPlace ? "via" : edge.path === said.site.path ? "lines" : "other_file";
  const more = {
    now: placeOfEdge(edge),
    ...idsOfEnds(ground, edge),
    ...isInPlace && { differs: [{ field: "via", said: [...said.via ?? []], now: [...edge.via] }] },
  };
  return found("moved", reason, more);
}

function changedTo(ground: Ground, edge: StoredEdge, said: SaidRelation, known: Origin | null): Finding {
  const { source, target } = idsOfEnds(ground, edge);
  const was = said.target?.id ?? known?.target;
  const fields: [field: string, said: JsonValue | undefined, now: JsonValue][] = [
    ["kind", said.kind, edge.kind],
    ["confidence", said.confidence, edge.confidence],
    ["rule_id", said.ruleId, edge.ruleId],
    ["source", said.source?.id ?? source, source],
    ["target", was ?? target, target],
    ["line", said.site.line, edge.line],
    ["column", said.site.column, edge.column],
    ["via", said.via ?? [...edge.via], [...edge.via]],
  ];
  const differs: Difference[] = fields.filter(([, one, other]) =>
    JSON.stringify(one) !== JSON.stringify(other)
  )
    .map(([field, said, now]) => ({ field, said, now }));
  return found("changed", "bound_otherwise", { now: placeOfEdge(edge), source, target, differs });
}

function unboundNow(reason: string, now: Site): Finding {
  const differs = [{ field: "resolution", said: "bound", now: reason }];
  return found("changed", "unbound", { now, differs });
}

function placeOfEdge({ path, line, column }: StoredEdge): Place {
  return { path, line, column };
}

export function idsOfEnds(
  { view }: Ground,
  { source, target }: StoredEdge,
): { source: string; target: string } {
  return { source: view.symbol(source).id, target: view.symbol(target).id };
}
