// Types of what is taken out of values: indexing, iterating, awaiting, entering, destructuring, casts and operators.
// Not here: members and calls.

import { type ExprId, FLAGS, NONE } from "../model/mod.ts";
import {
  listOf,
  NOTHING_KNOWN,
  partsOf,
  STATIC,
  type Type,
  type Typed,
  unionOf,
  unionTyped,
  UNKNOWN,
} from "./algebra.ts";
import { declaredType } from "./declared.ts";
import type { Evaluator } from "./evaluator.ts";
import { underlying } from "./forms.ts";
import { lineage } from "./lineage.ts";
import {
  containerBase,
  enteredType,
  iteratedType,
  operatedType,
  resultOfMember,
  settled,
} from "./protocols.ts";
import type { FileView } from "./world.ts";

/** The kinds of expressions that take something out of values. */
export type Taking =
  | "index"
  | "await"
  | "yield"
  | "iterate"
  | "enter"
  | "element"
  | "conditional"
  | "cast"
  | "operation";

const TAKES: Record<Taking, (evaluator: Evaluator, file: FileView, expr: ExprId) => Typed> = {
  index: indexed,
  await: awaited,
  yield: resumed,
  iterate: iterated,
  enter: entered,
  element,
  conditional: chosen,
  cast,
  operation,
};

/** The type of what an expression of such a kind gives. */
export function taken(evaluator: Evaluator, file: FileView, expr: ExprId, kind: Taking): Typed {
  return TAKES[kind](evaluator, file, expr);
}

/** The type of an expression whose operand's alternatives are each changed in one way. */
function changed(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  step: string,
  change: (type: Type) => Type,
): Typed {
  const operand = evaluator.typeOf(file, evaluator.object(file, expr));
  const type = unionOf(partsOf(operand.type).map(change));
  return { type, strength: operand.strength, chain: evaluator.step(step, file, expr, operand.chain) };
}

function awaited(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  return changed(evaluator, file, expr, "await", settled);
}

function indexed(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  if (evaluator.name(file, expr) === "types") return evaluator.typeOf(file, evaluator.object(file, expr));
  const takesElement = evaluator.name(file, expr) === "at";
  const args = evaluator.args(file, expr);
  const isLiteral = args.length === 1 && args[0] !== NONE && evaluator.kind(file, args[0]) === "literal";
  const key = isLiteral ? evaluator.name(file, args[0]) : "";
  return changed(evaluator, file, expr, "index", (type) => {
    const shape = underlying(evaluator, type);
    if (shape.k === "external") return shape;
    // An element of what has members of its own may be any of them.
    if (shape.k === "class" || shape.k === "function") return takesElement ? UNKNOWN : shape;
    const own = resultOfMember(evaluator, shape, file.rules.protocol.index);
    const container = own === null ? containerBase(evaluator, shape) ?? shape : shape;
    return container.k === "container" ? elementOf(container, key) : own ?? UNKNOWN;
  });
}

function elementOf({ name, args }: Type & { k: "container" }, key: string): Type {
  if (name === "list") return args[0] ?? UNKNOWN;
  if (name === "map" || name === "record") return args[1] ?? UNKNOWN;
  return name === "tuple" && key === "number" ? unionOf(args) : UNKNOWN;
}

function iterated(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const which = evaluator.name(file, expr);
  return changed(evaluator, file, expr, "iterated", (type) => iteratedType(evaluator, file, type, which));
}

function entered(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const isAsync = evaluator.name(file, expr) === "async";
  return changed(evaluator, file, expr, "entered", (type) => enteredType(evaluator, file, type, isAsync));
}

/** A literal, or a collection as strong as the weakest of the elements that tell its type. */
export function literal(
  evaluator: Evaluator,
  file: FileView,
  expr: ExprId,
  kind: "literal" | "collection",
): Typed {
  let strength = STATIC;
  const elements = () =>
    [...evaluator.args(file, expr)].map((arg) => {
      const typed = elementOfLiteral(evaluator, file, arg);
      if (typed.type.k !== "unknown") strength = Math.max(strength, typed.strength);
      return typed.type;
    });
  const type = file.rules.literalType(kind, evaluator.name(file, expr), elements);
  return { type, strength, chain: null };
}

/** What an expression in a list literal adds to it: a value, or the elements of what is spread. */
function elementOfLiteral(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const typed = evaluator.typeOf(file, expr);
  if (expr === NONE || evaluator.kind(file, expr) !== "spread") return typed;
  const types = partsOf(typed.type).map((part) => iteratedType(evaluator, file, part, "value"));
  return { ...typed, type: unionOf(types) };
}

function element(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const index = evaluator.name(file, expr);
  return changed(evaluator, file, expr, "element", (type) => {
    const shape = underlying(evaluator, type);
    if (shape.k === "external") return shape;
    if (shape.k === "instance") {
      return index === REST
        ? listOf(iteratedType(evaluator, file, shape, "value"))
        : fieldAt(evaluator, shape, index);
    }
    if (shape.k === "container" && shape.name === "tuple") {
      return index === REST ? listOf(unionOf(shape.args)) : shape.args[Number(index)] ?? UNKNOWN;
    }
    if (file.rules.destructuresOnlyTuples) return index === "0" ? type : UNKNOWN;
    if (shape.k !== "container" || shape.name !== "list") return UNKNOWN;
    return index === REST ? listOf(shape.args[0] ?? UNKNOWN) : shape.args[0] ?? UNKNOWN;
  });
}

/** What is left of a value that is taken apart: a list, whatever the value was. */
const REST = "*";

function cast(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const name = evaluator.name(file, expr);
  if (name === "is" || name === "isnot") return narrowedType(evaluator, file, expr, name === "is");
  const args = evaluator.args(file, expr);
  const value = evaluator.object(file, expr);
  const isSame = args.length === 0 || args[0] === NONE || name === "satisfies";
  const declared = isSame ? NOTHING_KNOWN : declaredType(evaluator, file, args[0]);
  if (declared.type.k === "unknown") return evaluator.typeOf(file, value);
  return { ...declared, chain: evaluator.step("cast", file, expr, null) };
}

/** One of several alternatives; what stands behind `and` where nothing that may be false is known to stand before it. */
function chosen(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const alternatives = [...evaluator.args(file, expr)].filter((arg) => arg !== NONE)
    .map((arg) => evaluator.typeOf(file, arg));
  const last = alternatives[alternatives.length - 1];
  const isLast = evaluator.name(file, expr) === "and" && last !== undefined && last.type.k !== "unknown";
  return isLast ? last : unionTyped(alternatives);
}

/** What a `yield` gives back: what is sent to its generator, or what the generator returns to which it hands over. */
function resumed(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const generatorPart = (type: Type, at: number) =>
    unionOf(
      partsOf(type).map((part) =>
        part.k === "container" && part.name === "list" ? part.args[at] ?? UNKNOWN : UNKNOWN
      ),
    );
  if (evaluator.name(file, expr) === "from") {
    const inner = evaluator.typeOf(file, evaluator.object(file, expr));
    return { ...inner, type: generatorPart(inner.type, 2) };
  }
  const owner = file.facts.scopes.owner[file.facts.exprs.scope[expr]];
  const annotation = owner === NONE ? NONE : file.facts.definitions[owner].annotation;
  if (annotation === NONE) return NOTHING_KNOWN;
  const type = generatorPart(evaluator.annotation(file, annotation), 1);
  return { type, strength: evaluator.declared(file), chain: evaluator.step("sent", file, expr, null) };
}

/** What is left of a value's type where a test has shown that it is of a type, or that it is not. */
function narrowedType(evaluator: Evaluator, file: FileView, expr: ExprId, is: boolean): Typed {
  const subject = evaluator.typeOf(file, evaluator.object(file, expr));
  const tested = testedType(evaluator, file, evaluator.args(file, expr)[0]);
  if (tested.k === "unknown") return subject;
  const wanted = partsOf(tested);
  const parts = subject.type.k === "unknown" ? [] : partsOf(subject.type);
  const kept = is
    ? wanted.flatMap((type) => {
      const fitting = parts.filter((part) => isA(evaluator, part, type));
      return fitting.length > 0 ? fitting : [type];
    })
    : parts.filter((part) => !wanted.some((type) => isA(evaluator, part, type)));
  if (kept.length === 0) return subject;
  const strength = Math.max(subject.strength, evaluator.declared(file));
  return { type: unionOf(kept), strength, chain: evaluator.step("narrowed", file, expr, subject.chain) };
}

/** The type that a test names, or that the class it is given makes. */
function testedType(evaluator: Evaluator, file: FileView, expr: ExprId): Type {
  const declared = evaluator.annotation(file, expr);
  if (declared.k !== "unknown") return declared;
  const classes = partsOf(evaluator.typeOf(file, expr).type).filter((part) => part.k === "class");
  return unionOf(classes.map((part): Type => ({ k: "instance", symbol: part.symbol, args: [] })));
}

/** The field of a named tuple at a position; what iterating any other value gives. */
function fieldAt(evaluator: Evaluator, type: Type & { k: "instance" }, index: string): Type {
  const file = evaluator.world.file(type.symbol);
  const owner = lineage(evaluator, type.symbol).find((one) => isNamedTuple(evaluator, one));
  if (owner === undefined) {
    return file.rules.destructuresOnlyTuples ? UNKNOWN : iteratedType(evaluator, file, type, "value");
  }
  const fields = [...evaluator.world.members(owner).values()].flat().filter((member) => {
    const definition = evaluator.world.definition(member);
    return definition !== null && definition.kind === "property" && definition.annotation !== NONE &&
      (definition.flags & (FLAGS.assigned | FLAGS.property)) === 0;
  });
  const at = Number(index);
  const field = fields[at < 0 ? fields.length + at : at];
  return field === undefined ? UNKNOWN : evaluator.symbolType(field).type;
}

function isNamedTuple(evaluator: Evaluator, symbol: number): boolean {
  const definition = evaluator.world.definition(symbol);
  const file = evaluator.world.file(symbol);
  return definition !== null &&
    definition.bases.some(({ expr }) => file.rules.tupleBases.has(evaluator.name(file, expr)));
}

/** Whether every value of a type is one of another. */
export function isA(evaluator: Evaluator, type: Type, other: Type): boolean {
  if (type.k === "instance" && other.k === "instance") {
    return lineage(evaluator, type.symbol).includes(other.symbol);
  }
  if (type.k === "external" && other.k === "external") return type.module === other.module;
  return type.k === "container" && other.k === "container" && type.name === other.name;
}

/** Operators that keep or dereference their operand; of the others the language says what they give. */
function operation(evaluator: Evaluator, file: FileView, expr: ExprId): Typed {
  const args = evaluator.args(file, expr);
  const operator = evaluator.name(file, expr);
  if (operator === "slice" && args.length > 0) return evaluator.typeOf(file, args[0]);
  if (args.length === 1 && (operator === "&" || operator === "*")) return evaluator.typeOf(file, args[0]);
  if (operator === "<-" && args.length === 1) {
    const operand = evaluator.typeOf(file, args[0]);
    const shape = underlying(evaluator, operand.type);
    return { ...operand, type: shape.k === "container" ? shape.args[0] ?? UNKNOWN : UNKNOWN };
  }
  const member = args.length === 0 || args[0] === NONE
    ? null
    : file.rules.operatorMember(operator, args.length);
  if (member !== null) {
    const operand = evaluator.typeOf(file, args[0]);
    const type = operatedType(evaluator, operand.type, member);
    return { ...operand, type, chain: evaluator.step("operated", file, expr, operand.chain) };
  }
  const operands = () => [...args].map((arg) => evaluator.typeOf(file, arg));
  const type = file.rules.literalType("operation", operator, () => operands().map((operand) => operand.type));
  if (type.k === "unknown" || type.k === "external") return { type, strength: STATIC, chain: null };
  return { ...unionTyped(operands().filter((operand) => operand.type === type)), type };
}
