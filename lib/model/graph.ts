// The graph: symbols, edges, unresolved references and diagnostics, as resolution makes them and the store keeps them.
// A symbol number is an index into `Graph.symbols` and means nothing outside one graph.

import { ROLES, type Visibility } from "./facts.ts";
import type { SymbolKind } from "./symbol.ts";
import type { Via } from "./via.ts";

export const EDGE_KINDS = [
  "contains",
  "calls",
  "imports",
  "inherits",
  "implements",
  "overrides",
  "references",
  "decorates",
  "handles",
] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** The ladder, strongest first. */
export const CONFIDENCES = ["precise", "static", "heuristic", "syntactic"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

/** `precise` and `static` are resolved; the rest are candidates. */
export function resolutionOf(confidence: Confidence): "resolved_static" | "candidate" {
  return confidence === "precise" || confidence === "static" ? "resolved_static" : "candidate";
}

/** The weaker of two. */
export function weakest(a: Confidence, b: Confidence): Confidence {
  return CONFIDENCES.indexOf(a) >= CONFIDENCES.indexOf(b) ? a : b;
}

/** Roles of reference sites; an import is one too. */
export const SITE_ROLES = [...ROLES, "import"] as const;
export type SiteRole = (typeof SITE_ROLES)[number];

/** Why a reference has no target: a closed list. */
export const UNRESOLVED_REASONS = [
  "external",
  "local",
  "dynamic_receiver",
  "dynamic_import",
  "ambiguous",
  "ambiguous_module",
  "not_found",
  "parse_error",
] as const;
export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];

/** Why a file of a language with a grammar has no facts: a closed list. */
export const PARSE_FAILURES = [
  "parse_timeout",
  "parse_memory",
  "grammar_unavailable",
  "extract_failed",
] as const;
export type ParseFailure = (typeof PARSE_FAILURES)[number];

export type FileStatus = "parsed" | "partial" | "text" | "failed" | "omitted";

export interface GraphFile {
  readonly path: string;
  /** Language id, or null for a text file of no known language. */
  readonly language: string | null;
  /** Null for an omitted file whose bytes were not read. */
  readonly sha256: string | null;
  readonly status: FileStatus;
  /** Why it is partial, failed or omitted; else null. */
  readonly reason: string | null;
  readonly sizeBytes: number;
  /** Last line with content, from 1, of a file without facts; facts know their own. */
  readonly lastLine?: number;
}

export interface GraphSymbol {
  readonly id: string;
  /** Index into `Graph.files`. */
  readonly file: number;
  readonly name: string;
  readonly qualifiedName: string;
  readonly kind: SymbolKind;
  /** 1-based line of the name. */
  readonly line: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Symbol number of the container, or -1. */
  readonly parent: number;
  readonly signature: string | null;
  readonly doc: string | null;
  readonly visibility: Visibility;
  readonly exported: boolean;
  readonly decorators: readonly string[];
  readonly isTest: boolean;
}

export interface Edge {
  readonly kind: EdgeKind;
  /** Symbol numbers. */
  readonly source: number;
  readonly target: number;
  /** The file of the reference site, an index into `Graph.files`. */
  readonly file: number;
  /** Byte offset of the referenced name, its 1-based line and 0-based byte column. */
  readonly byteOffset: number;
  readonly line: number;
  readonly column: number;
  /** The name at the site. */
  readonly name: string;
  readonly confidence: Confidence;
  readonly ruleId: string;
  /** The chain that bound it. */
  readonly via: Via;
}

export interface Unresolved {
  readonly source: number;
  readonly file: number;
  readonly byteOffset: number;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly role: SiteRole;
  /** The receiver as written, shortened; null for a bare name. */
  readonly receiver: string | null;
  readonly reason: UnresolvedReason;
  /** The module that owns the name where that is known. */
  readonly module: string | null;
}

export interface Diagnostic {
  readonly file: number;
  readonly startByte: number;
  readonly endByte: number;
  readonly code: string;
}

/** The edges and unresolved references of one file as numbers, in the order of the export, each once: `EdgeCursor` reads them. */
export interface FileRows {
  /** Index into `Graph.files`. */
  readonly file: number;
  readonly edges: Int32Array;
  readonly edgeCount: number;
  readonly unresolved: Int32Array;
  readonly unresolvedCount: number;
}

export interface Graph {
  /** Sorted by path. */
  readonly files: readonly GraphFile[];
  /** Grouped by file in file order, the file's own symbol first, then by start byte. */
  readonly symbols: readonly GraphSymbol[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of the files that have any, in file order. */
  readonly rows: readonly FileRows[];
  /** Names, rule ids and words of steps, by the numbers that rows have for them. */
  readonly texts: readonly string[];
}
