// The shape of everything that leaves the program: the envelope and what fits in it, quoted source, failures, the text of
// documents, and the fields that requests share. Pure; digests are handed in.
// Never here: finding answers, reading files, printing.

export { type Answer, assemble, type ItemForm, type RankedItem, requireWithin } from "./budget.ts";
export type { Citation, Observed, Sha256 } from "./envelope.ts";
export {
  answerSchema,
  coverageWithReasons,
  failureSchema,
  instant,
  observedShape,
  reasonsShape,
} from "./answers.ts";
export {
  confidence,
  count,
  digest,
  flag,
  generation,
  headShape,
  itemSchema,
  moreSites,
  once,
  plainSchema,
  quoted,
  quotedShape,
  relatedShape,
  relation,
  relationShape,
  unverifiedSchema,
  witnessShape,
} from "./pieces.ts";
export {
  answerProblem,
  asTold,
  EARLIER_ANSWER,
  isIntact,
  isSaid,
  readEarlierAnswer,
} from "./earlier_answer.ts";
export { failureDocument, traceOf } from "./failure.ts";
export { jsonSchemaOf } from "./json_schema.ts";
export { type Limitation, type LimitationCode, LIMITATIONS } from "./limitations.ts";
export { type Layout, renderDocument } from "./format.ts";
export type { Asked } from "./formats/answer.ts";
export { type Format, formatDocument, FORMATS, type Presentation } from "./formats/render.ts";
export {
  checkRequest,
  type FieldProblem,
  fields,
  filterFields,
  ID_NEEDS_FINGERPRINT,
  LIMIT,
  malformed,
  MAX_BYTES,
  ofOneSymbol,
  oneWay,
  parseRequest,
  requestFields,
  requireFingerprint,
  selectorOf,
  symbolFields,
  type SymbolFieldValues,
  type SymbolSelector,
} from "./request.ts";
export { shellLine } from "./shell.ts";
export {
  decodedOrNull,
  type LineRange,
  mergeRanges,
  QuotableFile,
  type Quotation,
  type Snippet,
} from "./snippet.ts";
export type { JsonObject, JsonValue } from "../guard/mod.ts";
