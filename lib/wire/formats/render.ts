// How a document becomes what is written: JSON, JSON a line, text for a terminal, Markdown. Pure: whether there is a terminal
// and whether it shows colours is handed in.

import type { JsonObject } from "../../guard/mod.ts";
import { renderDocument } from "../format.ts";
import { answerPage, type Asked } from "./answer.ts";
import { failurePage, statePage } from "./documents.ts";
import { documentLines } from "./lines.ts";
import { pageMarkdown } from "./markdown.ts";
import type { Page } from "./page.ts";
import { pageText } from "./text.ts";

/** Who reads, and what was asked. */
export interface Presentation {
  /** Whether JSON is indented: a person reads it in a terminal. */
  readonly isIndented: boolean;
  readonly hasColour: boolean;
  /** Null where nothing was asked, or a malformed thing. */
  readonly asked: Asked | null;
}

type Renderer = (document: JsonObject, presentation: Presentation) => string;

const RENDERERS = {
  json: (document, { isIndented }) => renderDocument(document, isIndented ? "indented" : "compact"),
  ndjson: documentLines,
  text: (document, { asked, hasColour }) => pageText(pageOf(document, asked), hasColour),
  markdown: (document, { asked }) => pageMarkdown(pageOf(document, asked)),
} satisfies Record<string, Renderer>;

export type Format = keyof typeof RENDERERS;

export const FORMATS = Object.keys(RENDERERS) as readonly Format[];

/** The document as it is written to stdout; one line feed at its end. */
export function formatDocument(document: JsonObject, format: Format, presentation: Presentation): string {
  const render: Renderer = RENDERERS[format];
  return render(document, presentation);
}

function pageOf(document: JsonObject, asked: Asked | null): Page {
  if (document.schema === "evident.query.v1") return answerPage(document, asked);
  return document.schema === "evident.failure.v1" ? failurePage(document, asked) : statePage(document);
}
