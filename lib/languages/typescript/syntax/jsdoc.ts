// JSDoc of JavaScript: what the tags of a documentation comment declare of a function or value, parsed into type
// expressions with their exact offsets inside the comment. Types that are not understood say nothing.
// Not here: references (a comment is no code), types that a comment names (jsdoc_typedefs.ts).

import { type ExprId, NONE } from "../../../model/mod.ts";
import type { DocRange } from "./docs.ts";
import { CommentText } from "./jsdoc_cursor.ts";
import { readTags, type Tag } from "./jsdoc_tags.ts";
import { parseJsDocType } from "./jsdoc_type.ts";
import type { Pass } from "./pass.ts";

const JAVASCRIPT = "js";
/** Longer comments are prose or data. */
const COMMENT_BYTES = 16_384;

/** The types a documentation comment declares; each is made where it is asked for, in the scope of that moment. */
export class JsDoc {
  readonly comment: CommentText;
  readonly tags: readonly Tag[];

  constructor(comment: CommentText, tags: readonly Tag[]) {
    this.comment = comment;
    this.tags = tags;
  }

  /** The type of a value. */
  type(pass: Pass): ExprId {
    return this.#of(pass, this.#first("type"));
  }

  returns(pass: Pass): ExprId {
    return this.#of(pass, this.#first("returns"));
  }

  /** What a value is said to satisfy without being declared as it. */
  satisfied(pass: Pass): ExprId {
    return this.#of(pass, this.#first("satisfies"));
  }

  /** The type of a parameter by its name; of one that takes its argument apart by its position. */
  parameter(pass: Pass, name: string, position: number): ExprId {
    const parameters = this.tags.filter((tag) => tag.word === "param" && !/[.[]/.test(tag.name));
    const tag = name === "" ? parameters[position] : parameters.find((one) => one.name === name);
    return tag === undefined ? NONE : this.shaped(pass, tag, "param");
  }

  /** A tag's type; what only says that it is an object has the properties that later tags name. */
  shaped(pass: Pass, tag: Tag, word: string): ExprId {
    const type = this.#of(pass, tag);
    const prefix = this.tags.some((one) => one.word === word && one.name.startsWith(`${tag.name}[].`))
      ? `${tag.name}[].`
      : `${tag.name}.`;
    const properties = this.#properties(pass, word, prefix);
    if (properties.length === 0) return type;
    const object = this.#made(pass, "object", "type", tag, NONE, properties);
    return prefix.endsWith("[].") ? this.#made(pass, "array", "", tag, object, []) : object;
  }

  /** Properties of an object whose names start with a prefix, and those below them. */
  #properties(pass: Pass, word: string, prefix: string): ExprId[] {
    return this.tags
      .filter((tag) => tag.word === word && tag.name.startsWith(prefix))
      .filter((tag) => !/[.[]/.test(tag.name.slice(prefix.length)))
      .map((tag) => {
        const type = this.shaped(pass, tag, word);
        return this.#made(pass, "property", tag.name.slice(prefix.length), tag, type, []);
      });
  }

  /** The object type that `@property` tags describe, NONE without any. */
  described(pass: Pass, tag: Tag): ExprId {
    const properties = this.#properties(pass, "property", "");
    return properties.length === 0 ? NONE : this.#made(pass, "object", "type", tag, NONE, properties);
  }

  /** The function type that `@param` and `@returns` describe. */
  signature(pass: Pass, tag: Tag): ExprId {
    const parameters = this.tags
      .filter((one) => one.word === "param" && !/[.[]/.test(one.name))
      .map((one) => this.shaped(pass, one, "param"));
    return this.#made(pass, "functype", "", tag, this.returns(pass), parameters);
  }

  /** Binds the type parameters of `@template` in the scope we are in. Gives their names. */
  templates(pass: Pass): string[] {
    const names: string[] = [];
    for (const tag of this.tags) {
      if (tag.word !== "template") continue;
      const constraint = this.#of(pass, tag);
      const list = this.comment.text.slice(tag.nameAt, tag.nameAt + TEMPLATE_CHARACTERS);
      for (const match of (TEMPLATE_NAMES.exec(list)?.[0] ?? "").matchAll(/[\w$]+/g)) {
        const start = this.comment.byteOffset(tag.nameAt + match.index);
        names.push(match[0]);
        pass.bind(pass.scope, match[0], "type_parameter", start, NONE, constraint);
      }
    }
    return names;
  }

  /** The same comment, as far as one of its tags reaches. */
  section(tags: readonly Tag[]): JsDoc {
    return new JsDoc(this.comment, tags);
  }

  #first(word: string): Tag | undefined {
    return this.tags.find((tag) => tag.word === word && tag.type >= 0);
  }

  #of(pass: Pass, tag: Tag | undefined): ExprId {
    return tag === undefined || tag.type < 0 ? NONE : parseJsDocType(pass, this.comment, tag.type);
  }

  #made(
    pass: Pass,
    kind: "object" | "array" | "property" | "functype",
    name: string,
    tag: Tag,
    object: ExprId,
    args: readonly ExprId[],
  ): ExprId {
    const start = this.comment.byteOffset(tag.nameAt);
    const end = this.comment.byteOffset(tag.nameAt + tag.name.length);
    return pass.facts.expr(kind, name, start, end, pass.scope, object, args);
  }
}

const TEMPLATE_CHARACTERS = 200;
const TEMPLATE_NAMES = /^[A-Za-z_$][\w$]*(?:[ \t]*,[ \t]*[A-Za-z_$][\w$]*)*/;

/** The JSDoc of a comment, or null where there is none with types. */
export function readJsDoc(pass: Pass, doc: DocRange | null): JsDoc | null {
  if (doc === null || pass.dialect !== JAVASCRIPT || doc.end - doc.start > COMMENT_BYTES) return null;
  const text = pass.tree.source.slice(doc.start, doc.end);
  if (!text.startsWith("/**") || !text.includes("@")) return null;
  const comment = new CommentText(text, doc.start, doc.end - doc.start);
  const tags = readTags(comment);
  return tags.length === 0 ? null : new JsDoc(comment, tags);
}

const STAR = 42;
const SLASH = 47;
/** White space that may stand between a comment and what it speaks of. */
const GAP_BYTES = 200;

/** The block comment that ends right before a byte, where a list of nodes does not tell it. */
export function commentBefore(pass: Pass, start: number): DocRange | null {
  if (pass.dialect !== JAVASCRIPT) return null;
  const { bytes } = pass.tree.source;
  let end = start;
  while (end > 0 && bytes[end - 1] <= 32 && start - end < GAP_BYTES) end--;
  if (bytes[end - 1] !== SLASH || bytes[end - 2] !== STAR) return null;
  for (let at = end - 4; at >= 0 && end - at < COMMENT_BYTES; at--) {
    if (bytes[at] === SLASH && bytes[at + 1] === STAR) return { start: at, end };
  }
  return null;
}
