// One walk over one file: the tree, the facts being built, and what the topics share while they walk.
// Law kept: recursion is bounded. What lies deeper than MAX_DEPTH is a problem, never an exception.
// The topics call each other through `walk`, so that no file imports in a circle.
// Not here: what any node means.

import { type DefId, type ExprId, NONE, type Role, type ScopeId } from "../../../model/mod.ts";
import { BoundedWalk, type FactsBuilder, type NewBinding } from "../../core/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";

/** A level takes up to a kilobyte of V8's stack, which has less than one megabyte. */
const MAX_DEPTH = 400;

/** Where something is evaluated. */
export interface Place {
  readonly scope: ScopeId;
  /** The nearest named definition around it. */
  readonly owner: DefId;
  /** Takes the returned expressions of the function around it. */
  readonly returns: ExprId[];
  /** What the members of a type without a name belong to, where one is written here. */
  readonly members?: MemberParent;
}

/** A symbol that has members. */
export interface MemberParent {
  readonly id: DefId;
  /** Declared inside a function. */
  readonly local: boolean;
}

/** The topics that every other topic may need. */
export interface Walk {
  /** An expression; its own name, if it is one, is used in that role. */
  expression(pass: Pass, node: NodeId, at: Place, role?: Role): ExprId;
  /** A type; its own name is used in that role. */
  type(pass: Pass, node: NodeId, at: Place, role?: Role): ExprId;
  /** A statement or declaration; anything else is looked through for what it holds. */
  statement(pass: Pass, node: NodeId, at: Place): void;
  /** A block's statements, in the scope of `at`. */
  body(pass: Pass, block: NodeId, at: Place): void;
}

export class Pass extends BoundedWalk {
  readonly walk: Walk;
  /** The module scope: package-level code. */
  readonly file: Place;
  /** Types that the file declares at package level, aliases apart: where methods find their parent. */
  readonly packageTypes = new Map<string, DefId>();
  /** Scopes inside functions, by the names of values that they bind. */
  readonly #localValues = new Map<string, Set<ScopeId>>();

  constructor(tree: SyntaxTree, facts: FactsBuilder, walk: Walk) {
    super(tree, facts, MAX_DEPTH);
    this.walk = walk;
    this.file = {
      scope: facts.scope("module", NONE, NONE, 0, tree.source.bytes.length),
      owner: NONE,
      returns: [],
    };
  }

  /** A node's text; "" where there is no node. */
  text(node: NodeId): string {
    return node === NO_NODE ? "" : this.tree.text(node);
  }

  /** The place inside a new block scope. */
  block(node: NodeId, at: Place): Place {
    const { tree } = this;
    return {
      scope: this.facts.scope("block", at.scope, at.owner, tree.start(node), tree.end(node)),
      owner: at.owner,
      returns: at.returns,
    };
  }

  /** A name that is used; NONE for the blank one and for a token that the parser put in. */
  name(node: NodeId, at: Place, role: Role): ExprId {
    const text = this.text(node);
    if (text === "_" || text === "") return NONE;
    const expr = this.facts.expr("name", text, this.tree.start(node), this.tree.end(node), at.scope);
    this.facts.reference(expr, role, at.owner);
    return expr;
  }

  /** `object.field`; the object alone where the field was left out. */
  member(field: NodeId, object: ExprId, at: Place, role: Role): ExprId {
    const text = this.text(field);
    if (text === "") return object;
    const { tree, facts } = this;
    const expr = facts.expr("member", text, tree.start(field), tree.end(field), at.scope, object);
    facts.reference(expr, role, at.owner);
    return expr;
  }

  /** Binds a value's name. */
  bindValue(binding: NewBinding): void {
    this.facts.binding(binding);
    if (binding.scope === this.file.scope) return;
    const scopes = this.#localValues.get(binding.name);
    if (scopes === undefined) this.#localValues.set(binding.name, new Set([binding.scope]));
    else scopes.add(binding.scope);
  }

  /** Whether a function around the scope has bound the name to a value so far. */
  isLocalValue(name: string, scope: ScopeId): boolean {
    const scopes = this.#localValues.get(name);
    if (scopes === undefined) return false;
    for (let at = scope; at !== this.file.scope; at = this.facts.scopeParent(at)) {
      if (scopes.has(at)) return true;
    }
    return false;
  }
}
