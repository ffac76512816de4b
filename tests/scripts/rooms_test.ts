// The law of rooms, on small imagined houses.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { cycleFindings, placeOf, roomFindings } from "../../scripts/parts/rooms.ts";

const ROOMS = {
  "model": [],
  "host": [],
  "wasm": [],
  "store": ["wasm", "host"],
  "commands": ["store"],
  "languages/core": ["wasm"],
  "languages/*": [],
  "languages/*/syntax": ["languages/core", "wasm"],
  "languages": ["languages/core", "languages/*/syntax"],
  "resolve": ["languages", "languages/*/syntax"],
};

const HOUSE = { rooms: ROOMS, dependencies: ["zod", "web-tree-sitter"] };

/** Files from `path: specifier specifier` lines; every room they lie in gets a door. */
function files(...lines: string[]) {
  const listed = lines.map((line) => {
    const [path, specifiers] = line.split(": ");
    const imports = (specifiers ?? "").split(" ").filter((text) => text !== "");
    return {
      path,
      imports: imports.map((specifier) => ({ specifier, line: 1, form: "import" as const, typeOnly: false })),
    };
  });
  const doors = new Set(
    listed.map(({ path }) => placeOf(path, ROOMS)).flatMap((place) =>
      place ? [`${place.folder}/mod.ts`] : []
    ),
  );
  const missing = [...doors].filter((door) => !listed.some((file) => file.path === door));
  return [...listed, ...missing.map((path) => ({ path, imports: [] }))];
}

const CASES: readonly [name: string, line: string, problem: string | null][] = [
  ["a room of its own is open", "lib/store/rows.ts: ./pages.ts", null],
  ["an allowed room through its door", "lib/store/rows.ts: ../host/mod.ts", null],
  ["everybody may import the vocabulary", "lib/host/disk.ts: ../model/mod.ts", null],
  ["wasm lies at the top", "lib/store/rows.ts: ../../wasm/mod.ts", null],
  [
    "past a door",
    "lib/store/rows.ts: ../host/disk.ts",
    "lib/host/disk.ts is behind the door lib/host/mod.ts",
  ],
  ["a room that is not allowed", "lib/host/disk.ts: ../store/mod.ts", "host may not import store"],
  [
    "another language",
    "lib/languages/a/syntax/walk.ts: ../../b/syntax/mod.ts",
    "languages/*/syntax may not import languages/*/syntax",
  ],
  ["the registry opens every language", "lib/languages/mod.ts: ./a/syntax/mod.ts", null],
  ["the ground that a language's rooms share", "lib/languages/a/syntax/walk.ts: ../table.ts", null],
  [
    "another language's ground",
    "lib/languages/a/syntax/walk.ts: ../../b/table.ts",
    "lib/languages/b/table.ts is behind the door lib/languages/b/mod.ts",
  ],
  [
    "nobody else opens a language",
    "lib/resolve/all.ts: ../languages/a/syntax/mod.ts",
    "only the registry opens lib/languages/a/syntax",
  ],
  ["node: in host", "lib/host/disk.ts: node:fs", null],
  ["node: elsewhere", "lib/store/rows.ts: node:fs", "only host and wasm import node: modules"],
  ["a WASM package elsewhere", "lib/store/rows.ts: web-tree-sitter", "only wasm imports web-tree-sitter"],
  ["a package in a bare room", "lib/model/ids.ts: zod", "model imports no package, here zod"],
  [
    "a package that is no dependency",
    "lib/store/rows.ts: left-pad/x",
    "left-pad is no dependency in package.json",
  ],
  ["a file outside every room", "lib/store/rows.ts: ../../scripts/a.ts", "scripts/a.ts is in no room"],
  ["the entry opens its one door", "cli.ts: ./lib/commands/mod.ts", null],
  ["the entry opens no other", "cli.ts: ./lib/store/mod.ts", "cli.ts may not import store"],
  [
    "data that is not the room's",
    "lib/store/rows.ts: ../../package.json",
    "package.json is not this room's to read",
  ],
  ["tests are free", "tests/store/rows_test.ts: ../../lib/store/rows.ts node:fs", null],
  ["a folder in no row", "lib/attic/box.ts: ./lid.ts", "no such room in rooms.json"],
];

describe("imports between rooms", () => {
  for (const [name, line, problem] of CASES) {
    it(name, () => {
      const found = roomFindings(files(line), HOUSE).map((text) => text.replace(/^[^ ]+: /, ""));
      assert.deepEqual(
        found,
        problem === null ? [] : [problem],
      );
    });
  }

  it("a room without a door", () => {
    const found = roomFindings([{ path: "lib/store/rows.ts", imports: [] }], HOUSE);
    assert.deepEqual(found, ["lib/store: the room has no mod.ts"]);
  });
});

describe("cycles", () => {
  it("between files of one room", () => {
    const found = cycleFindings(files("lib/store/a.ts: ./b.ts", "lib/store/b.ts: ./a.ts"), ROOMS);
    assert.deepEqual(found, ["cycle of files: lib/store/a.ts -> lib/store/b.ts -> lib/store/a.ts"]);
  });

  it("between rooms whose files have none", () => {
    const found = cycleFindings(
      files("lib/store/a.ts: ../host/mod.ts", "lib/host/mod.ts:", "lib/host/b.ts: ../store/mod.ts"),
      ROOMS,
    );
    assert.deepEqual(found, ["cycle of rooms: lib/store -> lib/host -> lib/store"]);
  });

  it("types alone close none between files", () => {
    const [first, second] = files("lib/store/a.ts: ./b.ts", "lib/store/b.ts: ./a.ts");
    const types = { ...second, imports: second.imports.map((imported) => ({ ...imported, typeOnly: true })) };
    assert.deepEqual(cycleFindings([first, types], ROOMS), []);
  });

  it("a diamond is none", () => {
    const diamond = files(
      "lib/store/a.ts: ./b.ts ./c.ts",
      "lib/store/b.ts: ./d.ts",
      "lib/store/c.ts: ./d.ts",
      "lib/store/d.ts:",
    );
    assert.deepEqual(cycleFindings(diamond, ROOMS), []);
  });
});
