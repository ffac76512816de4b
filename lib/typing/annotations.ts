// Type expressions to types: what a declaration says its value is. Well-known names (Optional, Promise, …) are the
// language's own to explain. Not here: types of values.

import { BINDING_KINDS, type Definition, type ExprId, isType, NONE } from "../model/mod.ts";
import { containerType, listOf, type Type, unionOf, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import { fillsOf } from "./generics.ts";
import { memberType } from "./members.ts";
import { substitute } from "./substitution.ts";
import type { Denotation, FileView } from "./world.ts";

/** The type of a value that is declared with this type expression. */
export function annotationType(evaluator: Evaluator, file: FileView, expr: ExprId): Type {
  const at = (id: ExprId) => evaluator.annotation(file, id);
  const object = evaluator.object(file, expr);
  const args = evaluator.args(file, expr);
  switch (evaluator.kind(file, expr)) {
    case "name":
    case "member":
      return named(evaluator, file, expr, new Int32Array(0));
    case "index":
      return named(evaluator, file, object, args);
    case "union":
    case "intersection":
      return unionOf([...args].map(at));
    case "conditional":
      return alternatives([...args].map(at));
    case "operation":
    case "collection":
      if (evaluator.kind(file, expr) === "operation") return unionOf([...args].map(at));
      return tuple(evaluator, file, args);
    case "pointer":
      return at(object);
    case "array":
      return {
        k: "container",
        name: evaluator.name(file, expr) === "chan" ? "channel" : "list",
        args: [at(object)],
      };
    case "map":
      return {
        k: "container",
        name: evaluator.name(file, expr) === "record" ? "record" : "map",
        args: [at(args[0]), at(args[1])],
      };
    case "functype":
      return { k: "signature", file: file.index, expr, fills: null };
    case "spread":
      return at(object);
    case "lookup":
      return looked(evaluator, file, at(object), args[0]);
    case "typeof":
      return evaluator.typeOf(file, object).type;
    case "object":
      return { k: "object", file: file.index, expr, fills: null };
    case "this": {
      const symbol = evaluator.world.enclosingClass(file, file.facts.exprs.scope[expr]);
      return symbol < 0 ? UNKNOWN : { k: "self", symbol };
    }
    case "call":
      return moduleType(evaluator, file, expr);
    case "literal":
      return file.rules.literalType("literal", evaluator.name(file, expr), () => []);
    default:
      return UNKNOWN;
  }
}

/** `import("m")` as a type: an instance of the class that the module is, else the module. */
function moduleType(evaluator: Evaluator, file: FileView, expr: ExprId): Type {
  const { type } = evaluator.typeOf(file, expr);
  if (type.k !== "module") return type.k === "external" ? type : UNKNOWN;
  const { targets } = evaluator.world.exported(type.module, "=");
  if (targets.length === 0) return type;
  return unionOf(targets.map(({ symbol }) => ofSymbol(evaluator, symbol, file, new Int32Array(0))));
}

/** A tuple type; with a spread in it, only its elements are known, not their places. */
function tuple(evaluator: Evaluator, file: FileView, args: Int32Array): Type {
  const types = [...args].map((arg) => evaluator.annotation(file, arg));
  const spread = args.findIndex((arg) => arg !== NONE && evaluator.kind(file, arg) === "spread");
  if (spread < 0) return containerType("tuple", ...types);
  const elements = types.flatMap((type, index) => {
    const isSpread = args[index] !== NONE && evaluator.kind(file, args[index]) === "spread";
    return isSpread ? type.k === "container" ? type.args : [UNKNOWN] : [type];
  });
  return listOf(unionOf(elements));
}

/** A type that is one of several by a condition nobody evaluates here: only where each of them is known. */
function alternatives(types: readonly Type[]): Type {
  const isKnown = types.every(({ k }) => k !== "unknown" && k !== "external");
  return isKnown ? unionOf(types) : UNKNOWN;
}

const QUOTED = /^["'`]/;

/** `T["key"]` and `T[number]`. */
function looked(evaluator: Evaluator, file: FileView, type: Type, key: ExprId): Type {
  if (key === NONE) return UNKNOWN;
  const word = evaluator.name(file, key);
  if (evaluator.kind(file, key) !== "literal") return UNKNOWN;
  if (word === "number") {
    return type.k === "container" && type.name !== "tuple" ? type.args[0] ?? UNKNOWN : UNKNOWN;
  }
  // A text names a member; of a type of texts any may be meant.
  return QUOTED.test(word) ? memberType(evaluator, type, word.slice(1, -1)) : UNKNOWN;
}

function named(evaluator: Evaluator, file: FileView, expr: ExprId, args: Int32Array): Type {
  const kind = evaluator.kind(file, expr);
  if (kind !== "name" && kind !== "member") return evaluator.annotation(file, expr);
  if (evaluator.name(file, expr) === file.rules.selfType) {
    const symbol = evaluator.world.enclosingClass(file, file.facts.exprs.scope[expr]);
    if (symbol >= 0) return { k: "self", symbol };
  }
  const denotation = evaluator.denote(file, expr);
  if (denotation.targets.length > 0) {
    return unionOf(denotation.targets.map((target) => ofSymbol(evaluator, target.symbol, file, args)));
  }
  if (denotation.value?.type.k === "class") {
    return { k: "instance", symbol: denotation.value.type.symbol, args: [] };
  }
  if (denotation.local !== null) return ofLocal(evaluator, denotation.local);
  const argument = (index: number): Type => evaluator.annotation(file, args[index] ?? NONE);
  const name = evaluator.name(file, expr);
  const known = file.rules.namedType(name, argument, args.length, denotation.module_name);
  if (known !== null) return known;
  return denotation.reason === "external" ? { k: "external", module: denotation.module_name } : UNKNOWN;
}

function ofLocal(evaluator: Evaluator, local: NonNullable<Denotation["local"]>): Type {
  const file = evaluator.world.files[local.file];
  const { kind } = file.facts.bindings;
  const binding = local.bindings[0];
  if (BINDING_KINDS[kind[binding]] !== "type_parameter") return UNKNOWN;
  return { k: "parameter", file: file.index, binding };
}

/** Whether a variable holds a type variable, made by a call of the language's own. */
function isTypeVariable(evaluator: Evaluator, file: FileView, { values }: Definition): boolean {
  if (values.length !== 1 || values[0] === NONE || evaluator.kind(file, values[0]) !== "call") return false;
  const callee = evaluator.object(file, values[0]);
  if (callee === NONE || !file.rules.typeVariables.has(evaluator.name(file, callee))) return false;
  return evaluator.denote(file, callee).targets.length === 0;
}

/** The type that a symbol names where a type is wanted. */
function ofSymbol(evaluator: Evaluator, symbol: number, from: FileView, args: Int32Array): Type {
  const definition = evaluator.world.definition(symbol);
  if (definition === null) return UNKNOWN;
  const file = evaluator.world.file(symbol);
  const given = [...args].map((arg) => evaluator.annotation(from, arg));
  const isOther = definition.kind === "type_alias" && !file.rules.aliasesAreTypes;
  if (isOther && evaluator.world.members(symbol).size === 0) {
    const type = evaluator.declaration(file, definition.annotation);
    return substitute(type, fillsOf(evaluator, symbol, given));
  }
  if (isType(definition.kind)) return { k: "instance", symbol, args: given };
  if (definition.kind === "enum_member") return evaluator.symbolType(symbol).type;
  if (isTypeVariable(evaluator, file, definition)) {
    const [binding = NONE] = evaluator.world.bindings(file, definition.scope, definition.name);
    return binding === NONE ? UNKNOWN : { k: "parameter", file: file.index, binding };
  }
  // A variable that holds a type: an implicit alias.
  return definition.values.length === 1 ? evaluator.declaration(file, definition.values[0]) : UNKNOWN;
}
