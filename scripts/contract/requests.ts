// Random requests, made from the JSON Schemas of the operations: which fields there are, which go together and what they may
// hold is read from the schema; only what means something in a repository is drawn from it. A field of an operation made
// tomorrow is asked for without a change here.

import fc from "fast-check";
import { LANGUAGES } from "../../lib/languages/mod.ts";
import { jsonSchemas, OPERATIONS } from "../../lib/operations/mod.ts";
import type { SymbolRow, World } from "./world.ts";

type Fields = Record<string, unknown>;
// deno-lint-ignore no-explicit-any
type JsonSchema = any;

/** What a field may hold that a schema cannot know, by its name. */
function poolsOf({ files, omitted, symbols, fingerprint }: World, before: World | null) {
  const paths = [...files.keys()];
  const folders = [
    ...new Set(paths.flatMap((path) => path.includes("/") ? [path.slice(0, path.lastIndexOf("/") + 1)] : [])),
  ];
  const rows = [...symbols.values()];
  const row = fc.constantFrom(...rows);
  const path = often(fc.constantFrom(...paths), [
    ...omitted,
    ...folders,
    "gone.py",
    "../out.py",
    "./" + paths[0],
  ]);
  const symbol = often(
    fc.oneof(
      row.map(({ name }) => name),
      row.map(({ qualified_name }) => qualified_name),
      row.map(({ path, qualified_name }) => `${path}#${qualified_name}`),
      row.map(({ path, line }) => `${path}:${line}`),
    ),
    ["nobody", "", "a.b.c", `${paths[0]}:99999`, "#", '"'].filter((one) => one !== ""),
  );
  const id = often(row.map(({ id }) => id), ["gone.py#gone()."]);
  const fingerprints = [fingerprint, ...before === null ? [] : [before.fingerprint]];
  return new Map<string, fc.Arbitrary<unknown>>(Object.entries({
    symbol,
    symbols: fc.array(symbol, { minLength: 1, maxLength: 4 }),
    symbol_id: id,
    symbol_ids: fc.array(id, { minLength: 1, maxLength: 4 }),
    path,
    paths: fc.array(path, { minLength: 1, maxLength: 4 }),
    path_prefix: often(
      fc.oneof(fc.constantFrom(...paths), fc.constantFrom("", ...folders).map((one) => one || "x")),
      [
        "nowhere/",
        "../",
      ],
    ),
    language: often(fc.constantFrom(...LANGUAGES.map(({ id }) => id)), ["nolanguage"]),
    name: row.map(({ name }) => name || "x"),
    query: fc.oneof(
      symbol,
      fc.constantFrom("how does it run", "parse the config", "*", 'say "x" OR y', "größe ☃"),
      fc.string({ minLength: 1, maxLength: 40 }),
    ),
    base: often(fc.constant("HEAD"), ["nowhere"]),
    before_fingerprint: often(fc.constantFrom(...fingerprints), ["0".repeat(64)]),
    file_sha256: fc.constantFrom(...files.values()).map(({ sha256 }) => sha256),
    line: fc.integer({ min: 1, max: 400 }),
    column: fc.integer({ min: 0, max: 60 }),
    answer: fc.tuple(
      fc.subarray(rows.slice(0, 200), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...fingerprints),
    )
      .map(([some, fingerprint]) => answerOf(some, fingerprint, files)),
    start_line: fc.integer({ min: 1, max: 60 }),
    end_line: fc.integer({ min: 1, max: 400 }),
  }));
}

/** An answer that somebody may have kept: that these symbols are there. */
function answerOf(rows: readonly SymbolRow[], fingerprint: string, files: World["files"]): Fields {
  const paths = [...new Set(rows.map(({ path }) => path))];
  return {
    schema: "evident.query.v1",
    fingerprint,
    operation: "symbols",
    files: Object.fromEntries(paths.map((path) => [path, files.get(path)?.sha256 ?? "0".repeat(64)])),
    items: rows.map(({ id, path, name, qualified_name, kind, start_line, end_line }) => ({
      symbol_id: id,
      kind,
      name,
      qualified_name,
      path,
      start_line,
      end_line,
    })),
  };
}

/** One of the first nine times of ten, else one of those that name nothing. */
function often<T>(right: fc.Arbitrary<T>, wrong: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: right, weight: 9 }, { arbitrary: fc.constantFrom(...wrong), weight: 1 });
}

/** Fields whose values belong together. */
function groupsOf({ files, sites }: World): readonly fc.Arbitrary<Fields>[] {
  const groups: fc.Arbitrary<Fields>[] = [
    fc.constantFrom(...files).map(([path, { sha256 }]) => ({ path, file_sha256: sha256 })),
  ];
  if (sites.length > 0) {
    groups.push(fc.constantFrom(...sites).map(({ path, line, col }) => ({ path, line, column: col })));
  }
  return groups;
}

/** Random whole requests of every operation but status. */
export function requestsTo(world: World, before: World | null): fc.Arbitrary<Fields> {
  const pools = poolsOf(world, before);
  const groups = groupsOf(world);
  const operations = OPERATIONS.map(({ kind, schema }) => {
    const { operation } = jsonSchemas(kind).request.properties as JsonSchema;
    return objectOf(operation, pools, groups).filter((fields) => schema().safeParse(fields).success);
  });
  const maxBytes = fc.oneof(
    fc.integer({ min: 512, max: 4_000 }),
    fc.integer({ min: 512, max: 32_768 }),
    fc.constant(16_000),
  );
  return fc.record({ operation: fc.oneof(...operations), max_bytes: maxBytes }).map((request) => {
    const hasId = "symbol_id" in request.operation || "symbol_ids" in request.operation;
    return hasId ? { ...request, expected_fingerprint: world.fingerprint } : request;
  });
}

/** Objects of a schema: the fields of one of its ways, and any of the others that it lets in. */
function objectOf(
  schema: JsonSchema,
  pools: ReadonlyMap<string, fc.Arbitrary<unknown>>,
  groups: readonly fc.Arbitrary<Fields>[],
): fc.Arbitrary<Fields> {
  const ways = (schema.anyOf ?? [{}]) as JsonSchema[];
  return fc.oneof(...ways.map((way) => {
    const required: string[] = [...schema.required ?? [], ...way.required ?? []];
    const barred = new Set((way.not?.anyOf ?? []).flatMap(({ required }: JsonSchema) => required));
    const names = Object.keys(schema.properties).filter((name) => !barred.has(name));
    const values = Object.fromEntries(
      names.map((name) => [name, pools.get(name) ?? valueOf(schema.properties[name])]),
    );
    const optional = names.filter((name) => !required.includes(name));
    return fc.tuple(fc.record(values), fewOf(optional), fc.option(fc.oneof(...groups))).map(
      ([all, some, group]) => {
        const fields = Object.fromEntries([...required, ...some].map((name) => [name, all[name]]));
        return dependable(schema, { ...fields, ...fitting(fields, group) });
      },
    );
  }));
}

/** Some of the names, mostly one or two: every filter at once leaves little to answer. */
function fewOf(names: readonly string[]): fc.Arbitrary<string[]> {
  const most = (maxLength: number) =>
    fc.subarray([...names], { maxLength: Math.min(maxLength, names.length) });
  return fc.oneof(most(1), most(2), most(names.length));
}

/** The values of a group, where all of its fields were asked for. */
function fitting(fields: Fields, group: Fields | null): Fields {
  return group !== null && Object.keys(group).every((name) => name in fields) ? group : {};
}

/** Without fields that need another one. */
function dependable(schema: JsonSchema, fields: Fields): Fields {
  const needs = Object.entries(schema.dependentRequired ?? {}) as [string, string[]][];
  const lone = new Set(
    needs.filter(([, needed]) => needed.some((one) => !(one in fields))).map(([name]) => name),
  );
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !lone.has(name)));
}

/** Values of a schema that means nothing of a repository. */
function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "integer":
      return fc.integer({ min: schema.minimum, max: schema.maximum });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valueOf(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case "string":
      if (schema.pattern === undefined) {
        return fc.string({
          minLength: schema.minLength ?? 0,
          maxLength: Math.min(schema.maxLength ?? 40, 40),
        });
      }
  }
  throw new Error(`no values are known of ${JSON.stringify(schema)}`);
}
