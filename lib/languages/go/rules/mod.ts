// Go's rules door: packages and modules, declared types, promoted members. Everything is declared: static.
// Build-tag variants are never guessed away: each is an alternative.

import { type Definition, type ExprId, type ExprKind, FLAGS, NONE } from "../../../model/mod.ts";
import {
  type Evaluator,
  type FileView,
  type LanguageRules,
  NO_PROTOCOL,
  NULL,
  STATIC,
  type Type,
  type Typed,
  UNKNOWN,
} from "../../../typing/mod.ts";
import { GoModules } from "./modules.ts";
import { standardCall, standardMember, standardType } from "./standard_generics.ts";
import { VERSIONS } from "../versions.ts";

const BASIC_TYPES = new Set(
  ("bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 " +
    "uint64 uintptr any comparable").split(" "),
);
const BUILTINS = new Set(
  ("append cap clear close complex copy delete imag len make max min new panic print println real recover true false iota " +
    "nil").split(" "),
);

/** Built-in functions whose result has their argument's type. */
function builtinCall(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Typed | null {
  const [first = NONE] = evaluator.args(file, call);
  if ((name === "make" || name === "new") && first !== NONE) {
    const type = evaluator.annotation(file, first);
    return { type, strength: STATIC, chain: evaluator.step("constructed", file, call, null) };
  }
  if (name === "append" || name === "min" || name === "max") return evaluator.typeOf(file, first);
  return BUILTINS.has(name) || BASIC_TYPES.has(name) ? { type: NULL, strength: STATIC, chain: null } : null;
}

function iterated(type: Type, which: string): Type | null {
  if (type.k !== "container") return null;
  const [first = UNKNOWN, second = UNKNOWN] = type.args;
  if (type.name === "channel") return first;
  if (type.name === "map") return which === "key" ? first : second;
  return which === "key" ? NULL : first;
}

const COMPARING = new Set("== != < <= > >= && || !".split(" "));

/** Arithmetic keeps the type of its operands, of which one may be an untyped constant. */
function literalType(kind: ExprKind, name: string, elements: () => readonly Type[]): Type {
  if (kind !== "operation" || COMPARING.has(name)) return NULL;
  return elements().find((type) => type.k !== "external" && type.k !== "unknown") ?? NULL;
}

export const rules: LanguageRules = {
  resolutionVersion: VERSIONS.resolution,
  family: "go",
  isConfiguration: (path) => /(^|\/)go\.(mod|work)$/.test(path),
  modules: (context) => new GoModules(context),
  exportStyle: "package",
  classBodySeesMembers: false,
  armsAreScopes: false,
  localsAreOrdered: true,
  memberOrder: "breadth_first",
  destructuresOnlyTuples: true,
  callingTypeConverts: true,
  callingClassConstructs: false,
  classHasInstanceMembers: true,
  functionsHaveReceivers: false,
  implicitReceiver: false,
  protocol: NO_PROTOCOL,
  operatorMember: () => null,
  selfType: null,
  typeVariables: new Set(),
  genericBases: new Set(),
  tupleBases: new Set(),
  decoratorsReplace: false,
  isPrivateName: () => false,
  plainModules: new Set(),
  enumModule: null,
  assignmentNarrows: false,
  inheritsParameters: false,
  suppliesParameters: false,
  supplier: () => -1,
  aliasStrength: () => STATIC,
  aliasesAreTypes: true,
  redefinition: "any",
  implementsByMethods: true,
  mergesDeclarations: false,
  declaredStrength: () => STATIC,
  isOwnExports: () => false,
  builtinOwner: (name) => BUILTINS.has(name) || BASIC_TYPES.has(name) ? "builtin" : null,
  languageModule: null,
  builtinMemberOwner: () => null,
  namedType: (name, argument, _, module) =>
    standardType(module, name, argument) ??
      (BASIC_TYPES.has(name) && (module === null || module === "builtin")
        ? { k: "external", module: "builtin" }
        : null),
  literalType,
  builtinCall,
  moduleCall: standardCall,
  moduleHands: () => [],
  containerMember: standardMember,
  iterated,
  callResult: (_: Definition, result) => result,
  isAccessor: () => false,
  packageOf: ({ facts }) => {
    const name = facts.attributes["go.package"];
    return name === undefined ? null : { name, byteOffset: Number(facts.attributes["go.package_at"]) };
  },
  isTestFile: (path) => path.endsWith("_test.go"),
  isGlobalScript: () => false,
  isDeclaredGlobal: () => false,
  isTest: (_, { facts, path }, definition) =>
    (facts.definitions[definition].flags & FLAGS.test) !== 0 && path.endsWith("_test.go"),
};
