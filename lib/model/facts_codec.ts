// FileFacts as one buffer and back: what workers hand over and the cache keeps. Records, which are few, are JSON arrays in
// a fixed order of fields; columns, which are long, are varints of the difference to what lies near.
// Laws kept: decoding gives exactly what was encoded, and a damaged buffer ends in `index.corrupt`.
// Not here: when stored facts may be used again.

import { ByteReader, ByteWriter, corrupt, unzigzag, zigzag } from "./byte_stream.ts";
import { invariant } from "./failure.ts";
import {
  type Base,
  type BindingColumns,
  type Definition,
  type Export,
  type ExprColumns,
  type FileFacts,
  type Import,
  type ImportName,
  NONE,
  type Parameter,
  type ReferenceColumns,
  type ScopeColumns,
  type SyntaxProblem,
} from "./facts.ts";

/** "evf" and the version of the layout; another version is another cache key, never a guess. */
const MAGIC = [0x65, 0x76, 0x66, 1];
const MAGIC_BYTES = MAGIC.length;

/** Encodes facts; the result holds everything and refers to nothing. */
export function encodeFacts(facts: FileFacts): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(4096 + facts.exprs.kind.length * 12);
  out.raw(Uint8Array.from(MAGIC));
  out.unsigned(facts.byteLength);
  out.text(JSON.stringify(recordsOf(facts)));
  out.unsigned(facts.lineStarts.length);
  ascending(out, facts.lineStarts);
  writeExprs(out, facts.exprs);
  writeReferences(out, facts.references);
  writeScopes(out, facts.scopes);
  writeBindings(out, facts.bindings);
  return out.finish();
}

/** Decodes what `encodeFacts` gave; throws `index.corrupt` for anything else. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  const input = new ByteReader(bytes);
  const magic = input.raw(MAGIC_BYTES);
  if (MAGIC.some((byte, index) => magic[index] !== byte)) throw corrupt("they are of another format");
  const byteLength = input.unsigned();
  const records = parseRecords(input.text());
  const lineStarts = readAscending(input, new Uint32Array(input.count()));
  const exprs = readExprs(input);
  const references = readReferences(input);
  const scopes = readScopes(input);
  const bindings = readBindings(input);
  input.end();
  return { byteLength, lineStarts, exprs, references, scopes, bindings, ...records };
}

// Records.

type Records = Omit<
  FileFacts,
  "byteLength" | "lineStarts" | "exprs" | "references" | "scopes" | "bindings"
>;

function recordsOf(facts: FileFacts): unknown[] {
  return [
    facts.dialect,
    facts.strings,
    facts.definitions.map((d) => [
      d.name,
      d.kind,
      d.parent,
      d.receiver,
      d.receiverExpr,
      d.start,
      d.end,
      d.nameStart,
      d.nameEnd,
      d.moreRanges,
      d.signature,
      d.doc,
      d.visibility,
      d.exported,
      d.flags,
      d.decorators,
      d.decoratorNames,
      d.scope,
      d.body,
      d.bases.map((b) => [b.expr, b.relation]),
      d.parameters.map((p) => [p.name, p.annotation, p.default, p.kind]),
      d.annotation,
      d.values,
      d.typeParameters,
    ]),
    facts.imports.map((
      i,
    ) => [i.kind, i.specifier, i.level, i.start, i.end, i.scope, i.owner, i.typeOnly, i.arm]),
    facts.importNames.map((n) => [n.import, n.name, n.local, n.top, n.start, n.end]),
    facts.exports.map((e) => [e.name, e.kind, e.local, e.import, e.expr, e.start, e.end, e.typeOnly]),
    facts.explicitNames,
    facts.problems.map((p) => [p.start, p.end, p.code]),
    facts.attributes,
  ];
}

// deno-lint-ignore no-explicit-any
type Row = any;

function parseRecords(text: string): Records {
  let rows: Row;
  try {
    rows = JSON.parse(text);
  } catch (cause) {
    throw corrupt("their records are no JSON", cause);
  }
  if (!Array.isArray(rows) || rows.length !== 9) throw corrupt("their records are incomplete");
  const [dialect, strings, definitions, imports, importNames, exports, explicitNames, problems, attributes] =
    rows;
  try {
    return {
      dialect,
      strings,
      definitions: definitions.map(definitionOf),
      imports: imports.map(importOf),
      importNames: importNames.map(importNameOf),
      exports: exports.map(exportOf),
      explicitNames,
      problems: problems.map(problemOf),
      attributes,
    };
  } catch (cause) {
    throw corrupt("their records have another shape", cause);
  }
}

function definitionOf(row: Row): Definition {
  return {
    name: row[0],
    kind: row[1],
    parent: row[2],
    receiver: row[3],
    receiverExpr: row[4],
    start: row[5],
    end: row[6],
    nameStart: row[7],
    nameEnd: row[8],
    moreRanges: row[9],
    signature: row[10],
    doc: row[11],
    visibility: row[12],
    exported: row[13],
    flags: row[14],
    decorators: row[15],
    decoratorNames: row[16],
    scope: row[17],
    body: row[18],
    bases: row[19].map(([expr, relation]: Row): Base => ({ expr, relation })),
    parameters: row[20].map((parameter: Row): Parameter => ({
      name: parameter[0],
      annotation: parameter[1],
      default: parameter[2],
      kind: parameter[3],
    })),
    annotation: row[21],
    values: row[22],
    typeParameters: row[23],
  };
}

function importOf([kind, specifier, level, start, end, scope, owner, typeOnly, arm]: Row): Import {
  return { kind, specifier, level, start, end, scope, owner, typeOnly, arm };
}

function importNameOf([module, name, local, top, start, end]: Row): ImportName {
  return { import: module, name, local, top, start, end };
}

function exportOf([name, kind, local, module, expr, start, end, typeOnly]: Row): Export {
  return { name, kind, local, import: module, expr, start, end, typeOnly };
}

function problemOf([start, end, code]: Row): SyntaxProblem {
  return { start, end, code };
}

// Columns. Each table writes its length once.

function writeExprs(out: ByteWriter, exprs: ExprColumns): void {
  const count = exprs.kind.length;
  sameLength(count, exprs.name, exprs.start, exprs.end, exprs.scope, exprs.object);
  invariant(exprs.argStart.length === count + 1, "argStart has one entry more than there are expressions");
  out.unsigned(count);
  out.raw(exprs.kind);
  plain(out, exprs.name);
  neighbours(out, exprs.start);
  apart(out, exprs.end, exprs.start);
  neighbours(out, exprs.scope);
  nearby(out, exprs.object);
  neighbours(out, exprs.argStart);
  out.unsigned(exprs.args.length);
  optional(out, exprs.args);
}

function readExprs(input: ByteReader): ExprColumns {
  const count = input.count();
  const kind = input.raw(count).slice();
  const name = readPlain(input, new Uint32Array(count));
  const start = readNeighbours(input, new Uint32Array(count));
  const end = readApart(input, new Uint32Array(count), start);
  const scope = readNeighbours(input, new Uint32Array(count));
  const object = readNearby(input, new Int32Array(count));
  const argStart = readNeighbours(input, new Uint32Array(count + 1));
  const args = readOptional(input, new Int32Array(input.count()));
  return { kind, name, start, end, scope, object, argStart, args };
}

function writeReferences(out: ByteWriter, references: ReferenceColumns): void {
  sameLength(references.expr.length, references.role, references.owner);
  out.unsigned(references.expr.length);
  neighbours(out, references.expr);
  out.raw(references.role);
  neighbours(out, references.owner);
}

function readReferences(input: ByteReader): ReferenceColumns {
  const count = input.count();
  const expr = readNeighbours(input, new Uint32Array(count));
  const role = input.raw(count).slice();
  return { expr, role, owner: readNeighbours(input, new Int32Array(count)) };
}

function writeScopes(out: ByteWriter, scopes: ScopeColumns): void {
  sameLength(scopes.kind.length, scopes.parent, scopes.owner, scopes.start, scopes.end);
  out.unsigned(scopes.kind.length);
  out.raw(scopes.kind);
  nearby(out, scopes.parent);
  neighbours(out, scopes.owner);
  neighbours(out, scopes.start);
  apart(out, scopes.end, scopes.start);
}

function readScopes(input: ByteReader): ScopeColumns {
  const count = input.count();
  const kind = input.raw(count).slice();
  const parent = readNearby(input, new Int32Array(count));
  const owner = readNeighbours(input, new Int32Array(count));
  const start = readNeighbours(input, new Uint32Array(count));
  return { kind, parent, owner, start, end: readApart(input, new Uint32Array(count), start) };
}

function writeBindings(out: ByteWriter, bindings: BindingColumns): void {
  const { scope, name, kind, target, annotation, value, start, arm } = bindings;
  sameLength(scope.length, name, kind, target, annotation, value, start, arm);
  out.unsigned(scope.length);
  neighbours(out, scope);
  plain(out, name);
  out.raw(kind);
  optional(out, target);
  optional(out, annotation);
  optional(out, value);
  neighbours(out, start);
  plain(out, arm);
}

function readBindings(input: ByteReader): BindingColumns {
  const count = input.count();
  const scope = readNeighbours(input, new Uint32Array(count));
  const name = readPlain(input, new Uint32Array(count));
  const kind = input.raw(count).slice();
  const target = readOptional(input, new Int32Array(count));
  const annotation = readOptional(input, new Int32Array(count));
  const value = readOptional(input, new Int32Array(count));
  const start = readNeighbours(input, new Uint32Array(count));
  return {
    scope,
    name,
    kind,
    target,
    annotation,
    value,
    start,
    arm: readPlain(input, new Uint32Array(count)),
  };
}

function sameLength(count: number, ...columns: { readonly length: number }[]): void {
  invariant(columns.every((column) => column.length === count), "columns of one table differ in length");
}

// How a column is written. Differences wrap at 32 bits, so that any value of its array type comes back.

type Column = Uint32Array | Int32Array;

function plain(out: ByteWriter, column: Uint32Array): void {
  for (const value of column) out.unsigned(value);
}

function readPlain(input: ByteReader, column: Uint32Array): Uint32Array {
  for (let i = 0; i < column.length; i++) column[i] = input.unsigned();
  return column;
}

/** Values that only grow. */
function ascending(out: ByteWriter, column: Uint32Array): void {
  let previous = 0;
  for (const value of column) {
    out.unsigned((value - previous) >>> 0);
    previous = value;
  }
}

function readAscending(input: ByteReader, column: Uint32Array): Uint32Array {
  let previous = 0;
  for (let i = 0; i < column.length; i++) column[i] = previous = (previous + input.unsigned()) >>> 0;
  return column;
}

/** Values near the one before. */
function neighbours(out: ByteWriter, column: Column): void {
  let previous = 0;
  for (const value of column) {
    out.difference(value, previous);
    previous = value;
  }
}

function readNeighbours<T extends Column>(input: ByteReader, column: T): T {
  let previous = 0;
  for (let i = 0; i < column.length; i++) column[i] = previous = input.difference(previous);
  return column;
}

/** Values near those of another column. */
function apart(out: ByteWriter, column: Uint32Array, from: Uint32Array): void {
  for (let i = 0; i < column.length; i++) out.difference(column[i], from[i]);
}

function readApart(input: ByteReader, column: Uint32Array, from: Uint32Array): Uint32Array {
  for (let i = 0; i < column.length; i++) column[i] = input.difference(from[i]);
  return column;
}

/** Indexes of entries near their own; 0 is NONE. */
function nearby(out: ByteWriter, column: Int32Array): void {
  for (let i = 0; i < column.length; i++) {
    out.unsigned(column[i] === NONE ? 0 : zigzag(i - column[i]) + 1);
  }
}

function readNearby(input: ByteReader, column: Int32Array): Int32Array {
  for (let i = 0; i < column.length; i++) {
    const value = input.unsigned();
    column[i] = value === 0 ? NONE : i - unzigzag(value - 1);
  }
  return column;
}

/** Indexes near the last one that was not NONE; 0 is NONE. */
function optional(out: ByteWriter, column: Int32Array): void {
  let previous = 0;
  for (const value of column) {
    if (value === NONE) out.unsigned(0);
    else {
      out.unsigned(zigzag(value - previous) + 1);
      previous = value;
    }
  }
}

function readOptional(input: ByteReader, column: Int32Array): Int32Array {
  let previous = 0;
  for (let i = 0; i < column.length; i++) {
    const value = input.unsigned();
    column[i] = value === 0 ? NONE : previous = (previous + unzigzag(value - 1)) | 0;
  }
  return column;
}
