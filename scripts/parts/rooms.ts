// The law of rooms: which file may import which. Pure: files and their imports in, findings out.

import type { Imported } from "./sources.ts";

/** Room name, or pattern with a star for one folder, to the rooms it may import. */
export type RoomTable = Readonly<Record<string, readonly string[]>>;

/** A file of the project with what it imports. Paths are relative to the root. */
export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly Imported[];
}

/** Everything the law depends on. */
export interface House {
  readonly rooms: RoomTable;
  /** Packages that the program may use, from package.json. */
  readonly dependencies: readonly string[];
}

/** The room of a file: its row in the table and its own folder. */
interface Place {
  readonly room: string;
  readonly folder: string;
}

/** The registry may open every language's doors itself. */
const REGISTRY = "lib/languages/mod.ts";
/** Files directly in a language's folder are ground that its two rooms and the registry share, behind no door. */
const LANGUAGE_GROUND = "languages/*";
/** Every room may import it. */
const VOCABULARY = "model";
/** Packages that one room alone imports. */
const WASM_PACKAGES = ["web-tree-sitter", "@sqlite.org/sqlite-wasm", "hash-wasm"];
/** Rooms that import node: modules; the rest can run in a browser. */
const NODE_ROOMS = ["host", "wasm"];
/** Rooms that stand on the language alone. */
const BARE_ROOMS = ["model", "typing", "rank", "guard"];
/** JSON files and the rooms that may read them. */
const DATA: Readonly<Record<string, readonly string[]>> = {
  "grammars/grammars.json": ["wasm", "model"],
  "package.json": ["model"],
};
/** Files outside every room, with the doors they may open. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  "cli.ts": ["commands"],
  "mod.ts": ["app", "operations", "wire", "model"],
};

/** The room of a path under lib/ or wasm/; null outside. A folder that is in no row is a room of its own. */
export function placeOf(path: string, rooms: RoomTable): Place | null {
  if (path.startsWith("wasm/")) return { room: "wasm", folder: "wasm" };
  if (!path.startsWith("lib/")) return null;
  const parts = path.slice("lib/".length).split("/").slice(0, -1);
  for (let length = parts.length; length > 0; length--) {
    const fitting = Object.keys(rooms).filter((pattern) => fits(pattern, parts.slice(0, length)));
    const room = fitting.find((pattern) => !pattern.includes("*")) ?? fitting[0];
    if (room !== undefined) return { room, folder: `lib/${parts.slice(0, length).join("/")}` };
  }
  return { room: parts[0] ?? "", folder: `lib/${parts[0] ?? ""}` };
}

function fits(pattern: string, parts: readonly string[]): boolean {
  const wanted = pattern.split("/");
  return wanted.length === parts.length && wanted.every((part, i) => part === "*" || part === parts[i]);
}

/** The path that a relative specifier names, or null for a package or a node: module. */
export function resolveSpecifier(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Everything wrong with the imports of these files, a line each. */
export function roomFindings(files: readonly ImportingFile[], house: House): string[] {
  const found: string[] = [];
  const paths = new Set(files.map((file) => file.path));
  for (const file of files) {
    const place = placeOf(file.path, house.rooms);
    if (place !== null && !(place.room in house.rooms)) {
      found.push(`${place.folder}: no such room in rooms.json`);
    }
    if (place !== null && place.room !== LANGUAGE_GROUND && !paths.has(`${place.folder}/mod.ts`)) {
      found.push(`${place.folder}: the room has no mod.ts`);
    }
    for (const imported of file.imports) {
      const problem = importProblem(file.path, place, imported, house);
      if (problem !== null) found.push(`${file.path}:${imported.line}: ${problem}`);
    }
  }
  return [...new Set(found)];
}

function importProblem(path: string, place: Place | null, imported: Imported, house: House): string | null {
  const target = resolveSpecifier(path, imported.specifier);
  if (place === null && ENTRIES[path] === undefined) return null;
  if (target === null) return packageProblem(place, imported.specifier, house.dependencies);
  if (target.endsWith(".json")) {
    return DATA[target]?.includes(place?.room ?? "") ? null : `${target} is not this room's to read`;
  }
  const there = placeOf(target, house.rooms);
  if (there === null) return place === null ? null : `${target} is in no room`;
  if (place !== null && place.folder === there.folder) return null;
  if (there.room === LANGUAGE_GROUND && (path.startsWith(`${there.folder}/`) || path === REGISTRY)) {
    return null;
  }
  if (target !== `${there.folder}/mod.ts`) return `${target} is behind the door ${there.folder}/mod.ts`;
  const allowed = place === null ? ENTRIES[path] : house.rooms[place.room] ?? [];
  if (allowed.includes(there.room) || (there.room === VOCABULARY && place !== null)) {
    const ofOneLanguage = there.room.startsWith("languages/*/");
    return ofOneLanguage && path !== REGISTRY ? `only the registry opens ${there.folder}` : null;
  }
  return `${place?.room ?? path} may not import ${there.room}`;
}

function packageProblem(
  place: Place | null,
  specifier: string,
  dependencies: readonly string[],
): string | null {
  const room = place?.room ?? "";
  if (specifier.startsWith("node:")) {
    return NODE_ROOMS.includes(room) ? null : `only ${NODE_ROOMS.join(" and ")} import node: modules`;
  }
  const name = packageName(specifier);
  if (WASM_PACKAGES.includes(name)) return room === "wasm" ? null : `only wasm imports ${name}`;
  if (BARE_ROOMS.includes(room)) return `${room} imports no package, here ${name}`;
  return dependencies.includes(name) ? null : `${name} is no dependency in package.json`;
}

/** The package of a specifier: `@scope/name/file` is of `@scope/name`. */
function packageName(specifier: string): string {
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Import cycles between files, where types alone close none, and between rooms, where they do; a line each. */
export function cycleFindings(files: readonly ImportingFile[], rooms: RoomTable): string[] {
  const paths = new Set(files.map((file) => file.path));
  const betweenFiles = new Map<string, Set<string>>();
  const betweenRooms = new Map<string, Set<string>>();
  const connect = (graph: Map<string, Set<string>>, from: string, to: string): void => {
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  };
  for (const { path, imports } of files) {
    for (const { specifier, typeOnly } of imports) {
      const target = resolveSpecifier(path, specifier);
      if (target === null || !paths.has(target)) continue;
      if (!typeOnly) connect(betweenFiles, path, target);
      const [here, there] = [placeOf(path, rooms)?.folder, placeOf(target, rooms)?.folder];
      if (here !== undefined && there !== undefined && here !== there) connect(betweenRooms, here, there);
    }
  }
  return [
    ...cyclesOf(betweenFiles).map((cycle) => `cycle of files: ${cycle.join(" -> ")}`),
    ...cyclesOf(betweenRooms).map((cycle) => `cycle of rooms: ${cycle.join(" -> ")}`),
  ];
}

/** One cycle for each edge that closes one, first and last node the same. */
export function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string): void => {
    if (done.has(node)) return;
    const at = path.indexOf(node);
    if (at >= 0) {
      cycles.push([...path.slice(at), node]);
      return;
    }
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return cycles;
}
