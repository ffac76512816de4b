// Type expressions to types: what a declaration says its value is. Well-known names (Optional, Promise, …) are the
// language's own to explain. Not here: types of values.

import { BINDING_KINDS, type ExprId, isType, NONE } from "../model/mod.ts";
import { NULL, type Type, unionOf, UNKNOWN } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
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
    case "conditional":
      return unionOf([...args].map(at));
    case "operation":
    case "collection":
      if (evaluator.kind(file, expr) === "operation") return unionOf([...args].map(at));
      return { k: "container", name: "tuple", args: [...args].map(at) };
    case "pointer":
      return at(object);
    case "array":
      return {
        k: "container",
        name: evaluator.name(file, expr) === "chan" ? "channel" : "list",
        args: [at(object)],
      };
    case "map":
      return { k: "container", name: "map", args: [at(args[0]), at(args[1])] };
    case "functype":
      return { k: "callable", result: at(object) };
    case "typeof":
      return evaluator.typeOf(file, object).type;
    case "object":
      return { k: "object", file: file.index, expr };
    case "this": {
      const symbol = evaluator.world.enclosingClass(file, file.facts.exprs.scope[expr]);
      return symbol < 0 ? UNKNOWN : { k: "instance", symbol, args: [] };
    }
    case "literal":
      return NULL;
    default:
      return UNKNOWN;
  }
}

function named(evaluator: Evaluator, file: FileView, expr: ExprId, args: Int32Array): Type {
  const kind = evaluator.kind(file, expr);
  if (kind !== "name" && kind !== "member") return evaluator.annotation(file, expr);
  const denotation = evaluator.denote(file, expr);
  if (denotation.targets.length > 0) {
    return unionOf(denotation.targets.map((target) => ofSymbol(evaluator, target.symbol, file, args)));
  }
  if (denotation.local !== null) return ofLocal(evaluator, denotation.local);
  const argument = (index: number): Type =>
    index < args.length ? evaluator.annotation(file, args[index]) : UNKNOWN;
  const known = file.rules.namedType(evaluator.name(file, expr), argument, args.length);
  if (known !== null) return known;
  return denotation.reason === "external" ? { k: "external", module: denotation.module_name } : UNKNOWN;
}

function ofLocal(evaluator: Evaluator, local: NonNullable<Denotation["local"]>): Type {
  const file = evaluator.world.files[local.file];
  const { kind, name, scope } = file.facts.bindings;
  const binding = local.bindings[0];
  if (BINDING_KINDS[kind[binding]] !== "type_parameter") return UNKNOWN;
  const owner = file.facts.scopes.owner[scope[binding]];
  const symbol = owner === NONE ? file.symbol : evaluator.world.symbolOf(file, owner);
  return { k: "parameter", symbol, name: file.facts.strings[name[binding]] };
}

/** The type that a symbol names where a type is wanted. */
function ofSymbol(evaluator: Evaluator, symbol: number, from: FileView, args: Int32Array): Type {
  const definition = evaluator.world.definition(symbol);
  if (definition === null) return UNKNOWN;
  const file = evaluator.world.file(symbol);
  if (definition.kind === "type_alias" && !file.rules.aliasesAreTypes) {
    return evaluator.annotation(file, definition.annotation);
  }
  if (isType(definition.kind)) {
    return { k: "instance", symbol, args: [...args].map((arg) => evaluator.annotation(from, arg)) };
  }
  if (definition.kind === "enum_member") return evaluator.symbolType(symbol).type;
  // A variable that holds a type: an implicit alias.
  return definition.values.length === 1 ? evaluator.annotation(file, definition.values[0]) : UNKNOWN;
}
