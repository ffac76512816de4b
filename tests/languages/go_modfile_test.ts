// go.mod and go.work texts and the records they are.

import { strict as assert } from "node:assert";
import { describe, it } from "node:test";
import {
  type GoModFile,
  type GoWorkFile,
  parseGoMod,
  parseGoWork,
} from "../../lib/languages/go/rules/modfile.ts";

const NOTHING: GoModFile = { module: null, go: null, requires: [], replaces: [] };

const MODS: Readonly<Record<string, readonly [text: string, expected: Partial<GoModFile>]>> = {
  "an empty file": ["", {}],
  "module and version": ["module example.com/a\n\ngo 1.22.1\n", { module: "example.com/a", go: "1.22.1" }],
  "a quoted module path": ['module "example.com/a"\n', { module: "example.com/a" }],
  "a raw quoted module path": ["module `example.com/a`", { module: "example.com/a" }],
  "a module in a block": ["module (\n\texample.com/a\n)\n", { module: "example.com/a" }],
  "CRLF and a BOM": ["\ufeffmodule example.com/a\r\ngo 1.22\r\n", { module: "example.com/a", go: "1.22" }],
  "comments": [
    "// module example.com/no\nmodule example.com/a // the module\ngo 1.22// the version\n",
    { module: "example.com/a", go: "1.22" },
  ],
  "requirements, single and in blocks": [
    'require a.com/x v1.0.0\nrequire (\n\ta.com/y v1.2.3 // indirect\n\t// a.com/no v1.0.0\n\n\t"a.com/z" v0.0.0\n)\nrequire a.com/w/v2 v2.0.0\n',
    { requires: ["a.com/x", "a.com/y", "a.com/z", "a.com/w/v2"] },
  ],
  "replacements by folders": [
    "replace a.com/x => ../x\nreplace (\n\ta.com/y v1.2.3 => ./y\n\ta.com/z => .\n\ta.com/w => /abs/w\n\ta.com/v => C:\\v\n)\n",
    {
      replaces: [
        { path: "a.com/x", version: null, localPath: "../x" },
        { path: "a.com/y", version: "v1.2.3", localPath: "./y" },
        { path: "a.com/z", version: null, localPath: "." },
        { path: "a.com/w", version: null, localPath: "/abs/w" },
        { path: "a.com/v", version: null, localPath: "C:\\v" },
      ],
    },
  ],
  "replacements by modules": [
    "replace a.com/x v1.0.0 => b.com/x v1.1.0\nreplace a.com/y => b.com/y v1.0.0\n",
    {
      replaces: [
        { path: "a.com/x", version: "v1.0.0", localPath: null },
        { path: "a.com/y", version: null, localPath: null },
      ],
    },
  ],
  "a quoted folder with a blank": [
    'replace a.com/x => "../my \\"x\\""\n',
    { replaces: [{ path: "a.com/x", version: null, localPath: '../my "x"' }] },
  ],
  "directives that say nothing here": [
    "module a.com/a\nexclude a.com/x v1.0.0\nretract [v1.0.0, v1.1.0] // bad\nretract (\n\tv1.2.0\n)\ntoolchain go1.23.0\ntool a.com/t\n",
    { module: "a.com/a" },
  ],
  "half-typed directives": [
    "module\nrequire\nreplace a.com/x =>\nreplace a.com/y ../y\nreplace => ../z\ngo\n(\n)\nrequire (\n\ta.com/w v1",
    { requires: ["a.com/w"] },
  ],
  "the first of two modules": ["module a.com/a\nmodule a.com/b\n", { module: "a.com/a" }],
};

describe("go.mod", () => {
  for (const [name, [text, expected]] of Object.entries(MODS)) {
    it(name, () => assert.deepEqual(parseGoMod(text), { ...NOTHING, ...expected }));
  }

  it("a long hostile text takes no time that grows faster than it", () => {
    const text = "replace ".repeat(50_000) + "\n" + '"'.repeat(100_000) + "\n" + "(\n".repeat(50_000);
    assert.deepEqual(parseGoMod(text).replaces, []);
  });
});

const WORKS: Readonly<Record<string, readonly [text: string, expected: Partial<GoWorkFile>]>> = {
  "an empty file": ["", {}],
  "used folders, single and in a block": [
    "go 1.22\n\nuse ./app // main\nuse (\n\t./lib\n\t../other\n\t.\n)\n",
    { go: "1.22", uses: ["./app", "./lib", "../other", "."] },
  ],
  "replacements": [
    "use .\nreplace a.com/x => ./x\n",
    { uses: ["."], replaces: [{ path: "a.com/x", version: null, localPath: "./x" }] },
  ],
};

describe("go.work", () => {
  for (const [name, [text, expected]] of Object.entries(WORKS)) {
    it(name, () => assert.deepEqual(parseGoWork(text), { go: null, uses: [], replaces: [], ...expected }));
  }
});
