// The facts builder that every language's syntax door fills: scopes, bindings, expressions, references, definitions,
// imports and exports of one file. Law kept: facts are syntax, never targets, and hold no path.
// Not here: what a grammar's nodes mean.

import {
  BINDING_KINDS,
  type BindingKind,
  type DefId,
  type Export,
  EXPR_KINDS,
  type ExprId,
  type ExprKind,
  type FileFacts,
  type Import,
  type ImportName,
  LineIndex,
  NONE,
  type Role,
  ROLES,
  SCOPE_KINDS,
  type ScopeId,
  type ScopeKind,
  type SyntaxProblem,
} from "../../model/mod.ts";
import { Growing } from "./columns.ts";
import { type DefinitionDraft, draftOf, type NewDefinition } from "./definition_draft.ts";
import { definitionsInOrder } from "./definition_order.ts";

const EXPR = numbered(EXPR_KINDS);
const ROLE = numbered(ROLES);
const SCOPE = numbered(SCOPE_KINDS);
const BINDING = numbered(BINDING_KINDS);

function numbered<T extends string>(words: readonly T[]): Record<T, number> {
  return Object.fromEntries(words.map((word, index) => [word, index])) as Record<T, number>;
}

export interface NewBinding {
  readonly scope: ScopeId;
  readonly name: string;
  readonly kind: BindingKind;
  readonly start: number;
  readonly target?: number;
  readonly annotation?: ExprId;
  readonly value?: ExprId;
  readonly arm?: number;
}

/** Collects one file's facts. */
export class FactsBuilder {
  readonly #strings: string[] = [""];
  readonly #stringIds = new Map<string, number>([["", 0]]);
  readonly #expr = {
    kind: new Growing(Uint8Array),
    name: new Growing(Uint32Array),
    start: new Growing(Uint32Array),
    end: new Growing(Uint32Array),
    scope: new Growing(Uint32Array),
    object: new Growing(Int32Array),
    argStart: new Growing(Uint32Array),
    args: new Growing(Int32Array),
  };
  readonly #ref = {
    expr: new Growing(Uint32Array),
    role: new Growing(Uint8Array),
    owner: new Growing(Int32Array),
  };
  readonly #scope = {
    kind: new Growing(Uint8Array),
    parent: new Growing(Int32Array),
    owner: new Growing(Int32Array),
    start: new Growing(Uint32Array),
    end: new Growing(Uint32Array),
  };
  readonly #binding = {
    scope: new Growing(Uint32Array),
    name: new Growing(Uint32Array),
    kind: new Growing(Uint8Array),
    target: new Growing(Int32Array),
    annotation: new Growing(Int32Array),
    value: new Growing(Int32Array),
    start: new Growing(Uint32Array),
    arm: new Growing(Uint32Array),
  };
  readonly definitions: DefinitionDraft[] = [];
  readonly imports: Import[] = [];
  readonly importNames: ImportName[] = [];
  readonly exports: Export[] = [];
  readonly problems: SyntaxProblem[] = [];
  readonly attributes: Record<string, string> = {};
  explicitNames: string[] | null = null;
  #arms = 0;

  /** A fresh number for one arm of a branch. */
  newArm(): number {
    return ++this.#arms;
  }

  /** Opens a scope; the first one opened is the module's. */
  scope(kind: ScopeKind, parent: ScopeId, owner: DefId, start: number, end: number): ScopeId {
    const scope = this.#scope;
    scope.kind.push(SCOPE[kind]);
    scope.parent.push(parent);
    scope.owner.push(owner);
    scope.start.push(start);
    scope.end.push(end);
    return scope.kind.length - 1;
  }

  scopeKind(scope: ScopeId): ScopeKind {
    return SCOPE_KINDS[this.#scope.kind.get(scope)];
  }

  scopeParent(scope: ScopeId): ScopeId {
    return this.#scope.parent.get(scope);
  }

  scopeOwner(scope: ScopeId): DefId {
    return this.#scope.owner.get(scope);
  }

  scopeEnd(scope: ScopeId): number {
    return this.#scope.end.get(scope);
  }

  /** Gives a scope its owner once that definition has a number. */
  ownScope(scope: ScopeId, owner: DefId): void {
    this.#scope.owner.set(scope, owner);
  }

  expr(
    kind: ExprKind,
    name: string,
    start: number,
    end: number,
    scope: ScopeId,
    object: ExprId = NONE,
    args: readonly ExprId[] = [],
  ): ExprId {
    const expr = this.#expr;
    expr.kind.push(EXPR[kind]);
    expr.name.push(this.#intern(name));
    expr.start.push(start);
    expr.end.push(end);
    expr.scope.push(scope);
    expr.object.push(object);
    expr.argStart.push(expr.args.length);
    for (const arg of args) expr.args.push(arg);
    return expr.kind.length - 1;
  }

  exprKind(expr: ExprId): ExprKind {
    return EXPR_KINDS[this.#expr.kind.get(expr)];
  }

  exprName(expr: ExprId): string {
    return this.#strings[this.#expr.name.get(expr)];
  }

  exprObject(expr: ExprId): ExprId {
    return this.#expr.object.get(expr);
  }

  /** An argument of an expression by its place, NONE where it has no such argument. */
  exprArg(expr: ExprId, index: number): ExprId {
    const { args, argStart } = this.#expr;
    const at = argStart.get(expr) + index;
    const end = expr + 1 < argStart.length ? argStart.get(expr + 1) : args.length;
    return at < end ? args.get(at) : NONE;
  }

  exprStart(expr: ExprId): number {
    return this.#expr.start.get(expr);
  }

  exprEnd(expr: ExprId): number {
    return this.#expr.end.get(expr);
  }

  /** Gives an expression its object once that is known. */
  setObject(expr: ExprId, object: ExprId): void {
    this.#expr.object.set(expr, object);
  }

  /** Records that a name or member expression is used in that role. */
  reference(expr: ExprId, role: Role, owner: DefId): void {
    this.#ref.expr.push(expr);
    this.#ref.role.push(ROLE[role]);
    this.#ref.owner.push(owner);
  }

  binding(binding: NewBinding): number {
    const column = this.#binding;
    column.scope.push(binding.scope);
    column.name.push(this.#intern(binding.name));
    column.kind.push(BINDING[binding.kind]);
    column.target.push(binding.target ?? NONE);
    column.annotation.push(binding.annotation ?? NONE);
    column.value.push(binding.value ?? NONE);
    column.start.push(binding.start);
    column.arm.push(binding.arm ?? 0);
    return column.kind.length - 1;
  }

  /** Adds a definition; it may be completed through `definitions[id]`. It binds no name by itself. */
  definition(definition: NewDefinition): DefId {
    this.definitions.push(draftOf(definition));
    return this.definitions.length - 1;
  }

  /** The finished facts. Definitions are put in order of start byte, references in order of their name. */
  finish(dialect: string, bytes: Uint8Array): FileFacts {
    const expr = this.#expr;
    expr.argStart.push(expr.args.length);
    return definitionsInOrder({
      dialect,
      byteLength: bytes.length,
      lineStarts: LineIndex.ofBytes(bytes).starts,
      strings: this.#strings,
      exprs: finished(expr),
      references: this.#orderedReferences(),
      scopes: finished(this.#scope),
      bindings: finished(this.#binding),
      definitions: this.definitions,
      imports: this.imports,
      importNames: this.importNames,
      exports: this.exports,
      explicitNames: this.explicitNames,
      problems: this.problems,
      attributes: this.attributes,
    });
  }

  #orderedReferences(): FileFacts["references"] {
    const { expr, role, owner } = finished(this.#ref);
    const start = this.#expr.start;
    const order = Uint32Array.from(expr, (_, index) => index);
    order.sort((a, b) => start.get(expr[a]) - start.get(expr[b]) || a - b);
    return {
      expr: Uint32Array.from(order, (i) => expr[i]),
      role: Uint8Array.from(order, (i) => role[i]),
      owner: Int32Array.from(order, (i) => owner[i]),
    };
  }

  #intern(text: string): number {
    let id = this.#stringIds.get(text);
    if (id === undefined) {
      id = this.#strings.length;
      this.#strings.push(text);
      this.#stringIds.set(text, id);
    }
    return id;
  }
}

type Finished<T> = { [K in keyof T]: T[K] extends Growing<infer C> ? C : never };

function finished<T extends Record<string, { finish(): unknown }>>(columns: T): Finished<T> {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, column.finish()]),
  ) as Finished<T>;
}
