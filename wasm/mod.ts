// The only room that imports web-tree-sitter, @sqlite.org/sqlite-wasm or hash-wasm.

export { type AssetName, assetTable, GRAMMAR_NAMES, type GrammarName, useAssets } from "./assets.ts";
export {
  type Digest,
  type DigestName,
  newDigest,
  newPortableDigest,
  sha256Bytes,
  sha256Hex,
  startDigests,
  startPortableDigests,
} from "./digest.ts";
export { type FileCalls, replaceFileCalls } from "./file_calls.ts";
export { GrammarParser, startParser } from "./parser.ts";
export { SourceText } from "./source.ts";
export { NO_NODE, type NodeId, SyntaxTree } from "./syntax_tree.ts";
export { BulkInsert } from "./bulk_insert.ts";
export { Database } from "./database.ts";
export { Sqlite, startSqlite } from "./sqlite.ts";
export type { ReadCheck } from "./vfs.ts";
export { Statement } from "./statement.ts";
