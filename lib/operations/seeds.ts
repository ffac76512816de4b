// What an operation starts from where several symbols or files may be named. Law kept: a path that only the generation before
// has is never answered as if it had no users.

import { z } from "zod";
import { Failure } from "../model/mod.ts";
import {
  fileSymbol,
  indexedFile,
  nameAlone,
  selectSymbol,
  type StoredSymbol,
  type View,
} from "../query/mod.ts";
import { fields, type JsonObject, once, requireFingerprint, symbolFields } from "../wire/mod.ts";
import type { Context, Flag, Positional } from "./context.ts";
import { pathOf } from "./shared.ts";

const MOST = 100;
const list = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(MOST).optional();

/** Fields that name one to a hundred symbols and files. */
export const seedFields = once(() => ({
  symbols: list(symbolFields().symbol.unwrap()).describe(
    "Names, Class.method, path#Class.method or path:line.",
  ),
  symbol_ids: list(symbolFields().symbol_id.unwrap()).describe(
    "Ids from an answer; need expected_fingerprint.",
  ),
  paths: list(fields.path()).describe("Files: all that they hold."),
}));

export interface SeedValues {
  readonly symbols?: readonly string[];
  readonly symbol_ids?: readonly string[];
  readonly paths?: readonly string[];
}

/** A request that names something, and not too much; where it has a field `base`, that or nothing else. */
export function ofSomeSeeds<S extends z.ZodObject>(request: S): S {
  const hasBase = "base" in request.shape;
  const named = Object.keys(seedFields());
  const message = `1 to ${MOST} of symbols, symbol_ids and paths together${hasBase ? ", or base alone" : ""}`;
  return request.superRefine((value, context) => {
    const { symbols, symbol_ids, paths, base } = value as SeedValues & { readonly base?: string };
    const count = (symbols?.length ?? 0) + (symbol_ids?.length ?? 0) + (paths?.length ?? 0);
    const isRight = base === undefined ? count >= 1 && count <= MOST : count === 0;
    if (!isRight) context.addIssue({ code: "custom", path: [], message });
  }).meta({
    description: message,
    anyOf: [
      ...named.map((field) => ({ required: [field], ...hasBase && { not: { required: ["base"] } } })),
      ...hasBase
        ? [{ required: ["base"], not: { anyOf: named.map((field) => ({ required: [field] })) } }]
        : [],
    ],
  });
}

export const seedPositionals: readonly Positional[] = [
  { name: "symbol", field: "symbols", required: false, isMany: true },
];
export const seedFlags: readonly Flag[] = [
  {
    name: "symbol-ids",
    field: "symbol_ids",
    value: "list",
    help: "ids from an answer; need --expected-fingerprint",
  },
  { name: "paths", field: "paths", value: "list", help: "files, separated by commas: all that they hold" },
];

/**
 * The named symbols, files as their own symbols. Failures: request.fingerprint_required, symbol.not_found, symbol.ambiguous,
 * path.not_found (with a pointer to impact_changes where only the generation before has the path), path.outside_root.
 */
export async function requestedSeeds(
  context: Context,
  view: View,
  request: SeedValues,
  expected: string | undefined,
): Promise<StoredSymbol[]> {
  const seeds: StoredSymbol[] = [];
  for (const id of request.symbol_ids ?? []) {
    requireFingerprint({ by: "id", symbolId: id }, expected);
    seeds.push(selectSymbol(view, { by: "id", id }).symbol);
  }
  for (const name of request.symbols ?? []) seeds.push(selectSymbol(view, { by: "name", name }).symbol);
  for (const written of request.paths ?? []) {
    const path = pathOf(context, view, written);
    if (view.reader.files.byPath(path) === null) await refuseDeleted(context, view, path);
    seeds.push(fileSymbol(view, indexedFile(view, path).path));
  }
  return [...new Map(seeds.map((symbol) => [symbol.number, symbol])).values()];
}

/** The request with its seeds so that each means just that one, whatever the filter. */
export function sameSeeds(view: View, request: JsonObject, seeds: readonly StoredSymbol[]): JsonObject {
  const { symbols: _names, symbol_ids: _ids, paths: _paths, ...rest } = request;
  const told: Record<string, string[]> = {};
  for (const seed of seeds) {
    const [field, name] =
      Object.entries(seed.kind === "file" ? { path: seed.path } : nameAlone(view, seed))[0];
    (told[`${field}s`] ??= []).push(name);
  }
  return { ...rest, ...told };
}

/** Throws path.not_found where only the generation before has the path. */
async function refuseDeleted(context: Context, view: View, path: string): Promise<void> {
  const before = await context.before({ by: "previous" }, view.filter).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "index.baseline_unavailable") return null;
    throw error;
  });
  const earlier = before?.view.reader.files.byPath(path) ?? null;
  if (before === null || earlier === null || earlier.status === "omitted") return;
  throw new Failure("path.not_found", `${path} is only in the generation before.`, {
    hint: "Ask impact_changes: it looks up what was deleted in the earlier graph.",
    detail: { path, operation: { kind: "impact_changes", paths: [path] } },
  });
}
