// The vocabulary every room speaks. Readonly types, the one ordering, ids, positions, the failure type.
// Never here: IO, schemas, anything a language decides.

export * from "./build_info.ts";
export * from "./byte_stream.ts";
export * from "./facts.ts";
export * from "./facts_codec.ts";
export * from "./failure.ts";
export * from "./file_rows.ts";
export * from "./findings.ts";
export * from "./graph.ts";
export * from "./components.ts";
export * from "./lists.ts";
export * from "./manifest.ts";
export * from "./order.ts";
export * from "./path.ts";
export * from "./positions.ts";
export * from "./rules.ts";
export * from "./symbol.ts";
export * from "./unavailable.ts";
export * from "./via.ts";
