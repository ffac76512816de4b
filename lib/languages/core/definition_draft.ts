// A definition while its facts are collected. Not here: the finished definition's meaning.

import {
  type Base,
  type DefId,
  type ExprId,
  NONE,
  type Parameter,
  type ScopeId,
  type SymbolKind,
  type Visibility,
} from "../../model/mod.ts";

/** A definition being built: fields may be completed until `finish`. */
export interface DefinitionDraft {
  name: string;
  kind: SymbolKind;
  parent: DefId;
  receiver: string;
  receiverExpr: ExprId;
  start: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  moreRanges: number[];
  signature: string;
  doc: string | null;
  visibility: Visibility;
  exported: boolean;
  flags: number;
  decorators: ExprId[];
  decoratorNames: string[];
  scope: ScopeId;
  body: ScopeId;
  bases: Base[];
  parameters: Parameter[];
  annotation: ExprId;
  values: ExprId[];
  typeParameters: string[];
  signatures: ExprId[];
}

type Required = "name" | "kind" | "start" | "end" | "nameStart" | "nameEnd" | "scope";
export type NewDefinition = Pick<DefinitionDraft, Required> & Partial<Omit<DefinitionDraft, Required>>;

/** A draft with nothing told but what is given. */
export function draftOf(definition: NewDefinition): DefinitionDraft {
  return {
    parent: NONE,
    receiver: "",
    receiverExpr: NONE,
    moreRanges: [],
    signature: "",
    doc: null,
    visibility: "public",
    exported: false,
    flags: 0,
    decorators: [],
    decoratorNames: [],
    body: NONE,
    bases: [],
    parameters: [],
    annotation: NONE,
    values: [],
    typeParameters: [],
    signatures: [],
    ...definition,
  };
}
