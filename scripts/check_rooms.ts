// `bun scripts/check_rooms.ts`: every import is one that rooms.json allows, goes through a door, and closes no cycle.

import process from "node:process";
import { listFiles, readJson, readText } from "./parts/repository.ts";
import { cycleFindings, cyclesOf, type ImportingFile, roomFindings, type RoomTable } from "./parts/rooms.ts";
import { importsOf, isModule, ModuleReader } from "./parts/sources.ts";

const table = Object.entries(readJson<Record<string, string | string[]>>("scripts/rooms.json"));
const rooms: RoomTable = Object.fromEntries(
  table.filter((row): row is [string, string[]] => Array.isArray(row[1])),
);
const { dependencies } = readJson<{ dependencies: Record<string, string> }>("package.json");

const reader = await ModuleReader.open();
const files: ImportingFile[] = [];
for (const path of await listFiles()) {
  if (!isModule(path)) continue;
  files.push({ path, imports: importsOf(reader.tree({ path, text: readText(path) })) });
}

const findings = [
  ...cyclesOf(new Map(Object.entries(rooms).map(([room, allowed]) => [room, new Set(allowed)])))
    .map((cycle) => `rooms.json allows a cycle: ${cycle.join(" -> ")}`),
  ...roomFindings(files, { rooms, dependencies: Object.keys(dependencies) }),
  ...cycleFindings(files, rooms),
];
for (const line of findings) console.error(line);
console.error(`rooms: ${files.length} files, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
