// Types that comments name: `@typedef`, `@callback` and `@import`. A named type is a symbol like a type alias, and what the
// file exports; it stands where its name stands in the comment. Not here: what tags say of code.

import { type ExprId, NONE } from "../../../model/mod.ts";
import type { NodeId } from "../../../../wasm/mod.ts";
import { foldSignature } from "../../core/mod.ts";
import { type JsDoc, readJsDoc } from "./jsdoc.ts";
import type { Tag } from "./jsdoc_tags.ts";
import type { Pass } from "./pass.ts";

const NAMING = new Set(["typedef", "callback"]);
const MODULE_SCOPE = 0;

/** Says the types that a comment names. */
export function commentTypes(pass: Pass, node: NodeId): void {
  const doc = readJsDoc(pass, { start: pass.tree.start(node), end: pass.tree.end(node) });
  if (doc === null || !doc.tags.some(({ word }) => NAMING.has(word) || word === "import")) return;
  doc.tags.forEach((tag, index) => {
    if (tag.word === "import") importTypes(pass, doc, tag);
    if (!NAMING.has(tag.word)) return;
    const next = doc.tags.findIndex((one, at) => at > index && NAMING.has(one.word));
    // Type parameters may stand before the name.
    const before = doc.tags.slice(0, index).filter(({ word }) => word === "template");
    const own = doc.tags.slice(index + 1, next < 0 ? undefined : next);
    nameType(pass, doc.section([...before, ...own]), tag, node);
  });
}

function nameType(pass: Pass, doc: JsDoc, tag: Tag, node: NodeId): void {
  // A dotted name belongs to a namespace of comments, which nothing here reads.
  if (tag.name === "" || /[.[]/.test(tag.name)) return;
  const { facts, tree } = pass;
  const start = doc.comment.byteOffset(tag.nameAt);
  const end = doc.comment.byteOffset(tag.nameAt + tag.name.length);
  const isModuleLevel = pass.scope === MODULE_SCOPE;
  const definition = facts.definition({
    name: tag.name,
    kind: "type_alias",
    parent: pass.owner,
    start: tree.start(node),
    end: tree.end(node),
    nameStart: start,
    nameEnd: end,
    scope: pass.scope,
    exported: isModuleLevel,
    signature: foldSignature(`@${tag.word} ${tag.name}`),
    doc: tree.source.slice(tree.start(node), tree.end(node)),
  });
  pass.bind(pass.scope, tag.name, "definition", start, definition);
  if (isModuleLevel) {
    facts.exports.push({
      name: tag.name,
      kind: "local",
      local: tag.name,
      import: NONE,
      expr: NONE,
      start,
      end,
      typeOnly: true,
    });
  }
  const place = pass.place();
  pass.owner = definition;
  pass.openScope("type", node);
  const draft = pass.draft(definition);
  draft.typeParameters = doc.templates(pass);
  draft.annotation = meaningOf(pass, doc, tag);
  pass.returnTo(place);
}

function meaningOf(pass: Pass, doc: JsDoc, tag: Tag): ExprId {
  if (tag.word === "callback") return doc.signature(pass, tag);
  const described = doc.described(pass, tag);
  if (described !== NONE) return described;
  const own = tag.type < 0 ? NONE : doc.section([{ ...tag, word: "type" }]).type(pass);
  return own === NONE ? doc.type(pass) : own;
}

const IMPORT_TAG =
  /^(?:([A-Za-z_$][\w$]*)\s*,?\s*)?(?:\*\s*as\s+([A-Za-z_$][\w$]*)|\{([^}]*)\})?\s*from\s*(["'])([^"'\n]+)\4/;
/** An import tag is read this far. */
const IMPORT_CHARACTERS = 2_000;

/** `@import { A, B as C } from "m"`. */
function importTypes(pass: Pass, doc: JsDoc, tag: Tag): void {
  const open = tag.type >= 0 ? tag.type - 1 : tag.nameAt;
  const text = doc.comment.text.slice(open, open + IMPORT_CHARACTERS);
  const match = IMPORT_TAG.exec(text);
  if (match === null) return;
  const at = (unit: number) => doc.comment.byteOffset(open + unit);
  const specifierAt = match[0].length - 1 - match[5].length;
  const { facts } = pass;
  facts.imports.push({
    kind: match[2] === undefined ? "from" : "module",
    specifier: match[5],
    level: 0,
    start: at(specifierAt),
    end: at(specifierAt + match[5].length),
    scope: pass.scope,
    owner: pass.owner,
    typeOnly: true,
    arm: 0,
  });
  const imported = facts.imports.length - 1;
  const add = (name: string, local: string, unit: number) => {
    const end = at(unit + local.length);
    facts.importNames.push({ import: imported, name, local, top: false, start: at(unit), end });
    pass.bind(pass.scope, local, "import", at(unit), facts.importNames.length - 1);
  };
  if (match[1] !== undefined) add("default", match[1], match[0].indexOf(match[1]));
  if (match[2] !== undefined) add("", match[2], match[0].indexOf(match[2], match[0].indexOf("*")));
  if (match[3] === undefined) return;
  const list = match[0].indexOf("{") + 1;
  for (const one of match[3].matchAll(/([A-Za-z_$][\w$]*)(?:\s+as\s+([A-Za-z_$][\w$]*))?/g)) {
    const local = one[2] ?? one[1];
    add(one[1], local, list + one.index + one[0].length - local.length);
  }
}
