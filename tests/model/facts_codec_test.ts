// Facts survive their buffer exactly, and a damaged buffer is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  ByteReader,
  ByteWriter,
  decodeFacts,
  type Definition,
  encodeFacts,
  Failure,
  type FileFacts,
  NONE,
} from "../../lib/model/mod.ts";

const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<T>;
const word = fc.oneof(
  fc.constantFrom("", "run", "Grüße", "日本", "a.b", '"', "\\", "\n", "\ufeff", "\0", "🜁", "\ud800"),
  fc.string(),
);
const offset = fc.oneof(fc.nat(200), fc.nat(2 ** 31 - 1));
const id = fc.oneof(fc.constant(NONE), fc.nat(50), fc.nat(2 ** 31 - 1));

const u8 = (n: number) => fc.uint8Array({ minLength: n, maxLength: n });
const u32 = (n: number) => fc.uint32Array({ minLength: n, maxLength: n });
const ids = (n: number) =>
  fc.array(id, { minLength: n, maxLength: n }).map((values) => Int32Array.from(values));

const definition: fc.Arbitrary<Definition> = record({
  name: word,
  kind: fc.constantFrom("class", "method", "constant"),
  parent: id,
  receiver: word,
  receiverExpr: id,
  start: offset,
  end: offset,
  nameStart: offset,
  nameEnd: offset,
  moreRanges: fc.array(offset, { maxLength: 6 }),
  signature: word,
  doc: fc.option(word, { nil: null }),
  visibility: fc.constantFrom("public", "protected", "private", "package"),
  exported: fc.boolean(),
  flags: fc.nat(2 ** 17),
  decorators: fc.array(id, { maxLength: 3 }),
  decoratorNames: fc.array(word, { maxLength: 3 }),
  scope: fc.nat(9),
  body: id,
  bases: fc.array(
    record({ expr: id, relation: fc.constantFrom("inherits" as const, "implements" as const) }),
    { maxLength: 3 },
  ),
  parameters: fc.array(
    record({
      name: word,
      annotation: id,
      default: id,
      kind: fc.constantFrom("rest" as const, "receiver" as const),
    }),
    { maxLength: 3 },
  ),
  annotation: id,
  values: fc.array(id, { maxLength: 3 }),
  typeParameters: fc.array(word, { maxLength: 2 }),
  signatures: fc.array(id, { maxLength: 2 }),
});

const span = { start: offset, end: offset };
const size = fc.nat(12);

const facts: fc.Arbitrary<FileFacts> = record({
  dialect: word,
  byteLength: offset,
  lineStarts: size.chain(u32).map((starts) => starts.sort()),
  strings: fc.array(word, { maxLength: 9 }),
  exprs: size.chain((n) =>
    record({
      kind: u8(n),
      name: u32(n),
      start: u32(n),
      end: u32(n),
      scope: u32(n),
      object: ids(n),
      argStart: u32(n + 1),
      args: size.chain(ids),
    })
  ),
  references: size.chain((n) => record({ expr: u32(n), role: u8(n), owner: ids(n) })),
  scopes: size.chain((n) =>
    record({ kind: u8(n), parent: ids(n), owner: ids(n), start: u32(n), end: u32(n) })
  ),
  bindings: size.chain((n) =>
    record({
      scope: u32(n),
      name: u32(n),
      kind: u8(n),
      target: ids(n),
      annotation: ids(n),
      value: ids(n),
      start: u32(n),
      arm: u32(n),
    })
  ),
  definitions: fc.array(definition, { maxLength: 4 }),
  imports: fc.array(
    record({
      kind: fc.constantFrom("module" as const, "dynamic" as const),
      specifier: word,
      level: fc.nat(3),
      ...span,
      scope: fc.nat(5),
      owner: id,
      typeOnly: fc.boolean(),
      arm: fc.nat(5),
    }),
    { maxLength: 3 },
  ),
  importNames: fc.array(
    record({ import: fc.nat(5), name: word, local: word, top: fc.boolean(), ...span }),
    { maxLength: 3 },
  ),
  exports: fc.array(
    record({
      name: word,
      kind: fc.constantFrom("local" as const, "star" as const),
      local: word,
      import: fc.nat(5),
      expr: id,
      ...span,
      typeOnly: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  explicitNames: fc.option(fc.array(word, { maxLength: 3 }), { nil: null }),
  problems: fc.array(
    record({ ...span, code: fc.constantFrom("parse_error" as const, "not_utf8" as const) }),
    {
      maxLength: 3,
    },
  ),
  attributes: fc.dictionary(fc.constantFrom("go.package", "go.build", "x"), word, { noNullPrototype: true }),
});

const isCorrupt = (error: unknown) => error instanceof Failure && error.code === "index.corrupt";

test("facts come back exactly as they were", () => {
  fc.assert(fc.property(facts, (original) => {
    assert.deepEqual(decodeFacts(encodeFacts(original)), original);
  }));
});

test("facts cut anywhere are refused", () => {
  fc.assert(fc.property(facts, fc.nat(), (original, at) => {
    const bytes = encodeFacts(original);
    assert.throws(() => decodeFacts(bytes.subarray(0, at % bytes.length)), isCorrupt);
  }));
});

test("facts with something after their end, or of another version, are refused", () => {
  const bytes = encodeFacts(fc.sample(facts, { numRuns: 1, seed: 1 })[0]);
  assert.throws(() => decodeFacts(Uint8Array.from([...bytes, 0])), isCorrupt);
  assert.throws(() => decodeFacts(bytes.with(3, 2)), isCorrupt);
  assert.throws(() => decodeFacts(new Uint8Array(0)), isCorrupt);
});

test("a flipped byte gives facts or index.corrupt, nothing else", () => {
  fc.assert(fc.property(facts, fc.nat(), fc.nat(255), (original, at, value) => {
    const bytes = encodeFacts(original);
    try {
      decodeFacts(bytes.with(at % bytes.length, value));
    } catch (error) {
      assert.ok(isCorrupt(error), String(error));
    }
  }));
});

test("texts come back, whatever their length and letters", () => {
  const letters = ["", "a", "name", "ü", "🜁", "\ufeff", "x".repeat(126) + "é"];
  const lengths = [126, 127, 128, 129, 5_000].map((length) => "y".repeat(length));
  const out = new ByteWriter(1);
  for (const text of [...letters, ...lengths]) out.text(text);
  const input = new ByteReader(out.finish());
  for (const text of [...letters, ...lengths]) assert.equal(input.text(), text);
  input.end();
});

test("integers of up to 53 bits come back, in as few bytes as they need", () => {
  const cases: [number, number][] = [
    [0, 1],
    [127, 1],
    [128, 2],
    [2 ** 31 - 1, 5],
    [2 ** 31, 5],
    [2 ** 32, 5],
    [2 ** 35, 6],
    [Number.MAX_SAFE_INTEGER, 8],
  ];
  for (const [value, byteLength] of cases) {
    const out = new ByteWriter();
    out.unsigned(value);
    assert.equal(out.length, byteLength, String(value));
    assert.equal(new ByteReader(out.finish()).unsigned(), value);
  }
});
