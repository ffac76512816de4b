// References to edges, or to the reason why there is none. Laws kept: what lies in a parse error is never bound; a
// reference without target makes no edge and stays findable by name. Not here: imports and structure.

import {
  type EdgeKind,
  EXPR_KINDS,
  type FileRows,
  FLAGS,
  isCallable,
  isType,
  NONE,
  once,
  type Role,
  ROLES,
  RowsWriter,
  type RuleName,
  type StructureRule,
  type Unresolved,
} from "../model/mod.ts";
import {
  type Chain,
  confidenceOf,
  type Denotation,
  type Evaluator,
  type FileView,
  type Strength,
  type Target,
} from "../typing/mod.ts";
import { BrokenRanges } from "./broken_ranges.ts";
import { Places } from "./evidence.ts";
import { receiverText } from "./receiver_text.ts";
import { renamedLocal } from "./renamed_locals.ts";
import type { Workspace } from "./workspace.ts";

/** Roles whose failure is worth a line: somebody may ask who calls, decorates or extends. */
const REPORTED: ReadonlySet<Role> = new Set([
  "call",
  "construct",
  "jsx",
  "tag",
  "decorate",
  "inherit",
  "implement",
]);
const CALLING: ReadonlySet<Role> = new Set(["call", "construct", "jsx", "tag", "decorate"]);

/** Collects edges and unresolved references of one workspace, a file after the other. */
export class EdgeCollector {
  readonly #rows = new RowsWriter();
  readonly #graphFiles: readonly number[];
  readonly #workspace: Workspace;
  readonly #evaluator: Evaluator;
  readonly #places: Places;
  /** Numbers of rule ids, by language and rule. */
  readonly #rules = new Map<string, Map<string, number>>();
  /** Parse-error ranges of the file at hand. */
  #broken: BrokenRanges | null = null;

  /** `graphFiles` gives a file's number in the graph by its number in the workspace. */
  constructor(workspace: Workspace, graphFiles: readonly number[]) {
    this.#graphFiles = graphFiles;
    this.#workspace = workspace;
    this.#evaluator = workspace.exports.evaluator;
    this.#places = new Places(workspace, graphFiles, this.#rows);
  }

  /** What the numbers that rows have for texts stand for. */
  get texts(): readonly string[] {
    return this.#rows.texts;
  }

  /** The rows of a file, after the last of what was added to it. */
  finish(view: FileView): FileRows {
    const { symbols } = this.#workspace;
    return this.#rows.finish(this.#graphFiles[view.index], (symbol) => symbols.id(symbol));
  }

  /** Adds an edge whose site is a byte offset of a file. */
  add(
    kind: EdgeKind,
    source: number,
    target: number,
    view: FileView,
    byteOffset: number,
    name: string,
    strength: Strength,
    chain: Chain | null,
    rule: RuleName | StructureRule,
  ): void {
    const index = this.#places.index(view.index);
    const line = index.line(byteOffset);
    this.#rows.edge({
      kind,
      source,
      target,
      byteOffset,
      line,
      column: byteOffset - index.starts[line - 1],
      name,
      confidence: confidenceOf(strength),
      rule: this.#rule(view, rule),
      via: this.#places.via(chain),
    });
  }

  #rule({ language, rules }: FileView, rule: string): number {
    const ofLanguage = once(this.#rules, language, () => new Map<string, number>());
    return once(ofLanguage, rule, () => this.#rows.text(`${language}.${rule}@${rules.resolutionVersion}`));
  }

  /** Adds what could not be bound. */
  miss(
    view: FileView,
    source: number,
    byteOffset: number,
    name: string,
    role: Unresolved["role"],
    receiver: string | null,
    denotation: Pick<Denotation, "reason" | "module_name">,
  ): void {
    const index = this.#places.index(view.index);
    const line = index.line(byteOffset);
    this.#rows.unresolved({
      source,
      byteOffset,
      line,
      column: byteOffset - index.starts[line - 1],
      name,
      role,
      receiver,
      reason: denotation.reason ?? "dynamic_receiver",
      module: denotation.module_name,
    });
  }

  /** All references of one file. */
  file(view: FileView): void {
    const { expr, role, owner } = view.facts.references;
    const decorated = decoratedBy(view);
    this.#broken = new BrokenRanges(view.facts);
    for (let i = 0; i < expr.length; i++) {
      const source = this.#workspace.symbolOf(view, owner[i]);
      this.#reference(view, expr[i], ROLES[role[i]], source, decorated.get(expr[i]) ?? NONE);
    }
  }

  #reference(view: FileView, expr: number, role: Role, source: number, decorated: number): void {
    const byteOffset = view.facts.exprs.start[expr];
    const name = this.#evaluator.name(view, expr);
    if (this.#broken?.has(byteOffset)) {
      if (REPORTED.has(role)) {
        this.#missed(view, expr, role, source, { reason: "parse_error", module_name: null });
      }
      return;
    }
    const seen = this.#evaluator.denote(view, expr);
    const denotation = CALLING.has(role)
      ? renamedLocal(this.#evaluator, this.#workspace, seen) ?? seen
      : seen;
    if (denotation.modules.length > 0 && role === "read") {
      for (const { module, strength, chain } of denotation.modules) {
        const { symbol } = this.#workspace.module(module);
        if (symbol < 0) continue;
        this.add("references", source, symbol, view, byteOffset, name, strength, chain, "module_member");
      }
      return;
    }
    if (denotation.targets.length === 0) {
      if (REPORTED.has(role)) this.#missed(view, expr, role, source, denotation);
      return;
    }
    for (const target of denotation.targets) {
      if (role === "write" && this.#isDeclaredAt(target.symbol, view, byteOffset)) continue;
      this.#bound(view, byteOffset, name, role, source, decorated, target);
    }
  }

  /** Whether the place that writes is the one that makes the symbol (`self.x = …`, `exports.f = …`). */
  #isDeclaredAt(symbol: number, view: FileView, byteOffset: number): boolean {
    return this.#workspace.file(symbol) === view &&
      this.#workspace.definition(symbol)?.nameStart === byteOffset;
  }

  #missed(
    view: FileView,
    expr: number,
    role: Role,
    source: number,
    why: Pick<Denotation, "reason" | "module_name">,
  ): void {
    const byteOffset = view.facts.exprs.start[expr];
    this.miss(
      view,
      source,
      byteOffset,
      this.#evaluator.name(view, expr),
      role,
      receiverText(this.#evaluator, view, expr),
      why,
    );
  }

  #bound(
    view: FileView,
    byteOffset: number,
    name: string,
    role: Role,
    source: number,
    decorated: number,
    target: Target,
  ): void {
    if (!CALLING.has(role)) {
      const kind = role === "inherit" ? "inherits" : role === "implement" ? "implements" : "references";
      const { symbol, strength, chain, rule } = target;
      return this.add(kind, source, symbol, view, byteOffset, name, strength, chain, rule);
    }
    const put = (kind: EdgeKind, from: number, to: Target) =>
      this.add(kind, from, to.symbol, view, byteOffset, name, to.strength, to.chain, to.rule);
    const reached = this.#chase(target, null);
    if (reached.symbol !== target.symbol) put("references", source, target);
    if (role === "decorate" && decorated !== NONE) {
      put("decorates", this.#workspace.symbolOf(view, decorated), reached);
    }
    const definition = this.#workspace.definition(reached.symbol);
    const converts = definition !== null && isType(definition.kind) && view.rules.callingTypeConverts;
    put(converts ? "references" : "calls", source, reached);
  }

  /** Follows constants that only rename to what they rename; one with a declared type stands for itself. */
  #chase(target: Target, passed: Set<number> | null): Target {
    const definition = this.#workspace.definition(target.symbol);
    if (definition === null || definition.values.length !== 1 || definition.annotation !== NONE) {
      return target;
    }
    if (passed !== null && (passed.has(target.symbol) || passed.size > MAX_ALIASES)) return target;
    // A subclass may give an attribute of its class another value; an object's property is what the object says.
    const container = definition.parent === NONE
      ? null
      : this.#workspace.file(target.symbol).facts.definitions[definition.parent];
    const isRenaming = definition.kind === "property" && (definition.flags & FLAGS.alias) !== 0 &&
      container !== null && !isType(container.kind);
    if (definition.kind !== "variable" && definition.kind !== "constant" && !isRenaming) return target;
    const seen = passed ?? new Set<number>();
    seen.add(target.symbol);
    const file = this.#workspace.file(target.symbol);
    const value = definition.values[0];
    const kind = value === NONE ? "opaque" : this.#evaluator.kind(file, value);
    if (kind !== "name" && kind !== "member") return target;
    const [next, ...others] = this.#evaluator.denote(file, value).targets;
    if (next === undefined || others.length > 0) return target;
    const chain: Chain = {
      step: "alias",
      file: file.index,
      byteOffset: definition.nameStart,
      previous: target.chain,
    };
    const strength = Math.max(target.strength, next.strength, file.rules.aliasStrength(file.facts.dialect));
    const reached = this.#chase({ symbol: next.symbol, strength, chain, rule: "alias" }, seen);
    const end = this.#workspace.definition(reached.symbol);
    return end !== null && (isCallable(end.kind) || isType(end.kind)) ? reached : target;
  }
}

/** The decorated definition by the expression that names its decorator. */
function decoratedBy(view: FileView): Map<number, number> {
  const { kind, object } = view.facts.exprs;
  const out = new Map<number, number>();
  view.facts.definitions.forEach((definition, index) => {
    for (const decorator of definition.decorators) {
      let expr = decorator;
      while (expr !== NONE && EXPR_KINDS[kind[expr]] === "call") expr = object[expr];
      if (expr !== NONE) out.set(expr, index);
    }
  });
  return out;
}

/** Longer chains of aliases are not followed. */
const MAX_ALIASES = 32;
