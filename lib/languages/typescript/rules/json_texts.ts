// The configuration files of a repository as values: JSON with comments, parsed once. Law kept: a broken file is as if it
// were not there, and so is one that nests deeper than any that a person writes. Not here: what any of them means.

import { createScanner, parse, type ParseError, type SyntaxKind } from "jsonc-parser";

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parser goes down with every bracket, and so does whoever reads what it gives. */
const MAX_DEPTH = 100;

/** Parsed configuration files by path. */
export class JsonTexts {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #parsed = new Map<string, JsonObject | null>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  get paths(): Iterable<string> {
    return this.#texts.keys();
  }

  has(path: string): boolean {
    return this.#texts.has(path);
  }

  text(path: string): string | null {
    return this.#texts.get(path) ?? null;
  }

  /** The object a file holds; null for anything else. */
  object(path: string): JsonObject | null {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const text = this.#texts.get(path)?.replace(/^\uFEFF/, "");
    const errors: ParseError[] = [];
    const json = text === undefined || nestsTooDeep(text)
      ? null
      : asObject(parse(text, errors, { allowTrailingComma: true }));
    this.#parsed.set(path, json);
    return json;
  }
}

const OPENING: readonly SyntaxKind[] = [1, 3];
const CLOSING: readonly SyntaxKind[] = [2, 4];
const END: SyntaxKind = 17;

function nestsTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENING.includes(token) && ++depth > MAX_DEPTH) return true;
    if (CLOSING.includes(token)) depth--;
  }
  return false;
}

/** A value where it is an object and no list, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : null;
}

/** The texts of a list; none of anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
