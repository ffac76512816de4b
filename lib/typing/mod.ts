// The type algebra and the evaluator that all languages share. Never here: a language's name, the list of symbols, edges.

export * from "./algebra.ts";
export { annotationType } from "./annotations.ts";
export {
  DYNAMIC_RECEIVER,
  extended,
  isBound,
  isTypeOnly,
  joined,
  MAX_VARIANTS,
  mergedOf,
  NOT_FOUND,
  ofLocal,
  ofModule,
  ofSymbol,
  ofValue,
  unresolved,
} from "./denotation.ts";
export { Evaluator } from "./evaluator.ts";
export { basesOf, outsideOf } from "./bases.ts";
export { findInherited, findMember, type FoundMember } from "./find_member.ts";
export { lineage as ancestorsOf } from "./lineage.ts";
export { memberNamed } from "./members.ts";
export { placesOf } from "./contexts.ts";
export { underlying } from "./forms.ts";
export { Answers, Circles, Memo, perEvaluator } from "./memo.ts";
export { resultOfCalling } from "./calls.ts";
export {
  enteredType,
  iteratedType,
  NO_PROTOCOL,
  type Protocol,
  resultOfMember,
  settled,
} from "./protocols.ts";
export { signaturesOf } from "./signatures.ts";
export { valueOfBinding } from "./values.ts";
export {
  type Coexistence,
  type Denotation,
  type ExportStyle,
  type FileView,
  type ImportedValue,
  type LanguageRules,
  type Module,
  type ModuleAnswer,
  type ModuleContext,
  type ModuleRules,
  type Target,
  type World,
} from "./world.ts";
