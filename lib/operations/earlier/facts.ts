// Claims that no single place shows: figures and lists of the graph, a witness path as a whole, what changed, that nothing uses
// something. Law kept: what an answer may have been asked to leave out is never held against it.

import {
  changedSymbols,
  compareFiles,
  directTests,
  folderMap,
  isUnused,
  unboundSites,
} from "../../query/mod.ts";
import { CONFIDENCES } from "../../model/mod.ts";
import { asTold, isSaid, type JsonObject, type JsonValue } from "../../wire/mod.ts";
import { coverageOf } from "../coverage.ts";
import { isObject, listOf, numberOf, textOf } from "./fields.ts";
import type { Ground } from "./ground.ts";
import type { Side } from "./side.ts";
import { type Finding, found, HOLDS } from "./verdicts.ts";

/** Whether a witness path is as long and as sure as its item says, hangs together, and ends where it should. */
export function witnessFinding(side: Side, item: JsonObject): Finding {
  const steps = listOf(item.witness).filter(isObject);
  const { distance, weakest, granularity, steps_left_out: leftOut = 0, symbol_id: id, reached = id } = item;
  const places = steps.map(({ step_confidence, confidence }) =>
    (CONFIDENCES as readonly JsonValue[]).indexOf(step_confidence ?? confidence ?? null)
  );
  const sure = (CONFIDENCES as readonly JsonValue[]).indexOf(weakest ?? null);
  const isWhole = leftOut === 0;
  const isModule = steps.some((step) => step.granularity === "module");
  const isOwner = steps.some(({ note }) => note === "owner");
  const fits = steps.length > 0 && distance === steps.length + Number(leftOut) &&
    (isWhole ? Math.max(...places) === sure : steps.length === 2 && Math.max(...places) <= sure) &&
    (!isWhole || steps.every(({ to }, at) => at === 0 || to === steps[at - 1].from)) &&
    (!isWhole || (granularity === "module") === isModule) &&
    (!isWhole || granularity !== "owner" || isOwner) && steps.at(-1)?.from === reached;
  if (!fits) return found("changed", "contradicts_itself");
  return reached === id || isInside(side, String(reached), String(id)) ? HOLDS : found("changed", "figure");
}

/** Whether one symbol lies inside another. */
function isInside(side: Side, inner: string, outer: string): boolean {
  const [one, other] = [side.locate(inner), side.locate(outer)];
  for (let at = one; at !== null; at = at.parent < 0 ? null : side.ground.view.symbol(at.parent)) {
    if (at.number === other?.number) return true;
  }
  return false;
}

/** A figure or list as it is, held against what is said of it. */
function figure(field: string, said: JsonValue | undefined, now: JsonValue): Finding {
  return isSaid(said, now) ? HOLDS : found("changed", "figure", { differs: [{ field, said, now }] });
}

/** How central a symbol is among all: any edit may change that. */
export function rankFinding(side: Side, item: JsonObject): Finding {
  const symbol = side.locate(textOf(item.symbol_id) ?? "");
  return symbol === null ? found("gone", "no_symbol") : figure("rank", item.rank, symbol.rank);
}

/** Lines that were too long to be quoted: that they are there. */
export function linesFinding(side: Side, item: JsonObject): Finding {
  const path = side.pathNow(textOf(item.path) ?? "") ?? "";
  const lines = listOf(item.omitted_lines).map((line) => numberOf(line, 1));
  const isThere = lines.length > 0 &&
    lines.every((line) => line !== null && side.ground.bytesOf(path, line, line) !== null);
  return isThere ? HOLDS : found("changed", "figure");
}

/** Files with tests that use a symbol. */
export function testsFinding(side: Side, item: JsonObject): Finding {
  const symbol = side.locate(textOf(item.symbol_id) ?? "");
  if (symbol === null) return found("gone", "no_symbol");
  const all = directTests(side.ground.view, symbol);
  return listed("tests", item.tests, all);
}

/** Names of symbols in a file. */
export function namesFinding(side: Side, item: JsonObject): Finding {
  const symbols = side.ground.symbolsIn(textOf(item.path) ?? "");
  return listed("names", item.names, symbols.map(({ qualifiedName }) => qualifiedName));
}

/** Whether all that is listed is among what there is. */
function listed(field: string, said: JsonValue | undefined, all: readonly string[]): Finding {
  const wrong = listOf(said).filter(notAmong(all));
  if (Array.isArray(said) && wrong.length === 0) return HOLDS;
  return found("changed", "figure", { differs: [{ field, said: wrong, now: null }] });
}

/** Whether a text is none of those. Looks each up: a stranger's list may be of any length. */
function notAmong(all: readonly string[]): (said: JsonValue) => boolean {
  const told: ReadonlySet<JsonValue> = new Set(all.map(asTold));
  return (said) => !told.has(said);
}

/** Whether still nothing uses a definition, and so many sites of its name are not bound. */
export function unusedFinding(side: Side, item: JsonObject): Finding {
  const symbol = side.locate(textOf(item.symbol_id) ?? "");
  if (symbol === null) return found("gone", "no_symbol");
  const { view } = side.ground;
  if (!isUnused(view, symbol)) return found("changed", "used");
  const sites = unboundSites(view, symbol, "all").length;
  const { unbound_sites: said = 0 } = item;
  // Only sites within the filter are counted.
  return said === sites ? HOLDS : found("unchecked", "needs_question", {
    differs: [{ field: "unbound_sites", said, now: sites }],
  });
}

/** A circle of imports: that it closes, and which files reach each other. */
export function circleFinding(side: Side, item: JsonObject): Finding {
  const imports = listOf(item.relations).filter(isObject);
  const closes = imports.length > 0 && imports.every(({ site }, at) => {
    const from = at === 0 ? item.path : imports[at - 1].to;
    return isObject(site) && site.path === from;
  }) && imports.at(-1)?.to === item.path;
  if (!closes) return found("changed", "contradicts_itself");
  const { group, files_in_group: count } = item;
  if (Array.isArray(group) && group.length !== count) return found("changed", "contradicts_itself");
  const path = side.pathNow(textOf(item.path) ?? "") ?? "";
  const now = side.ground.circles().find(({ files }) => files.includes(path))?.files ?? [];
  if (count === now.length && (group === undefined || isSaid(group, [...now]))) return HOLDS;
  const isPart = !listOf(group).some(notAmong(now));
  const differs = [{ field: "files_in_group", said: count, now: now.length }];
  return isPart && Number(count) < now.length
    ? found("unchecked", "needs_question", { differs })
    : found("changed", "figure", { differs });
}

/** What there is of files and references; of an answer within a filter nobody can say. */
export function coverageFinding({ ground, origin }: Side, said: JsonValue | undefined): Finding {
  if (isSaid(said, coverageOf(ground.view))) return HOLDS;
  const wasOfAll = origin !== null && isSaid(said, coverageOf(origin.view));
  return wasOfAll ? found("changed", "figure") : found("unchecked", "needs_question");
}

/** Folders of a map, by depth: files that lie deeper count for the folder above. */
export class Folders {
  readonly #side: Side;
  readonly #depths = new Map<Ground, Map<number, ReturnType<typeof folderMap>>>();

  constructor(side: Side) {
    this.#side = side;
  }

  /** What a folder holds; within a filter it may be less. */
  finding(item: JsonObject): Finding {
    const { ground, origin } = this.#side;
    const now = this.#standing(ground, item);
    if (now !== "other") return now === "so" ? HOLDS : found("gone", "no_file");
    const wasOfAll = origin !== null && this.#standing(origin, item) === "so";
    return wasOfAll ? found("changed", "figure") : found("unchecked", "needs_question");
  }

  #standing(ground: Ground, item: JsonObject): "so" | "other" | "none" {
    const path = textOf(item.path) ?? "";
    const folder = path === "." ? "" : path;
    const depth = folder === "" ? 0 : folder.split("/").length;
    if (depth > DEEPEST) return "none";
    const known = [Math.max(1, depth), depth + 1].flatMap((one) =>
      this.#at(ground, one).filter((each) => each.folder === folder)
    );
    if (known.length === 0) return "none";
    const isSo = known.some((one) =>
      item.files === one.files && item.test_files === one.testFiles && item.symbols === one.symbols &&
      isSaid(item.languages, { ...one.languages })
    );
    return isSo ? "so" : "other";
  }

  #at(ground: Ground, depth: number): ReturnType<typeof folderMap> {
    const depths = this.#depths.get(ground) ?? new Map<number, ReturnType<typeof folderMap>>();
    this.#depths.set(ground, depths);
    let folders = depths.get(depth);
    if (folders === undefined) depths.set(depth, folders = folderMap(ground.view, depth));
    return folders;
  }
}

/** A map of a repository with a folder at its top shows so many levels below it; what lies deeper is no folder of a map. */
const DEEPEST = 64;

/** What changed since an earlier generation. */
export class Changes {
  readonly #before: Ground;
  readonly #now: Ground;
  readonly #symbols = new Map<string, ReadonlyMap<string, JsonObject>>();
  #files: ReadonlyMap<string, string> | null = null;

  constructor(before: Ground, now: Ground) {
    this.#before = before;
    this.#now = now;
  }

  finding(item: JsonObject): Finding {
    const path = textOf(item.path) ?? "";
    const is = item.kind === "file"
      ? { change: this.#filesChanged().get(path) ?? null, signature_changed: undefined }
      : this.#symbolsOf(path).get(textOf(item.symbol_id) ?? "") ??
        { change: null, signature_changed: undefined };
    const differs = (["change", "signature_changed"] as const).filter((field) =>
      !isSaid(item[field], is[field])
    )
      .map((field) => ({ field, said: item[field], now: is[field] }));
    return differs.length === 0 ? HOLDS : found("changed", "figure", { differs });
  }

  #filesChanged(): ReadonlyMap<string, string> {
    this.#files ??= new Map(
      compareFiles(this.#before.view, this.#now.view, null).files.map(({ path, change }) => [path, change]),
    );
    return this.#files;
  }

  #symbolsOf(path: string): ReadonlyMap<string, JsonObject> {
    let symbols = this.#symbols.get(path);
    if (symbols === undefined) {
      const changed = this.#filesChanged().has(path) ? [{ path, change: "modified" } as const] : [];
      symbols = new Map(
        changedSymbols(this.#before.view, this.#now.view, changed).map((
          { symbol, change, signatureChanged },
        ) => [
          symbol.id,
          { change, signature_changed: signatureChanged ? true : undefined },
        ]),
      );
      this.#symbols.set(path, symbols);
    }
    return symbols;
  }
}
