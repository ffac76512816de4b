// Pieces of which the operations make the schemas of their items: symbols, relationships, sites, quoted source. Laws kept:
// as in answers, strict and made when asked for. An id names a piece in the JSON Schema, where it is told once.

import { z } from "zod";
import {
  CONFIDENCES,
  EDGE_KINDS,
  LSP_KINDS,
  ROLES,
  type SymbolKind,
  UNRESOLVED_REASONS,
} from "../model/mod.ts";

/** Makes a thing when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

export const count = (): z.ZodInt => z.int().min(0);
export const line = (): z.ZodInt => z.int().min(1);
export const flag = () => z.literal(true).optional();
export const digest = once(() =>
  z.string().regex(/^[0-9a-f]{64}$/).meta({ id: "sha256", description: "SHA-256, 64 hex digits." })
);
export const confidence = once(() =>
  z.enum(CONFIDENCES).meta({ id: "confidence", description: "How sure a binding is, surest first." })
);
const symbolKind = once(() =>
  z.enum(Object.keys(LSP_KINDS) as [SymbolKind, ...SymbolKind[]]).meta({ id: "symbol_kind" })
);
const symbolId = () => z.string().min(1).describe("Valid with the fingerprint of this answer only.");
const path = () => z.string().min(1).describe("Relative to the root of the worktree.");

/** What every item about a symbol has. */
const symbolShape = once(() => ({
  symbol_id: symbolId(),
  kind: symbolKind(),
  name: z.string(),
  qualified_name: z.string(),
  path: path(),
  start_line: line(),
  end_line: line(),
}));

/** Where its name stands, and how it is declared. */
export const headShape = once(() => ({
  line: line().describe("Line of the name."),
  signature: z.string().optional(),
  is_test: flag(),
}));

/** What the firewall says of an item. */
const guardShape = once(() => ({
  redacted: flag().describe("A text of it was altered."),
  bidi_controls: flag().describe("It holds characters that reorder what is shown."),
}));

/** An item about a symbol, with these fields beside those that every one has. */
export function itemSchema<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ ...symbolShape(), ...shape, ...guardShape() });
}

/** An item that is no symbol. */
export function plainSchema<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ ...shape, ...guardShape() });
}

export const site = once(() =>
  z.strictObject({ path: path(), line: line(), column: count().describe("In UTF-8 bytes, from 0.") })
    .meta({ id: "site", description: "Where a name stands." })
);

/** What every relationship has. */
export const relationShape = once(() => ({
  kind: z.enum(EDGE_KINDS),
  site: site(),
  resolution: z.enum(["resolved_static", "candidate"]),
  confidence: confidence(),
  rule_id: z.string().regex(/^.+@\d+$/).describe("The rule that bound it, with its version."),
  via: z.array(z.string()).describe("The steps that bound it, each with its place."),
}));

export const relation = once(() => z.strictObject(relationShape()).meta({ id: "relation" }));

export const moreSites = () => z.int().min(1).optional().describe("Relationships that are not told.");

/** Relationships as most items tell them. */
export const relatedShape = once(() => ({
  ...headShape(),
  relations: z.array(relation()),
  more_sites: moreSites(),
}));

/** A site that was not bound, in the symbol in which it stands. */
export const unverifiedSchema = once(() =>
  itemSchema({
    unverified: z.strictObject({
      name: z.string(),
      role: z.enum([...ROLES, "import"]),
      site: site(),
      receiver: z.string().nullable().describe("The receiver as written."),
      reason: z.enum(UNRESOLVED_REASONS),
      module: z.string().nullable().describe("The module that owns the name, where that is known."),
    }),
  }).meta({
    id: "unverified_item",
    description: "A site of that name that was not bound: it may or may not mean it.",
  })
);

/** What is quoted. */
export const quotedShape = once(() => ({
  path: path(),
  start_line: line(),
  end_line: line(),
  sha256: digest().describe("Of exactly the lines that are shown, as they are in the file."),
  text: z.string(),
  clipped: flag().describe("It is less than what was asked for."),
  redacted: flag().describe("Text was altered; the digest is that of the original."),
}));

export const quoted = once(() => z.strictObject(quotedShape()).meta({ id: "source" }));

/** A step from what is affected to what affects it. */
const witnessStep = once(() => {
  const { via, ...relation } = relationShape();
  return z.strictObject({
    ...relation,
    via: via.optional(),
    from: z.string().describe("symbol_id of what is affected."),
    to: z.string().describe("symbol_id of what affects it."),
    granularity: z.literal("module").optional(),
    note: z.enum([
      "class_call",
      "override",
      "overridden",
      "inner",
      "owner",
      "handed",
      "decorated",
      "member",
    ]).optional(),
    step_confidence: confidence().optional().describe("Where the step is less sure than the relationship."),
  }).meta({ id: "witness_step" });
});

/** A path from the change outwards. */
export const witnessShape = once(() => ({
  distance: count(),
  weakest: confidence().describe("The confidence of its least sure step."),
  granularity: z.enum(["module", "owner"]).optional().describe(
    "Reached only through a whole module, or through whoever has what a member belongs to.",
  ),
  witness: z.array(witnessStep()).describe("From the changed symbol outwards."),
  steps_left_out: count().optional().describe("Steps between the first and the last, which had no room."),
}));

export const generation = () =>
  z.enum(["before", "after"]).describe("The generation that the item speaks of.");
