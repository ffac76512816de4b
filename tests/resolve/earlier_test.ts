// Law 4 in resolution: what goes on from an earlier resolution says what a whole one says. Every text in fixtures/reach is one
// edit and the files that it reaches: files as they are, files that the edit writes (`//+ /path`) or removes (`//x /path`), and
// the paths that are resolved again (`//= path …`).

import { strict as assert } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import fc from "fast-check";
import { resolve } from "../../lib/resolve/mod.ts";
import { type FixtureFile, parseFixture } from "../fixture.ts";
import { resolveInputOf } from "../graph_of.ts";
import { told } from "../told_graph.ts";
import { startFiles } from "../laws/repositories.ts";
import { checkEdit, toldOf } from "./earlier.ts";
import { anyEdit, edited } from "./edits.ts";

const SEED = 20_26;
const NOTHING_CHANGED = { before: new Map(), added: new Set<string>(), removed: new Map(), most: Infinity };
const all = new URL("../../fixtures/", import.meta.url);

describe("what an edit reaches", () => {
  for (const { name, text } of textsIn("reach")) {
    it(name, async () => {
      const { before, after, reached } = parseCase(text);
      assert.deepEqual((await checkEdit(before, after)).resolved, reached);
    });
  }
});

describe("going on from an earlier resolution", () => {
  const fixtures = [...textsIn("resolve"), ...textsIn("rules")].map(({ name, text }) => ({
    name,
    files: parseFixture(text).files,
  }));

  it("every file alone means what it means among all", async () => {
    for (const { name, files } of fixtures) {
      const input = await resolveInputOf(files);
      const { graph, circular } = await resolve(input);
      const whole = toldOf(told(graph));
      for (const { path } of files) {
        const again = new Set([path, ...[...circular].map((file) => graph.files[file].path)]);
        const alone = await resolve({ ...input, earlier: { ...NOTHING_CHANGED, again } });
        assert.deepEqual(toldOf(told(alone.graph)).get(path), whole.get(path), `${name}: ${path}`);
      }
    }
  });

  it("edits of what the rules are shown by say what a whole resolution says", async () => {
    let partial = 0;
    const property = fc.asyncProperty(fc.constantFrom(...fixtures), anyEdit, async ({ files }, edit) => {
      const { resolved } = await checkEdit(files, edited(files, edit));
      if (resolved !== null && resolved.length < files.length) partial++;
    });
    await fc.assert(property, { seed: SEED, numRuns: 600, endOnFailure: true });
    assert.ok(partial > 50, "too few edits left anything alone");
  });

  it("edits of generated repositories say what a whole resolution says", async () => {
    let partial = 0;
    const property = fc.asyncProperty(startFiles, anyEdit, async (start, edit) => {
      const files = Object.entries(start).map(([path, text]) => ({ path, text }));
      const { resolved } = await checkEdit(files, edited(files, edit));
      if (resolved !== null && resolved.length < files.length) partial++;
    });
    await fc.assert(property, { seed: SEED, numRuns: 150, endOnFailure: true });
    assert.ok(partial > 20, "too few edits left anything alone");
  });
});

function textsIn(folder: string): { name: string; text: string }[] {
  const root = new URL(`${folder}/`, all);
  return readdirSync(root).sort().flatMap((language) =>
    readdirSync(new URL(`${language}/`, root)).sort().map((file) => ({
      name: `${language}: ${file.replace(/\.txt$/, "").replaceAll("_", " ")}`,
      text: readFileSync(new URL(`${language}/${file}`, root), "utf8"),
    }))
  );
}

function parseCase(text: string): { before: FixtureFile[]; after: FixtureFile[]; reached: string[] } {
  const [files, expected] = text.split(/^\/\/= /m);
  const [start, ...changes] = files.split(/^(?=\/\/[+x] \/)/m);
  const before = [...parseFixture(start).files];
  const after = new Map(before.map(({ path, text }) => [path, text]));
  for (const part of changes) {
    const newline = part.indexOf("\n");
    const path = part.slice("//+ /".length, newline).trim();
    if (part.startsWith("//x")) after.delete(path);
    else after.set(path, part.slice(newline + 1));
  }
  return {
    before,
    after: [...after].map(([path, text]) => ({ path, text })),
    reached: expected.trim().split(/\s+/).sort(),
  };
}
