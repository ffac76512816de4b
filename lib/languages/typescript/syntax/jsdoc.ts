// JSDoc types of JavaScript: `@type`, `@param` and `@returns` of a documentation comment, parsed into type expressions
// with their exact offsets inside the comment. Types that are not understood say nothing.
// Not here: references (a comment is no code), `@typedef` and the other tags.

import { type ExprId, NONE } from "../../../model/mod.ts";
import type { DocRange } from "./docs.ts";
import { parseJsDocType } from "./jsdoc_type.ts";
import type { Pass } from "./pass.ts";

const JAVASCRIPT = "js";
/** Longer comments are prose or data; so is a type that goes on for longer. */
const COMMENT_BYTES = 16_384;
const TYPE_CHARACTERS = 1_000;
const TAG = /@(type|param|arg|argument|returns?)\s*\{/g;
const PARAMETER_NAME = /^\s*\[?\s*([A-Za-z_$][\w$]*)\s*([.[])?/;
const encoder = new TextEncoder();

/** The types a documentation comment declares; each is made where it is asked for, in the scope of that moment. */
export class JsDoc {
  readonly #text: string;
  readonly #start: number;
  readonly #ascii: boolean;
  /** Unit offsets of the type after its brace, by parameter name; "@type" and "@returns" for the others. */
  readonly #types = new Map<string, number>();

  constructor(text: string, start: number, byteLength: number) {
    this.#text = text;
    this.#start = start;
    this.#ascii = text.length === byteLength;
    for (const match of text.matchAll(TAG)) {
      const from = match.index + match[0].length;
      const name = match[1].startsWith("return") ? "@returns" : match[1] === "type" ? "@type" : null;
      const key = name ?? this.#parameterName(from);
      if (key !== null && !this.#types.has(key)) this.#types.set(key, from);
    }
  }

  get isEmpty(): boolean {
    return this.#types.size === 0;
  }

  type(pass: Pass): ExprId {
    return this.#make(pass, "@type");
  }

  returns(pass: Pass): ExprId {
    return this.#make(pass, "@returns");
  }

  parameter(pass: Pass, name: string): ExprId {
    return this.#make(pass, name);
  }

  #make(pass: Pass, key: string): ExprId {
    const from = this.#types.get(key);
    if (from === undefined) return NONE;
    return parseJsDocType(pass, this.#text, from, (unit) => this.#byteOffset(unit));
  }

  #byteOffset(unit: number): number {
    return this.#start + (this.#ascii ? unit : encoder.encode(this.#text.slice(0, unit)).length);
  }

  /** The name after a parameter's type; null for a property of a parameter. */
  #parameterName(from: number): string | null {
    let depth = 1;
    let at = from;
    const limit = Math.min(this.#text.length, from + TYPE_CHARACTERS);
    for (; at < limit && depth > 0; at++) {
      if (this.#text[at] === "{") depth++;
      else if (this.#text[at] === "}") depth--;
    }
    const match = PARAMETER_NAME.exec(this.#text.slice(at, at + 100));
    return match === null || match[2] !== undefined ? null : match[1];
  }
}

/** The JSDoc of a comment, or null where there is none with types. */
export function readJsDoc(pass: Pass, doc: DocRange | null): JsDoc | null {
  if (doc === null || pass.dialect !== JAVASCRIPT || doc.end - doc.start > COMMENT_BYTES) return null;
  const text = pass.tree.source.slice(doc.start, doc.end);
  if (!text.startsWith("/**") || !text.includes("@")) return null;
  const jsdoc = new JsDoc(text, doc.start, doc.end - doc.start);
  return jsdoc.isEmpty ? null : jsdoc;
}
