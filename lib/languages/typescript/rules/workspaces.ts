// Which folders a repository says are its own packages: `workspaces` of package.json, pnpm-workspace.yaml, lerna.json.
// Law kept: patterns are the repository's text, so matching one is linear in folder and pattern.
// Not here: what the packages are called.

import { baseName, folderOf } from "../../../model/mod.ts";
import { asObject, type JsonTexts, textsOf } from "./json_texts.ts";

interface Declaration {
  /** Folder that the patterns start from. */
  readonly root: string;
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

/** Reads what the configuration files declare; answers whether a folder is a member. */
export function workspaceMembers(texts: JsonTexts): (folder: string) => boolean {
  const declarations: Declaration[] = [];
  for (const path of texts.paths) {
    const patterns = patternsOf(texts, path);
    if (patterns.length === 0) continue;
    declarations.push({
      root: folderOf(path),
      included: patterns.filter((pattern) => !pattern.startsWith("!")),
      excluded: patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
    });
  }
  return (folder) => declarations.some((declaration) => isMember(declaration, folder));
}

function patternsOf(texts: JsonTexts, path: string): string[] {
  switch (baseName(path)) {
    case "package.json": {
      const declared = texts.object(path)?.workspaces;
      return textsOf(asObject(declared)?.packages ?? declared);
    }
    case "lerna.json":
      return textsOf(texts.object(path)?.packages);
    case "pnpm-workspace.yaml":
      return yamlPackages(texts.text(path) ?? "");
    default:
      return [];
  }
}

/** The list under `packages:`, as a block or in brackets. */
function yamlPackages(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^["']?packages["']?\s*:/.test(line));
  if (start < 0) return [];
  const inline = /\[([^\]]*)\]/.exec(lines[start])?.[1];
  if (inline !== undefined) return inline.split(",").map(scalar).filter((item) => item !== "");
  const patterns: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (item !== undefined) patterns.push(scalar(item));
    else if (/^[^\s#]/.test(line)) break;
  }
  return patterns.filter((pattern) => pattern !== "");
}

function scalar(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'])(.*?)\1/.exec(trimmed);
  return quoted !== null ? quoted[2] : trimmed.replace(/\s+#.*$/, "");
}

function isMember({ root, included, excluded }: Declaration, folder: string): boolean {
  const inside = root === "" ? folder : folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : "";
  if (inside === "") return false;
  const parts = inside.split("/");
  const fits = (pattern: string) => matches(segmentsOf(pattern), parts);
  return included.some(fits) && !excluded.some(fits);
}

function segmentsOf(pattern: string): string[] {
  return pattern.split("/").filter((segment) => segment !== "" && segment !== ".");
}

/** Whether a folder fits a pattern, a segment at a time; `**` stands for any number of them. */
function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  let at = 0;
  let retry = -1;
  let retryPart = 0;
  for (let part = 0; part < parts.length;) {
    if (pattern[at] === "**") {
      retry = at++;
      retryPart = part;
    } else if (at < pattern.length && fitsSegment(pattern[at], parts[part])) {
      at++;
      part++;
    } else if (retry >= 0) {
      at = retry + 1;
      part = ++retryPart;
    } else return false;
  }
  while (pattern[at] === "**") at++;
  return at === pattern.length;
}

/** Whether a name fits a segment with at most a few `*`: its pieces in order, the first and last at the ends. */
function fitsSegment(segment: string, name: string): boolean {
  const pieces = segment.split("*");
  if (pieces.length === 1) return segment === name;
  const [first] = pieces;
  const last = pieces[pieces.length - 1];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
    return false;
  }
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > name.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
