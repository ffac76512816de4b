// Law 2, from outside: equal names alone never make an edge. Whatever unrelated files define the names of a program, in any
// language and shape, its edges stay as they are and none of them ends in those files.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { viaTexts } from "../../lib/model/mod.ts";
import { type FixtureFile, parseFixture } from "../fixture.ts";
import { graphOf, labelOf } from "../graph_of.ts";
import type { ToldGraph } from "../told_graph.ts";

const SEED = 20_26;
const RUNS = 120;
const ROOT = new URL("../../fixtures/resolve/", import.meta.url);
/** By design a candidate where one definition fits. */
const BY_NAME = /\.unlisted_import@/;

interface Program {
  readonly name: string;
  readonly files: readonly FixtureFile[];
}

const programs = (language: string): Program[] => {
  const folder = new URL(`${language}/`, ROOT);
  return readdirSync(folder).sort().map((name) => ({
    name,
    files: parseFixture(readFileSync(new URL(name, folder), "utf8")).files,
  }));
};

/** What an unrelated file defines by each name. */
const SHAPES = ["function", "method", "class", "value", "nested"] as const;
type Shape = (typeof SHAPES)[number];

/** One definition of a name in a language, written so that `index` keeps it apart from the others. */
type Writer = (name: string, index: number) => string;

const PYTHON: Record<Shape, Writer> = {
  function: (name) => `def ${name}(*args):\n    return args\n`,
  method: (name, i) =>
    `class Noise${i}:\n    def ${name}(self):\n        return self\n\n    @staticmethod\n    def also_${name}():\n        pass\n`,
  class: (name) => `class ${name}:\n    pass\n`,
  value: (name) => `${name} = object()\n`,
  nested: (name, i) => `def noise_${i}():\n    def ${name}():\n        pass\n    return ${name}\n`,
};
const TYPESCRIPT: Record<Shape, Writer> = {
  function: (name) => `export function ${name}(...args: unknown[]) { return args; }\n`,
  method: (name, i) => `export class Noise${i} { ${name}() { return this; } static also_${name}() {} }\n`,
  class: (name) => `export class ${name} {}\n`,
  value: (name, i) => `export const noise${i} = { ${name}() {} };\n`,
  nested: (name, i) => `export namespace noise_${i} { export function ${name}() {} }\n`,
};
const JAVASCRIPT: Record<Shape, Writer> = {
  function: (name) => `exports.${name} = function () {};\n`,
  method: (name, i) => `exports.Noise${i} = class { ${name}() {} };\n`,
  class: (name) => `exports.${name} = class ${name} {};\n`,
  value: (name, i) => `exports.noise${i} = { ${name}: 1 };\n`,
  nested: (name, i) => `exports.noise_${i} = function () { function ${name}() {} return ${name}; };\n`,
};
const GO: Record<Shape, Writer> = {
  function: (name) => `func ${name}() {}\n`,
  method: (name, i) => `type Noise${i} struct{}\n\nfunc (Noise${i}) ${name}() {}\n`,
  class: (name) => `type ${name} struct{}\n`,
  value: (name) => `var ${name} = 1\n`,
  nested: (name, i) => `func noise${i}() {\n\t${name} := func() {}\n\t${name}()\n}\n`,
};

const WORDS = new Set(
  ("await async break case catch chan class const continue def default defer del delete do elif else enum except " +
    "export extends false False finally fallthrough for from func function global go goto if implements import in " +
    "init instanceof interface is lambda let main map new None nonlocal not null or package pass private protected " +
    "public raise range return select self static struct super switch this throw true True try type typeof using var " +
    "void while with yield and arguments eval constructor prototype assert any string number boolean")
    .split(" "),
);

/** Every name that a program says. */
function namesOf(graph: ToldGraph): string[] {
  const names = [
    ...graph.symbols.map(({ name }) => name),
    ...graph.edges.map(({ name }) => name),
    ...graph.unresolved.map(({ name }) => name),
  ];
  return [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name) && !WORDS.has(name)).sort();
}

interface Noise {
  /** Which names are defined, and how: one shape a name, again and again from the start. */
  readonly shapes: readonly Shape[];
  readonly skipped: number;
  readonly folder: string;
}

function noiseFiles(names: readonly string[], { shapes, skipped, folder }: Noise): FixtureFile[] {
  const kept = names.filter((_, i) => i % 7 !== skipped);
  const written = (shape: Record<Shape, Writer>) =>
    kept.map((name, i) => shape[shapes[i % shapes.length]](name, i)).join("\n");
  return [
    { path: `${folder}/first.py`, text: written(PYTHON) },
    { path: `${folder}/second.ts`, text: `export {};\n${written(TYPESCRIPT)}` },
    { path: `${folder}/third.js`, text: `"use strict";\nexports.noise = 1;\n${written(JAVASCRIPT)}` },
    { path: `${folder}/fourth.go`, text: `package noise\n\n${written(GO)}` },
  ];
}

/** What a graph says of the program's own files, what is bound by name or missed for want of it apart. */
function said(graph: ToldGraph, own: ReadonlySet<string>): string[] {
  const here = ({ file }: { readonly file: number }) => own.has(graph.files[file].path);
  const place = (at: { file: number; line: number; column: number }) =>
    `${graph.files[at.file].path}:${at.line}:${at.column}`;
  return [
    ...graph.edges.filter((edge) => here(edge) && !BY_NAME.test(edge.ruleId)).map((edge) =>
      `${place(edge)} ${edge.kind} ${labelOf(graph, edge.target)} ${edge.confidence} ${edge.ruleId} ${
        viaTexts(graph, edge.via)
      }`
    ),
    ...graph.unresolved.filter(here).map((miss) =>
      `${place(miss)} ${miss.role} ${miss.name} unbound: ${miss.reason} ${miss.module}`
    ).filter((line) => !line.includes(" unbound: external ") && !line.includes(" unbound: ambiguous")),
  ];
}

for (const language of readdirSync(ROOT).sort()) {
  test(`${language}: unrelated files with the same names change no edge and get none`, async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...programs(language)),
      fc.record({
        shapes: fc.array(fc.constantFrom(...SHAPES), { minLength: 1, maxLength: 5 }),
        skipped: fc.integer({ min: 0, max: 7 }),
        folder: fc.constantFrom("noise", "deep/noise/inside", "zz_noise"),
      }),
      async ({ name, files }, noise) => {
        const quiet = await graphOf(files);
        const own = new Set(files.map(({ path }) => path));
        const loud = await graphOf([...files, ...noiseFiles(namesOf(quiet), noise)]);
        assert.deepEqual(said(loud, own), said(quiet, own), name);
        const noisy = loud.symbols.filter(({ file }) => !own.has(loud.files[file].path));
        assert.ok(noisy.length > 4, "the noise defines nothing");
        const broken = loud.diagnostics.filter(({ file }) => !own.has(loud.files[file].path));
        assert.deepEqual(
          broken.map(({ file }) => loud.files[file].path),
          [],
          `the noise of ${name} is broken`,
        );
        for (const edge of loud.edges) {
          if (!own.has(loud.files[edge.file].path) || BY_NAME.test(edge.ruleId)) continue;
          const { file } = loud.symbols[edge.target];
          assert.ok(own.has(loud.files[file].path), `${name}: ${edge.name} -> ${labelOf(loud, edge.target)}`);
        }
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
  });
}
