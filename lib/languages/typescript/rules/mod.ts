// The rules door of TypeScript and JavaScript: one family, so that each can name the other. Declared types are static in
// TypeScript; in plain JavaScript receivers are inferred: heuristic.

import { type Definition, FLAGS, NONE } from "../../../model/mod.ts";
import {
  type FileView,
  HEURISTIC,
  type LanguageRules,
  NO_PROTOCOL,
  promiseOf,
  STATIC,
  type Type,
} from "../../../typing/mod.ts";
import { GLOBALS } from "./global_names.ts";
import { EcmaModules } from "./modules.ts";
import { builtinCall, iterated, literalType, namedType } from "./builtin_types.ts";
import { moduleCall } from "./standard_calls.ts";
import { containerMember, OBJECT_MEMBERS } from "./container_members.ts";
import { VERSIONS } from "../versions.ts";

/** The result of an async function whose type is inferred is a promise of what it returns. */
function callResult(definition: Definition, result: Type): Type {
  const inferred = definition.annotation === NONE;
  const isAsync = (definition.flags & FLAGS.async) !== 0;
  return inferred && isAsync ? promiseOf(result) : result;
}

/** `exports` in a file that exports by assignment. */
function isOwnExports({ facts }: FileView, name: string): boolean {
  return name === "exports" && facts.attributes["typescript.commonjs"] === "1";
}

export const rules: LanguageRules = {
  resolutionVersion: VERSIONS.resolution,
  family: "ecmascript",
  isConfiguration: (path) =>
    /(^|\/)(((ts|js)config[^/]*|package|lerna|[^/]*base|import_?map)\.json|deno\.jsonc?|pnpm-workspace\.yaml)$/
      .test(path),
  modules: (context) => new EcmaModules(context),
  exportStyle: "explicit",
  classBodySeesMembers: false,
  armsAreScopes: false,
  localsAreOrdered: false,
  memberOrder: "depth_first",
  destructuresOnlyTuples: false,
  callingTypeConverts: false,
  callingClassConstructs: false,
  classHasInstanceMembers: false,
  functionsHaveReceivers: true,
  implicitReceiver: false,
  protocol: { ...NO_PROTOCOL, construct: "constructor", instances: "prototype" },
  operatorMember: () => null,
  selfType: null,
  typeVariables: new Set(),
  genericBases: new Set(),
  tupleBases: new Set(),
  decoratorsReplace: false,
  isPrivateName: () => false,
  plainModules: new Set(["globalThis"]),
  enumModule: null,
  assignmentNarrows: false,
  inheritsParameters: false,
  suppliesParameters: false,
  supplier: () => -1,
  aliasStrength: () => STATIC,
  aliasesAreTypes: false,
  redefinition: "last",
  implementsByMethods: false,
  mergesDeclarations: true,
  declaredStrength: (dialect) => dialect === "js" ? HEURISTIC : STATIC,
  isOwnExports,
  builtinOwner: (name) => GLOBALS.has(name) ? "globalThis" : null,
  languageModule: "globalThis",
  builtinMemberOwner: (name) => OBJECT_MEMBERS.has(name) ? "globalThis" : null,
  namedType,
  literalType,
  builtinCall,
  moduleCall,
  moduleHands: () => [],
  containerMember,
  iterated,
  callResult,
  isAccessor: (definition) => definition.kind === "getter" || definition.kind === "setter",
  packageOf: () => null,
  isTestFile: (path) => /(^|\/)(__tests__|tests?|spec)\/|[._](test|spec)(-d)?\.[cm]?[jt]sx?$/.test(path),
  isDeclaredGlobal: (file, { parent }) => {
    const around = parent === NONE ? null : file.facts.definitions[parent];
    return around !== null && around.kind === "namespace" && around.name === "global" &&
      around.parent === NONE;
  },
  isGlobalScript: (file) => file.facts.attributes["typescript.script"] === "1",
  isTest: (_, { facts }, definition) => (facts.definitions[definition].flags & FLAGS.test) !== 0,
};
