// How a document becomes text: JSON, indented for a terminal, compact in a pipe, one line feed at its end.

import { encodeJson, type JsonValue } from "../guard/mod.ts";

export type Layout = "indented" | "compact";

/** The document's text as it is written to stdout. */
export function renderDocument(document: JsonValue, layout: Layout): string {
  return encodeJson(document, layout === "indented" ? 2 : 0) + "\n";
}
