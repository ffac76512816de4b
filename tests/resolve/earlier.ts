// What a resolution that goes on from an earlier one must not get wrong: every file that it leaves alone means what it meant,
// and every other one what a whole resolution says.

import assert from "node:assert/strict";
import { VIA_FIELDS, viaTexts } from "../../lib/model/mod.ts";
import { movedLines } from "../../lib/indexer/moved_lines.ts";
import { resolve, type ResolveInput } from "../../lib/resolve/mod.ts";
import type { FixtureFile } from "../fixture.ts";
import { resolveInputOf } from "../graph_of.ts";
import { told, type ToldGraph } from "../told_graph.ts";

/** What a graph says of each file, by path: a line a symbol, edge and unresolved reference. */
export function toldOf(graph: ToldGraph): Map<string, string[]> {
  const lines = new Map<string, string[]>(graph.files.map(({ path }) => [path, []]));
  const put = (file: number, ...words: unknown[]) => lines.get(graph.files[file].path)!.push(words.join(" "));
  const id = (symbol: number) => symbol < 0 ? "" : graph.symbols[symbol].id;
  for (const symbol of graph.symbols) {
    put(symbol.file, "symbol", JSON.stringify({ ...symbol, file: "", parent: id(symbol.parent) }));
  }
  for (const { kind, source, target, file, line, column, name, confidence, ruleId, via } of graph.edges) {
    const chain = viaTexts(graph, via).join(", ");
    put(file, "edge", kind, id(source), id(target), line, column, name, confidence, ruleId, chain);
  }
  for (const { source, file, line, column, name, role, receiver, reason, module } of graph.unresolved) {
    put(file, "unresolved", id(source), line, column, name, role, receiver, reason, module);
  }
  return lines;
}

/** What became of going on from `before`. */
export interface Outcome {
  /** The paths that were resolved again; null for all of them. */
  readonly resolved: readonly string[] | null;
}

/** Resolves files after an edit, going on from before it, and compares with a whole resolution. */
export async function checkEdit(
  before: readonly FixtureFile[],
  after: readonly FixtureFile[],
): Promise<Outcome> {
  const old = await resolve(await resolveInputOf(before));
  const input = await resolveInputOf(after);
  const whole = await resolve(input);
  if (!old.isResumable) return { resolved: null };
  const part = await resolve({
    ...input,
    earlier: await earlierOf(told(old.graph), old.circular, before, after),
  });
  if (part.resolved === null) return { resolved: null };
  const wanted = toldOf(told(whole.graph));
  const kept = toldOf(told(old.graph));
  const anew = toldOf(told(part.graph));
  part.graph.files.forEach(({ path }, file) => {
    const given = part.resolved!.has(file) ? anew.get(path) : kept.get(path);
    assert.deepEqual(
      given,
      wanted.get(path),
      `${path}, ${part.resolved!.has(file) ? "resolved again" : "left alone"}`,
    );
  });
  return { resolved: [...part.resolved].map((file) => part.graph.files[file].path).sort() };
}

async function earlierOf(
  graph: ToldGraph,
  circular: ReadonlySet<number>,
  before: readonly FixtureFile[],
  after: readonly FixtureFile[],
): Promise<NonNullable<ResolveInput["earlier"]>> {
  const texts = new Map(after.map(({ path, text }) => [path, text]));
  const changed = before.filter(({ path, text }) => texts.has(path) && texts.get(path) !== text);
  const gone = before.filter(({ path }) => !texts.has(path));
  const paths = new Set(before.map(({ path }) => path));
  const added = new Set(after.flatMap(({ path }) => paths.has(path) ? [] : [path]));
  const old = await resolveInputOf(before);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const moved = new Map(
    changed.map(({ path, text }) => [path, movedLines(bytes(text), bytes(texts.get(path)!))]),
  );
  for (const { path } of gone) moved.set(path, () => true);
  const circles = [...circular].map((file) => graph.files[file].path);
  const again = new Set([...circles, ...added].filter((path) => texts.has(path)));
  for (const { via, file } of graph.edges) {
    for (let at = 0; at < via.length; at += VIA_FIELDS) {
      const isMoved = moved.get(graph.files[via[at + 1]].path);
      if (isMoved?.(via[at + 2]) && texts.has(graph.files[file].path)) again.add(graph.files[file].path);
    }
  }
  const facts = changed.flatMap(({ path }) => {
    const own = old.facts.get(path);
    return own === undefined ? [] : [[path, own] as const];
  });
  const removed = new Map(gone.map(({ path }) => {
    const { language } = graph.files.find((file) => file.path === path)!;
    return [path, { language, facts: old.facts.get(path) ?? null }];
  }));
  return { before: new Map(facts), added, removed, again, most: Infinity };
}
