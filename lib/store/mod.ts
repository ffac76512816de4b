// One generation's SQLite file: schema, rows and readers. Here too: the ranks beside it, search terms and the canonical export.
// Never here: parsing, Git, which generation serves.

export type { GenerationContent, SiteCounts } from "./content.ts";
export type { StoredDiagnosticRow, StoredEdgeRow, StoredUnresolvedRow } from "./edges_reader.ts";
export { EXPORT_SCHEMA, exportLines } from "./export.ts";
export type { CoverageRow } from "./coverage.ts";
export type { FileFilter } from "./file_filter.ts";
export type { StoredFileRow } from "./files_reader.ts";
export { CONTENT_DIGEST } from "./meta.ts";
export { decodeRanks, encodeRanks } from "./ranks.ts";
export { GraphReader } from "./reader.ts";
export { SCHEMA_VERSION, schemaDigest } from "./schema.ts";
export type { SearchFilter, SearchHit } from "./search_reader.ts";
export { lowerAscii, matchAll, matchAny, type SearchTerm, searchTerms, segmentsOf } from "./segments.ts";
export type { StoredSymbolRow } from "./symbols_reader.ts";
export { type EarlierFile, type EarlierFiles, readEarlier } from "./earlier.ts";
export type { Ranking, Resolved } from "./resolved_files.ts";
export { Unsettled, updateGraph } from "./update_graph.ts";
export { writeGraph, type WriteResult } from "./write_graph.ts";
