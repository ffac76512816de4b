// What an item says of the two ends of a relationship, operation by operation, and the symbol that an answer is about. Law
// kept: an answer does not name its subject, so that it is what its relationships have in common; where they have nothing in
// common, the most of them decide, and where that decides nothing, nothing is said.

import type { JsonObject } from "../../wire/mod.ts";
import { textOf } from "./fields.ts";
import { candidates, type Ends, isExactly, type SaidRelation } from "./relations.ts";
import type { Side } from "./side.ts";

/** The end that stands for what the answer is about. */
export type SubjectEnd = "source" | "target" | null;

export interface ItemEnds {
  readonly ends: Ends;
  readonly subject: SubjectEnd;
}

const NONE = { source: null, target: null, either: null } as const;

/** Parts that a related symbol plays in a pack: those that use its subject, and those that its subject uses. */
const USERS: ReadonlySet<unknown> = new Set(["caller", "test"]);
const USED: ReadonlySet<unknown> = new Set(["callee", "base"]);

/**
 * The ends of a relationship of an item, as far as the item says; null where it says what no answer says. `focus`: the symbol
 * that a pack is of.
 */
export function endsOf(
  operation: string,
  item: JsonObject,
  relation: JsonObject,
  focus: string | null,
): ItemEnds | null {
  const id = textOf(item.symbol_id) ?? "";
  const own = { id };
  const [from, to] = [textOf(relation.from), textOf(relation.to)];
  const isNear = item.distance === 1;
  switch (operation) {
    case "callers":
      if (to !== null) return told({ source: own, target: { id: to } });
      return about({ source: own }, "target");
    case "callees":
      if (from !== null) return told({ source: { id: from }, target: own });
      return about({ target: own }, "source");
    case "references":
      return about({ source: own }, "target");
    case "hierarchy": {
      const { direction } = item;
      if (direction !== "up" && direction !== "down") return null;
      const ends = direction === "up" ? { target: own } : { source: own };
      return isNear ? about(ends, direction === "up" ? "source" : "target") : told(ends);
    }
    case "definition":
      return told({ target: own });
    case "pack": {
      const other = focus === null ? null : { within: focus };
      if (USERS.has(item.role)) return told({ source: own, target: other });
      return USED.has(item.role) ? told({ source: other, target: own }) : null;
    }
    case "cycles":
      return told({ target: { path: to ?? "" } });
    case "explore":
      return told({ source: { qualifiedName: from ?? "" }, target: { qualifiedName: to ?? "" }, either: id });
    default:
      return told({ either: id });
  }
}

function told(ends: Partial<Ends>): ItemEnds {
  return { ends: { ...NONE, ...ends }, subject: null };
}

function about(ends: Partial<Ends>, subject: SubjectEnd): ItemEnds {
  return { ends: { ...NONE, ...ends }, subject };
}

/** What is known of an answer's subject: one of these symbols. */
export interface Subject {
  readonly ids: ReadonlySet<string>;
  /** Whether the relationships lead to several as often. */
  readonly isUnclear: boolean;
}

/** What the relationships of an answer have in common at the end that they do not tell; null where none of them is there. */
export function subjectOf(
  side: Side,
  relations: readonly { readonly relation: SaidRelation; readonly subject: SubjectEnd }[],
): Subject | null {
  const ground = side.origin ?? side.ground;
  const votes = new Map<string, number>();
  let voters = 0;
  for (const { relation, subject } of relations) {
    if (subject === null || ground.view.isOver()) continue;
    const edges = candidates(
      ground,
      (id) => side.origin?.symbol(id) ?? side.locate(id),
      relation,
      relation.site.path,
    );
    const ids = new Set(
      edges.filter((edge) => isExactly(edge, relation)).map((edge) => ground.view.symbol(edge[subject]).id),
    );
    if (ids.size > 0) voters++;
    for (const id of ids) votes.set(id, (votes.get(id) ?? 0) + 1);
  }
  if (voters === 0) return null;
  const most = Math.max(...votes.values());
  const ids = new Set([...votes].filter(([, count]) => count === most).map(([id]) => id));
  return { ids, isUnclear: most < voters && ids.size > 1 };
}
