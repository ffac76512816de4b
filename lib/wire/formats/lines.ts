// A document as JSON a line: an answer's envelope without its items, then each item; any other document is one line. The
// first line alone says whether the answer is whole, and by which digest it can be checked: its items stand behind `files`
// (and `files_before`) in the document that the digest is of.

import { encodeJson, type JsonObject, type JsonValue } from "../../guard/mod.ts";

export function documentLines(document: JsonObject): string {
  const { items, ...envelope } = document;
  const lines: JsonValue[] = Array.isArray(items) ? [envelope, ...items] : [document];
  return lines.map((line) => encodeJson(line) + "\n").join("");
}
