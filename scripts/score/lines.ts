// The lines of a ground truth and of an export, as their files carry them, and how such a file is read.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** A file and a 1-based line in it. */
export type Place = readonly [path: string, line: number];

/** One site of a ground truth and what a compiler says it names. */
export interface TruthLine {
  readonly path: string;
  readonly line: number;
  /** 0-based byte column of the name. */
  readonly col: number;
  readonly name: string;
  /**
   * `call`: the target lies in the repository; `neg`: it is known not to be a definition of the repository; `unk`: the
   * compiler cannot say. `ref`, `import` and `inherit` are sites of the other kinds of edges.
   */
  readonly role: "call" | "neg" | "unk" | "ref" | "import" | "inherit";
  readonly def_path?: string;
  readonly def_line?: number;
  /** Dotted; its last part is the name at the definition. */
  readonly def_name?: string;
  readonly def_kind?: string;
  /** The shape of the receiver: bare, self, local, attr, … */
  readonly recv?: string;
  /** Other places that are as right as the definition: overloads, a constructor, the stations of an alias. */
  readonly alt?: readonly Place[];
  readonly flags?: readonly string[];
  /** Line of the local import that the call goes through. */
  readonly bind?: number;
  /** What a second index says where it differs from the compiler; places, or words where it names none. */
  readonly scip?: readonly unknown[];
}

/** One edge of an export. */
export interface EdgeLine {
  readonly type?: string;
  readonly path: string;
  readonly line: number;
  readonly col?: number;
  readonly name: string;
  readonly kind: string;
  readonly resolution: string;
  readonly confidence?: string;
  readonly rule_id?: string;
  readonly target_path?: string;
  readonly target_line?: number;
}

/** One reference of an export that was not bound. */
export interface UnresolvedLine {
  readonly type: "unresolved";
  readonly path: string;
  readonly line: number;
  readonly col: number;
  readonly reason: string;
}

/** What an export says, sorted by type of line. */
export interface Export {
  readonly edges: readonly EdgeLine[];
  readonly unresolved: readonly UnresolvedLine[];
}

/** A JSON object a line, gzipped or not. */
export function readTruth(file: string): TruthLine[] {
  return linesOf(readFileSync(file)) as TruthLine[];
}

/** The edges and the unbound references of an export; its other lines are passed over. */
export function readExport(bytes: Uint8Array): Export {
  const lines = linesOf(bytes) as (EdgeLine | UnresolvedLine)[];
  return {
    edges: lines.filter((line): line is EdgeLine => line.type === undefined || line.type === "edge"),
    unresolved: lines.filter((line): line is UnresolvedLine => line.type === "unresolved"),
  };
}

function linesOf(bytes: Uint8Array): unknown[] {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = new TextDecoder().decode(isGzip ? gunzipSync(bytes) : bytes);
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}
