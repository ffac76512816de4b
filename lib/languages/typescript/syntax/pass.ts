// The state of one walk over a tree: where we are (scope, owner, branch arm, what `this` stands for) and the small
// acts every topic needs (names, bindings, dispatch). Topics call each other through `value`, `statement` and `type`,
// so that no file needs another one that needs it back.
// Law kept: nothing here recurses deeper than MAX_DEPTH, whatever the input. Not here: what any grammar node means.

import {
  type BindingKind,
  type DefId,
  type ExprId,
  type ExprKind,
  NONE,
  type Role,
  type ScopeId,
  type ScopeKind,
} from "../../../model/mod.ts";
import { BoundedWalk, type DefinitionDraft, FactsBuilder } from "../../core/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import type { Head } from "./heads.ts";
import type { DocRange } from "./docs.ts";
import { Members } from "./member_table.ts";
import type { PendingAssignment, PendingBase, PendingReceiver } from "./pending.ts";
import type { Place } from "./place.ts";
import { IMPORTED, LOCAL, ScopeNames, UNBOUND } from "./scope_names.ts";

export type ExpressionVisitor = (pass: Pass, node: NodeId, role: Role) => ExprId;
export type StatementVisitor = (pass: Pass, node: NodeId) => void;

/** What is known of each node type, by topic. */
export interface Visitors {
  readonly expressions: ReadonlyMap<string, ExpressionVisitor>;
  readonly statements: ReadonlyMap<string, StatementVisitor>;
  readonly types: ReadonlyMap<string, ExpressionVisitor>;
  /** Walks the statements that are children of a node, in the scope we are in. */
  readonly list: StatementVisitor;
}

/** Nested nodes walked before the rest is given up: half of the smallest stack a runtime gives its main thread. */
const MAX_DEPTH = 500;
/** Assigned or returned expressions kept of one symbol. */
const MAX_VALUES = 16;
/** What a function or class body costs beside its node: the frames between it and its statements. */
const BODY_DEPTH = 4;

/** One walk over one tree. */
export class Pass extends BoundedWalk {
  readonly dialect: string;
  readonly #visitors: Visitors;

  scope: ScopeId = 0;
  /** Where `var` binds. */
  varScope: ScopeId = 0;
  /** Whose references these are. */
  owner: DefId = NONE;
  /** Number of the innermost branch arm. */
  arm = 0;
  /** The definition whose members `this.x = …` defines, or NONE. */
  holder: DefId = NONE;
  holderStatic = false;
  /** Whether `this` is what a caller makes it: in a function that is no member and no symbol. */
  lostReceiver = false;
  /** Collects the returned expressions of the function being walked. */
  returned: ExprId[] | null = null;
  /** Inside `declare`: what is declared has no body. */
  ambient = false;
  /** Inside a namespace or ambient module: `export` there is not the file's. */
  namespaces = 0;
  /** Inside a type: `import("m")` there brings in no code. */
  types = 0;
  /** Whether anything makes the file a module rather than a script. */
  isModule = false;
  /** The function expression made last, with what it returns. */
  lastFunction: { readonly expr: ExprId; readonly returned: readonly ExprId[] } | null = null;
  pendingHead: Head | null = null;
  pendingDoc: DocRange | null = null;
  /** Symbols made by CommonJS exports, which no scope binds. */
  readonly exported = new Map<string, DefId>();
  readonly assignments: PendingAssignment[] = [];
  readonly receivers: PendingReceiver[] = [];
  readonly bases: PendingBase[] = [];
  readonly #scopes = new ScopeNames();
  readonly #members = new Map<DefId, Members>();

  constructor(tree: SyntaxTree, dialect: string, visitors: Visitors) {
    super(tree, new FactsBuilder(), MAX_DEPTH);
    this.dialect = dialect;
    this.#visitors = visitors;
  }

  // --- dispatch

  /** The expression of a node; its names become references, the outermost one with that role. */
  value(node: NodeId, role: Role = "read"): ExprId {
    if (node === NO_NODE) return NONE;
    const visitor = this.#visitors.expressions.get(this.tree.type(node));
    if (!this.enter(node)) return NONE;
    const expr = visitor === undefined ? this.#unknown(node) : visitor(this, node, role);
    this.leave();
    return expr;
  }

  statement(node: NodeId): void {
    const visitor = this.#visitors.statements.get(this.tree.type(node));
    if (visitor === undefined) {
      this.value(node);
      return;
    }
    if (!this.enter(node)) return;
    visitor(this, node);
    this.leave();
  }

  /** The statements that are children of a node, in the scope we are in. */
  statements(node: NodeId): void {
    this.#visitors.list(this, node);
  }

  /** The type expression of a node in type position. */
  type(node: NodeId, role: Role = "type"): ExprId {
    if (node === NO_NODE) return NONE;
    const visitor = this.#visitors.types.get(this.tree.type(node));
    if (!this.enter(node)) return NONE;
    const expr = visitor === undefined ? this.#unknown(node) : visitor(this, node, role);
    this.leave();
    return expr;
  }

  /** Counts the frames of a function or class body, until `leaveBody`. */
  enterBody(): void {
    this.deepen(BODY_DEPTH);
  }

  leaveBody(): void {
    this.deepen(-BODY_DEPTH);
  }

  /** A node that no topic knows, such as an error: what it holds is still walked. */
  #unknown(node: NodeId): ExprId {
    const { expressions, statements, types } = this.#visitors;
    for (let child = this.tree.firstNamed(node); child !== NO_NODE; child = this.tree.nextNamed(child)) {
      const type = this.tree.type(child);
      if (statements.has(type)) this.statement(child);
      else if (types.has(type) && !expressions.has(type)) this.type(child);
      else this.value(child);
    }
    return NONE;
  }

  // --- place

  place(): Place {
    return {
      scope: this.scope,
      varScope: this.varScope,
      owner: this.owner,
      arm: this.arm,
      holder: this.holder,
      holderStatic: this.holderStatic,
      lostReceiver: this.lostReceiver,
      returned: this.returned,
      ambient: this.ambient,
    };
  }

  returnTo(place: Place): void {
    this.scope = place.scope;
    this.varScope = place.varScope;
    this.owner = place.owner;
    this.arm = place.arm;
    this.holder = place.holder;
    this.holderStatic = place.holderStatic;
    this.lostReceiver = place.lostReceiver;
    this.returned = place.returned;
    this.ambient = place.ambient;
  }

  /** Opens a scope over a node and goes into it. */
  openScope(kind: ScopeKind, node: NodeId): ScopeId {
    const parent = this.#scopes.open(kind, this.scope, this.arm);
    const scope = this.facts.scope(kind, parent, this.owner, this.tree.start(node), this.tree.end(node));
    this.scope = scope;
    return scope;
  }

  /** Opens a scope whose variables are symbols. */
  openContainerScope(kind: ScopeKind, node: NodeId): ScopeId {
    const scope = this.openScope(kind, node);
    this.#scopes.makeContainer(scope);
    this.varScope = scope;
    return scope;
  }

  isContainerScope(scope: ScopeId): boolean {
    return this.#scopes.isContainer(scope);
  }

  /** An arm as seen from a scope: 0 where the scope runs it always. */
  armIn(scope: ScopeId, arm = this.arm): number {
    return arm === this.#scopes.armOf(scope) ? 0 : arm;
  }

  // --- names

  text(node: NodeId): string {
    return this.tree.text(node);
  }

  /** Binds a name; later look-ups see it. */
  bind(
    scope: ScopeId,
    name: string,
    kind: BindingKind,
    start: number,
    target: number = NONE,
    annotation: ExprId = NONE,
    value: ExprId = NONE,
    arm: number = this.armIn(scope),
  ): void {
    this.facts.binding({ scope, name, kind, start, target, annotation, value, arm });
    if (kind === "narrow" || kind === "type_parameter") return;
    const kept = kind === "definition" ? target : kind === "import" ? IMPORTED : LOCAL;
    this.#scopes.bind(scope, name, kept);
  }

  /** What a bare name is bound to so far: a DefId, or UNBOUND, LOCAL, IMPORTED. */
  lookup(name: string, from: ScopeId = this.scope): number {
    return this.#scopes.lookup(name, from);
  }

  /** The scope that binds a bare name, or NONE. */
  scopeOf(name: string, from: ScopeId = this.scope): ScopeId {
    return this.#scopes.scopeOf(name, from);
  }

  // --- expressions

  expr(kind: ExprKind, name: string, node: NodeId, object: ExprId = NONE, args?: readonly ExprId[]): ExprId {
    return this.facts.expr(kind, name, this.tree.start(node), this.tree.end(node), this.scope, object, args);
  }

  /** A bare name in use. */
  name(node: NodeId, role: Role): ExprId {
    const name = this.tree.text(node);
    const expr = this.expr("name", name, node);
    this.facts.reference(expr, role, this.owner);
    if (!this.isModule && (name === "exports" || name === "module") && this.lookup(name) === UNBOUND) {
      this.isModule = true;
    }
    return expr;
  }

  /** `.name` of an object. */
  member(object: ExprId, nameNode: NodeId, role: Role | null): ExprId {
    const expr = this.expr("member", this.tree.text(nameNode), nameNode, object);
    if (role !== null) this.facts.reference(expr, role, this.owner);
    return expr;
  }

  // --- definitions

  draft(definition: DefId): DefinitionDraft {
    return this.facts.definitions[definition];
  }

  /** Adds an assigned value to a symbol; the first ones tell what a name is. */
  addValue(definition: DefId, value: ExprId): void {
    const { values } = this.draft(definition);
    if (value !== NONE && values.length < MAX_VALUES) values.push(value);
  }

  /** Adds a returned expression to the function being walked. */
  addReturned(value: ExprId): void {
    if (value !== NONE && this.returned !== null && this.returned.length < MAX_VALUES) {
      this.returned.push(value);
    }
  }

  /** The members known of a container. */
  membersOf(definition: DefId): Members {
    let members = this.#members.get(definition);
    if (members === undefined) this.#members.set(definition, members = new Members());
    return members;
  }
}
