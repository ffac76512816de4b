// The columns of facts as varints: what lies near each other differs little and takes a byte. Each table writes its length
// once; every reader mirrors its writer.

import { type ByteReader, type ByteWriter, unzigzag, zigzag } from "./byte_stream.ts";
import { invariant } from "./failure.ts";
import {
  type BindingColumns,
  type ExprColumns,
  NONE,
  type ReferenceColumns,
  type ScopeColumns,
} from "./facts.ts";

export function writeExprs(out: ByteWriter, exprs: ExprColumns): void {
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

export function readExprs(input: ByteReader): ExprColumns {
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

export function writeReferences(out: ByteWriter, references: ReferenceColumns): void {
  sameLength(references.expr.length, references.role, references.owner);
  out.unsigned(references.expr.length);
  neighbours(out, references.expr);
  out.raw(references.role);
  neighbours(out, references.owner);
}

export function readReferences(input: ByteReader): ReferenceColumns {
  const count = input.count();
  const expr = readNeighbours(input, new Uint32Array(count));
  const role = input.raw(count).slice();
  return { expr, role, owner: readNeighbours(input, new Int32Array(count)) };
}

export function writeScopes(out: ByteWriter, scopes: ScopeColumns): void {
  sameLength(scopes.kind.length, scopes.parent, scopes.owner, scopes.start, scopes.end);
  out.unsigned(scopes.kind.length);
  out.raw(scopes.kind);
  nearby(out, scopes.parent);
  neighbours(out, scopes.owner);
  neighbours(out, scopes.start);
  apart(out, scopes.end, scopes.start);
}

export function readScopes(input: ByteReader): ScopeColumns {
  const count = input.count();
  const kind = input.raw(count).slice();
  const parent = readNearby(input, new Int32Array(count));
  const owner = readNeighbours(input, new Int32Array(count));
  const start = readNeighbours(input, new Uint32Array(count));
  return { kind, parent, owner, start, end: readApart(input, new Uint32Array(count), start) };
}

export function writeBindings(out: ByteWriter, bindings: BindingColumns): void {
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

export function readBindings(input: ByteReader): BindingColumns {
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

// How a column is written: each value as a small integer without a sign, all of them at once. Differences wrap at 32 bits, so
// that any value of its array type comes back.

type Column = Uint32Array | Int32Array;

let room = new Uint32Array(1 << 12);

/** Room for so many integers, used again and again. */
function roomFor(count: number): Uint32Array {
  if (room.length < count) room = new Uint32Array(2 * count);
  return room;
}

/** The integers of a column. A view of its own place would make an engine give it a buffer of its own, which costs more. */
function read(input: ByteReader, column: Column): Uint32Array {
  const integers = roomFor(column.length);
  input.integers(integers, column.length);
  return integers;
}

function plain(out: ByteWriter, column: Uint32Array): void {
  out.integers(column, column.length);
}

function readPlain(input: ByteReader, column: Uint32Array): Uint32Array {
  input.integers(column, column.length);
  return column;
}

/** Values that only grow. */
export function ascending(out: ByteWriter, column: Uint32Array): void {
  const integers = roomFor(column.length);
  let previous = 0;
  for (let i = 0; i < column.length; i++) {
    integers[i] = column[i] - previous;
    previous = column[i];
  }
  out.integers(integers, column.length);
}

export function readAscending(input: ByteReader, column: Uint32Array): Uint32Array {
  input.integers(column, column.length);
  let previous = 0;
  for (let i = 0; i < column.length; i++) column[i] = previous = (previous + column[i]) >>> 0;
  return column;
}

/** Values near the one before. */
function neighbours(out: ByteWriter, column: Column): void {
  const integers = roomFor(column.length);
  let previous = 0;
  for (let i = 0; i < column.length; i++) {
    integers[i] = zigzag(column[i] - previous);
    previous = column[i];
  }
  out.integers(integers, column.length);
}

function readNeighbours<T extends Column>(input: ByteReader, column: T): T {
  const integers = read(input, column);
  let previous = 0;
  for (let i = 0; i < column.length; i++) column[i] = previous = (previous + unzigzag(integers[i])) | 0;
  return column;
}

/** Values near those of another column. */
function apart(out: ByteWriter, column: Uint32Array, from: Uint32Array): void {
  const integers = roomFor(column.length);
  for (let i = 0; i < column.length; i++) integers[i] = zigzag(column[i] - from[i]);
  out.integers(integers, column.length);
}

function readApart(input: ByteReader, column: Uint32Array, from: Uint32Array): Uint32Array {
  input.integers(column, column.length);
  for (let i = 0; i < column.length; i++) column[i] = from[i] + unzigzag(column[i]);
  return column;
}

/** Indexes of entries near their own, never below NONE, which is 0. */
function nearby(out: ByteWriter, column: Int32Array): void {
  const integers = roomFor(column.length);
  for (let i = 0; i < column.length; i++) {
    integers[i] = column[i] === NONE ? 0 : zigzag(i - column[i]) + 1;
  }
  out.integers(integers, column.length);
}

function readNearby(input: ByteReader, column: Int32Array): Int32Array {
  const integers = read(input, column);
  for (let i = 0; i < column.length; i++) {
    const value = integers[i];
    column[i] = value === 0 ? NONE : i - unzigzag(value - 1);
  }
  return column;
}

/** Indexes near the last one that was not NONE, and never below it; 0 is NONE. */
function optional(out: ByteWriter, column: Int32Array): void {
  const integers = roomFor(column.length);
  let previous = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    integers[i] = value === NONE ? 0 : zigzag(value - previous) + 1;
    if (value !== NONE) previous = value;
  }
  out.integers(integers, column.length);
}

function readOptional(input: ByteReader, column: Int32Array): Int32Array {
  const integers = read(input, column);
  let previous = 0;
  for (let i = 0; i < column.length; i++) {
    const value = integers[i];
    column[i] = value === 0 ? NONE : previous = (previous + unzigzag(value - 1)) | 0;
  }
  return column;
}
