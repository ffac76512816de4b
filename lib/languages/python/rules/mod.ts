// Python's rules door: modules, types, members and test conventions. Receivers are inferred at best: heuristic.

import { type Definition, FLAGS } from "../../../model/mod.ts";
import { HEURISTIC, type LanguageRules, promiseOf, STATIC, type Type } from "../../../typing/mod.ts";
import { BUILTINS, OBJECT_MEMBERS } from "./builtin_names.ts";
import { supplier } from "./fixtures.ts";
import { PythonModules } from "./modules.ts";
import { containerMember, iterated, literalType, namedType } from "./builtin_types.ts";
import { libraryCall, libraryHands } from "./library_calls.ts";
import { operatorMember, PROTOCOL } from "./protocols.ts";
import { isTest, isTestFile } from "./tests.ts";
import { VERSIONS } from "../versions.ts";

const has = (definition: Definition, flag: number) => (definition.flags & flag) !== 0;

/** Awaitables of async functions, context managers of decorated generators. */
function callResult(definition: Definition, result: Type): Type {
  const isContext = definition.decoratorNames.some((name) => /(^|\.)(async)?contextmanager$/.test(name));
  if (isContext) {
    const yielded = result.k === "container" && result.name === "list" ? result.args[0] : result;
    return { k: "container", name: "context", args: yielded === undefined ? [] : [yielded] };
  }
  if (has(definition, FLAGS.async) && !has(definition, FLAGS.generator)) {
    return promiseOf(result);
  }
  return result;
}

export const rules: LanguageRules = {
  resolutionVersion: VERSIONS.resolution,
  family: "python",
  isConfiguration: () => false,
  modules: (context) => new PythonModules(context),
  exportStyle: "top_level",
  classBodySeesMembers: true,
  armsAreScopes: true,
  localsAreOrdered: false,
  memberOrder: "depth_first",
  destructuresOnlyTuples: false,
  callingTypeConverts: false,
  callingClassConstructs: true,
  classHasInstanceMembers: true,
  functionsHaveReceivers: false,
  implicitReceiver: true,
  protocol: PROTOCOL,
  operatorMember,
  selfType: "Self",
  typeVariables: new Set(["TypeVar", "ParamSpec", "TypeVarTuple"]),
  genericBases: new Set(["Generic", "Protocol"]),
  tupleBases: new Set(["NamedTuple"]),
  decoratorsReplace: true,
  isPrivateName: (name) => name.startsWith("__") && !name.endsWith("__"),
  plainModules: new Set(["builtins", "typing", "typing_extensions", "abc"]),
  enumModule: "enum",
  assignmentNarrows: true,
  inheritsParameters: true,
  suppliesParameters: true,
  supplier,
  aliasStrength: () => HEURISTIC,
  aliasesAreTypes: false,
  redefinition: "last",
  implementsByMethods: false,
  mergesDeclarations: false,
  declaredStrength: () => STATIC,
  isOwnExports: () => false,
  builtinOwner: (name) => BUILTINS.has(name) ? "builtins" : null,
  languageModule: "builtins",
  builtinMemberOwner: (name) => OBJECT_MEMBERS.has(name) ? "builtins" : null,
  namedType,
  literalType,
  builtinCall: () => null,
  moduleCall: libraryCall,
  moduleHands: libraryHands,
  containerMember,
  iterated,
  callResult,
  isAccessor: (definition) => has(definition, FLAGS.property),
  packageOf: () => null,
  isTestFile,
  isGlobalScript: () => false,
  isDeclaredGlobal: () => false,
  isTest,
};
