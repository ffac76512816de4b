// The documents name what the code has: rooms, failure codes, confidences, reasons, and files that are there.

import { test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CONFIDENCES, EDGE_KINDS, FAILURE_CODES, FINDINGS, UNRESOLVED_REASONS } from "../../lib/model/mod.ts";
import { ENVELOPE } from "../../lib/operations/earlier/claims.ts";
import { OF_QUESTION, OF_TELLING } from "../../lib/operations/earlier/item_claims.ts";
import { LIMITATIONS } from "../../lib/wire/mod.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("ARCHITECTURE names every room of rooms.json and no other", () => {
  const rooms = Object.keys(JSON.parse(read("scripts/rooms.json"))).filter((room) => room !== "//");
  const table = read("docs/ARCHITECTURE.md").split("## Rooms")[1].split("\n## ")[0];
  const named = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, room]) => room);
  assert.deepEqual(named.sort(), rooms.sort());
});

test("the README has every failure code in the row of its exit code", () => {
  const rows = read("README.md").split("\n").filter((line) => /^\| \d+/.test(line));
  for (const [code, exit] of Object.entries(FAILURE_CODES)) {
    const row = rows.find((line) => line.includes(`\`${code}\``));
    assert.match(row ?? `${code} is nowhere`, new RegExp(`^\\| ${exit}\\b`));
  }
});

test("the README has every limitation, what it counts and whether it makes an answer partial", () => {
  const rows = [...read("README.md").matchAll(/^\| `(\w+)` +\| (.+?) +\| (yes)? *\|$/gm)];
  const told = rows.map(([, code, counts, partial]) => [code, { counts, cuts: partial === "yes" }]);
  assert.deepEqual(Object.fromEntries(told), LIMITATIONS);
});

test("the README says which fields of an earlier answer the digest alone covers", () => {
  const said = read("README.md").split("\nSome fields are covered by `answer_digest` alone")[1].split(
    "Where there is",
  )[0];
  const checked = ["fingerprint", "before_fingerprint", "files", "files_before", "items", "coverage"];
  const ofWhole = [...ENVELOPE].filter((part) => ![...checked, "checked_at", "answer_digest"].includes(part));
  const ofItems = [...OF_TELLING, ...OF_QUESTION].filter((field) => field !== "generation");
  assert.deepEqual(
    [...said.matchAll(/`(\w+)`/g)].map(([, field]) => field).sort(),
    [...ofWhole, ...ofItems, "rank"].sort(),
  );
});

test("the README has every finding of doctor, how bad it is and what it means", () => {
  const rows = [...read("README.md").matchAll(/^\| `([\w.]+)` +\| (error|warning|note) +\| (.+?) +\|$/gm)];
  const told = rows.map(([, code, severity, meaning]) => [code, severity, meaning]);
  assert.deepEqual(
    told,
    Object.entries(FINDINGS).map(([code, [, severity, meaning]]) => [code, severity, meaning]),
  );
});

test("the glossary has the closed lists", () => {
  const glossary = read("docs/GLOSSARY.md");
  for (const word of [...CONFIDENCES, ...EDGE_KINDS, ...UNRESOLVED_REASONS]) {
    assert.ok(new RegExp(`\\b${word}\\b`).test(glossary), word);
  }
});

test("links between documents lead somewhere", () => {
  const documents = [
    "README.md",
    "CHANGELOG.md",
    ...["docs", "docs/adr"].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".md")).map((name) =>
        `${folder}/${name}`
      )
    ),
  ];
  for (const document of documents) {
    for (const [, target] of read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      assert.ok(existsSync(join(ROOT, dirname(document), target)), `${document}: ${target}`);
    }
  }
});

test("the documents name only files and folders that are there", () => {
  for (const document of ["README.md", "docs/ARCHITECTURE.md"]) {
    for (const [, path] of read(document).matchAll(/`((?:scripts|grammars|docs|tests|wasm)\/[\w./]*\w)`/g)) {
      if (path === "wasm/embedded.ts") continue;
      assert.ok(existsSync(join(ROOT, path)), `${document}: ${path}`);
    }
  }
});
