// Where the walk stands. A `Frame` is what assignments bind in: the module, a class body, a function. A `Place` is one
// point of the walk: evaluation scope, frame, owner and branch arm. Law kept: Python has no blocks, so a place's
// evaluation scope may be narrower than its frame (comprehensions, narrowed branches), but names bind in the frame.
// Not here: what nodes mean.

import { type DefId, type ExprId, NONE, type Role, type ScopeId } from "../../../model/mod.ts";
import { BoundedWalk, FactsBuilder } from "../../core/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";

/** A name that a parameter or plain local takes; definitions are marked by their DefId. */
export const LOCAL = -1;
/** A name that an import takes. */
export const IMPORTED = -2;

/** Deepest nesting followed. Python's own compiler stops at 200 brackets and 100 indentations. */
const MAX_DEPTH = 500;

export type FrameKind = "module" | "class" | "function";

/** A function of which only `@overload` stubs were seen so far, with the results they declare. */
export interface OverloadSet {
  readonly def: DefId;
  readonly results: ExprId[];
}

/** An `@overload` stub that waits for its implementation. */
export interface PendingOverload {
  readonly node: NodeId;
  readonly outer: NodeId;
  readonly decorators: readonly NodeId[];
}

/** What assignments bind in. */
export interface Frame {
  readonly kind: FrameKind;
  readonly scope: ScopeId;
  readonly parent: Frame | null;
  /** The class or function whose body it is; NONE for the module and for anonymous functions. */
  readonly def: DefId;
  /** What each name bound here stands for: the DefId of its latest definition, LOCAL or IMPORTED. */
  readonly bound: Map<string, number>;
  /** Names that `global` and `nonlocal` statements send elsewhere. */
  readonly redirected: Map<string, "global" | "nonlocal">;
  /** Function: the name of its receiver (`self`, `cls`), or "". */
  readonly receiver: string;
  /** Class: names that a `def` or `class` statement of its body declares, wherever in the body. */
  readonly declared: ReadonlySet<string>;
  /** Function: returned expressions, and `yield` expressions of a generator. */
  readonly returned: ExprId[];
  yields: boolean;
  /** Class: whether its `test…` methods are tests. */
  readonly test: boolean;
  /** Overload stubs whose implementation follows at once. */
  readonly pendingOverloads: Map<string, PendingOverload[]>;
  /** Overload sets without an implementation so far. */
  readonly overloadSets: Map<string, OverloadSet>;
}

export function newFrame(
  kind: FrameKind,
  scope: ScopeId,
  parent: Frame | null,
  def: DefId,
  more: Partial<Pick<Frame, "receiver" | "declared" | "test">> = {},
): Frame {
  return {
    kind,
    scope,
    parent,
    def,
    bound: new Map(),
    redirected: new Map(),
    receiver: "",
    declared: NO_NAMES,
    returned: [],
    yields: false,
    test: false,
    pendingOverloads: new Map(),
    overloadSets: new Map(),
    ...more,
  };
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** One point of the walk. */
export interface Place {
  /** Scope in which names are evaluated. */
  readonly scope: ScopeId;
  readonly frame: Frame;
  /** The definition that references belong to. */
  readonly owner: DefId;
  readonly arm: number;
  /** Under `if TYPE_CHECKING:`. */
  readonly typeOnly: boolean;
}

/** A name, or a dotted member, that a test has told to be of a type, or not to be. */
export interface Narrowing {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** What it was before. */
  readonly subject: ExprId;
  readonly type: ExprId;
  readonly test: "is" | "isnot";
}

/** The entry points that topics need of each other; `mod.ts` wires them, so that no file imports in a circle. */
export interface Topics {
  expression(walk: Walk, node: NodeId, place: Place, role?: Role): ExprId;
  annotation(walk: Walk, node: NodeId, place: Place): ExprId;
  block(walk: Walk, node: NodeId, place: Place): void;
  /** Walks whatever lies below a node that is not understood. */
  loose(walk: Walk, node: NodeId, place: Place): void;
}

/** One file's walk. */
export class Walk extends BoundedWalk {
  readonly dialect: string;
  readonly module: Frame;
  /** Local names of the module `importlib`, and of its function `import_module`. */
  readonly importlibNames = new Set<string>();
  readonly importFunctions = new Set<string>();
  /** Types that bound the type variables that calls make. */
  readonly typeBounds = new Map<ExprId, ExprId>();
  /** Members of which tests told, by the name they start with, each with the scope in which that holds. */
  readonly told = new Map<string, { readonly name: string; readonly scope: ScopeId }[]>();
  /** What the statement that was just read tells of those that follow it in its block. */
  known: readonly Narrowing[] = [];
  readonly #topics: Topics;
  readonly #visitedErrors = new Set<NodeId>();

  constructor(tree: SyntaxTree, dialect: string, topics: Topics) {
    super(tree, new FactsBuilder(), MAX_DEPTH);
    this.dialect = dialect;
    this.#topics = topics;
    const scope = this.facts.scope("module", NONE, NONE, 0, tree.source.bytes.length);
    this.module = newFrame("module", scope, null, NONE);
  }

  expression(node: NodeId, place: Place, role: Role = "read"): ExprId {
    return this.#topics.expression(this, node, place, role);
  }

  annotation(node: NodeId, place: Place): ExprId {
    return this.#topics.annotation(this, node, place);
  }

  block(node: NodeId, place: Place): void {
    this.#topics.block(this, node, place);
  }

  loose(node: NodeId, place: Place): void {
    this.#topics.loose(this, node, place);
  }

  /** Reads what did not parse among a node's children, from a byte on; each such text once, by whom it meets first. */
  errors(node: NodeId, fromByte: number, place: Place): void {
    const { tree } = this;
    if (!tree.hasErrors) return;
    for (let child = tree.first(node); child !== NO_NODE; child = tree.next(child)) {
      if (tree.isError(child) && tree.start(child) >= fromByte) this.loose(child, place);
    }
  }

  /** Whether an ERROR node is met for the first time: several topics may come across one. */
  firstVisit(error: NodeId): boolean {
    if (this.#visitedErrors.has(error)) return false;
    this.#visitedErrors.add(error);
    return true;
  }

  /** A name or member expression for a token, with its reference. NONE where the token is missing. */
  nameUse(node: NodeId, place: Place, role: Role): ExprId {
    const name = this.tree.text(node);
    if (name === "") return NONE;
    const expr = this.facts.expr("name", name, this.tree.start(node), this.tree.end(node), place.scope);
    this.facts.reference(expr, role, place.owner);
    return expr;
  }

  memberUse(node: NodeId, object: ExprId, place: Place, role: Role): ExprId {
    const name = this.tree.text(node);
    if (name === "") return NONE;
    const start = this.tree.start(node);
    const expr = this.facts.expr("member", name, start, this.tree.end(node), place.scope, object);
    this.facts.reference(expr, role, place.owner);
    return expr;
  }
}
