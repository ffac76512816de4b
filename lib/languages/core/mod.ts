// What every language's syntax door builds with.

export { BoundedWalk } from "./bounded_walk.ts";
export { FactsBuilder, type NewBinding } from "./builder.ts";
export type { DefinitionDraft, NewDefinition } from "./definition_draft.ts";
export { foldSignature } from "./text.ts";

import type { FileFacts } from "../../model/mod.ts";
import type { SourceText, SyntaxTree } from "../../../wasm/mod.ts";

/** A language's syntax door: one file's tree to facts. */
export interface Syntax {
  /**
   * A text that did not parse, of the same length, in spellings that the grammar reads; null where there is nothing to
   * mend. The tree of the mended text has the file's own offsets and quotes the file's own text.
   */
  mend?(text: string, dialect: string): string | null;
  /** Walks the tree once. Never throws on odd input: what did not parse is a problem, not an exception. */
  extract(tree: SyntaxTree, dialect: string): FileFacts;
}

/** The syntax door of a text format that no grammar reads: its symbols come from the text itself. */
export interface TextSyntax {
  extractText(source: SourceText, dialect: string): FileFacts;
}
