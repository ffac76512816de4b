// FileFacts as one buffer and back: what workers hand over and the cache keeps. Records, which are few, are JSON arrays in
// a fixed order of fields; columns, which are long, are varints of the difference to what lies near.
// Laws kept: decoding gives exactly what was encoded, and a damaged buffer ends in `index.corrupt`.
// Not here: the layout of the columns, and when stored facts may be used again.

import { ByteReader, ByteWriter, corrupt } from "./byte_stream.ts";
import {
  type Base,
  type Definition,
  type Export,
  type FileFacts,
  type Import,
  type ImportName,
  type Parameter,
  type SyntaxProblem,
} from "./facts.ts";
import {
  ascending,
  readAscending,
  readBindings,
  readExprs,
  readReferences,
  readScopes,
  writeBindings,
  writeExprs,
  writeReferences,
  writeScopes,
} from "./facts_columns.ts";

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
      d.signatures,
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
    signatures: row[24],
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
