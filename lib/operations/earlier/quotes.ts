// Claims about files and about quoted lines: digests, and the text that they are of. Law kept: a text whose digest is another
// is no quotation, whatever stands in the file.

import { asTold, type JsonObject, QuotableFile } from "../../wire/mod.ts";
import { numberOf, textOf } from "./fields.ts";
import type { Side } from "./side.ts";
import { missing } from "./symbols.ts";
import { type Finding, found, HOLDS, neverSo } from "./verdicts.ts";

/** What became of a file's content. */
export function fileFinding(side: Side, path: string): Finding {
  const { ground, origin } = side;
  const said = side.citedDigest(path);
  const file = ground.file(path);
  if (said === undefined) return found("unchecked", "no_digest");
  const differs = [{ field: "sha256", said, now: file?.sha256 ?? undefined }];
  const others = ground.filesOf(said);
  const finding = file?.sha256 === said
    ? HOLDS
    : file === null && others.length === 1
    ? found("moved", "other_file", { now: { path: others[0].path, line: 1 } })
    : file === null
    ? missing(ground, path, "no_symbol")
    : found("changed", "content", { differs });
  const then = origin === null ? said : origin.file(path)?.sha256;
  return then === said ? finding : neverSo({ ...finding, differs });
}

/** Lines as an item quotes them. */
export interface SaidQuote {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly sha256: string;
  readonly text: string;
  /** Whether its text may be altered. */
  readonly isRedacted: boolean;
}

/** The quotation that an object is; null where it is none. */
export function quoteOf(value: JsonObject, isRedacted: boolean): SaidQuote | null {
  const [path, sha256] = [textOf(value.path), textOf(value.sha256)];
  const [startLine, endLine] = [numberOf(value.start_line, 1), numberOf(value.end_line, 1)];
  const { text } = value;
  if (path === null || sha256 === null || startLine === null || endLine === null) return null;
  if (typeof text !== "string" || endLine < startLine) return null;
  return { path, startLine, endLine, sha256, text, isRedacted: isRedacted || value.redacted === true };
}

/** What became of quoted lines. */
export function quoteFinding(side: Side, said: SaidQuote): Finding {
  const text = new TextEncoder().encode(said.text);
  const isAltered = side.sha256(text) !== said.sha256;
  if (isAltered && !said.isRedacted) return found("changed", "contradicts_itself");
  const finding = quotedNow(side, said, isAltered ? null : text);
  const { origin } = side;
  if (origin === null || origin === side.ground) {
    return side.isAsCited(said.path) && finding.verdict !== "holds" ? neverSo(finding) : finding;
  }
  const then = origin.bytesOf(said.path, said.startLine, said.endLine);
  return then !== null && side.sha256(then) === said.sha256 ? finding : neverSo(finding);
}

/** `text`: as it is in the file; null where it was altered. */
function quotedNow(side: Side, said: SaidQuote, text: Uint8Array | null): Finding {
  const { ground } = side;
  const path = side.pathNow(said.path);
  if (path === null) return missing(ground, said.path, "no_symbol");
  const lines = ground.bytesOf(path, said.startLine, said.endLine);
  const sha256 = lines === null ? undefined : side.sha256(lines);
  if (sha256 === said.sha256) {
    if (text === null && told(side, path, said) !== said.text) return found("changed", "contradicts_itself");
    if (path === said.path) return HOLDS;
    return found("moved", "other_file", { now: { path, line: said.startLine, endLine: said.endLine } });
  }
  const differs = [{ field: "sha256", said: said.sha256, now: sha256 }];
  // What was altered can not be looked for.
  if (text === null) return found("changed", "text", { differs });
  const places = ground.placesOf(path, text, 2);
  if (places === null) return found("unchecked", "time");
  if (places.length !== 1) return found("changed", "text", { differs });
  const endLine = places[0] + said.endLine - said.startLine;
  const reason = path === said.path ? "lines" : "other_file";
  return found("moved", reason, { now: { path, line: places[0], endLine } });
}

/** The lines as an answer would tell them. */
function told(side: Side, path: string, { startLine, endLine, sha256 }: SaidQuote): string {
  const file = new QuotableFile({ path, sha256 }, side.ground.view.sourceOf(path));
  return asTold(file.quote({ startLine, endLine }, Infinity, side.sha256).snippet?.text ?? "");
}
