// The configuration files of a repository as values: JSON with comments, parsed once. Law kept: a broken file is as if it
// were not there. Not here: what any of them means.

import { parse, type ParseError } from "jsonc-parser";

export type JsonObject = Readonly<Record<string, unknown>>;

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
    const errors: ParseError[] = [];
    const text = this.#texts.get(path);
    const value = text === undefined
      ? null
      : parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
    const json = asObject(value);
    this.#parsed.set(path, json);
    return json;
  }
}

/** A value where it is an object and no list, else null. */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : null;
}

/** The texts of a list; none of anything else. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
