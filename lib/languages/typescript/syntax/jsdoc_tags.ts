// The tags of a documentation comment that speak of types, in their order: what stands in braces and the name behind.
// Not here: the grammar of types, what a tag means.

import { type CommentText, Cursor } from "./jsdoc_cursor.ts";

export interface Tag {
  /** The tag's word, its older spellings told by the usual one. */
  readonly word: string;
  /** Unit offset behind the opening brace; -1 where there is none. */
  readonly type: number;
  /** The name behind the type, dots and brackets included; "" where there is none. */
  readonly name: string;
  /** Unit offset of the name. */
  readonly nameAt: number;
}

const TAG =
  /@(type|param|arg|argument|returns?|typedef|callback|template|property|prop|this|satisfies|import)(?![\w-])/g;
const SPELLINGS: Readonly<Record<string, string>> = {
  arg: "param",
  argument: "param",
  return: "returns",
  prop: "property",
};
const NAME =
  /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*(?:(?:\[\])?\.[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)*/y;
/** Comments have no more tags than this that anybody reads. */
const MAX_TAGS = 200;

export function readTags(comment: CommentText): Tag[] {
  const tags: Tag[] = [];
  for (const match of comment.text.matchAll(TAG)) {
    if (tags.length >= MAX_TAGS) break;
    const cursor = new Cursor(comment, match.index + match[0].length);
    cursor.space();
    let type = -1;
    if (cursor.peek("{")) {
      type = cursor.at + 1;
      cursor.skip();
      cursor.space();
    }
    if (cursor.take("[")) cursor.space();
    NAME.lastIndex = cursor.at;
    const name = NAME.exec(comment.text)?.[0] ?? "";
    tags.push({ word: SPELLINGS[match[1]] ?? match[1], type, name, nameAt: cursor.at });
  }
  return tags;
}
