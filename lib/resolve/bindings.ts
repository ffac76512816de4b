// Bindings by scope and name for one file, and the choice among several of one name. Laws kept: what shadows is what the
// language says shadows; definitions that may each hold at run time stay alternatives.

import { BINDING_KINDS, type BindingKind, countWhile, EXPR_KINDS, NONE } from "../model/mod.ts";
import type { Denotation, FileView } from "../typing/mod.ts";
import { Flow } from "./reaching.ts";

/** Shorter lists are read anew each time. */
const KEPT_FROM = 8;
/** Longer chains of members are not narrowed. */
const MAX_MEMBERS = 8;

/** Of bindings of one name, those that are looked at for one use; what lies further away counts as gone. */
const MAX_NEAR = 64;

const NO_BINDINGS: readonly number[] = [];

/** The bindings of one file, looked up by scope and name. */
export class FileBindings {
  /** What a binding means where no other has its name, for those that were asked about and always mean the same. */
  readonly meanings: (Denotation | undefined)[] = [];
  readonly #file: FileView;
  /** First binding of a scope and name, then the next of the same, in source order. */
  readonly #first = new Map<number, number>();
  readonly #next: Int32Array;
  /** Made when a name is first asked for by its text: most files are asked by number alone. */
  #stringIds: ReadonlyMap<string, number> | null = null;
  readonly #ofDefinition: Int32Array;
  /** One byte a scope: 1 where it binds something. */
  readonly #binding: Uint8Array;
  /** Lists of names that are bound many times. */
  readonly #many = new Map<number, readonly number[]>();
  /** Names that a scope says to be the module's. */
  readonly #globals = new Set<number>();
  readonly #flow: Flow;
  /** Last names of the members of which tests tell. */
  readonly #narrowedMembers = new Set<string>();

  constructor(file: FileView) {
    this.#file = file;
    this.#flow = new Flow(file);
    const { scope, name, kind, target } = file.facts.bindings;
    const count = scope.length;
    this.#next = new Int32Array(count).fill(NONE);
    this.#binding = new Uint8Array(file.facts.scopes.kind.length);
    this.#ofDefinition = new Int32Array(file.facts.definitions.length).fill(NONE);
    const order = Uint32Array.from(scope, (_, index) => index).sort((a, b) =>
      file.facts.bindings.start[b] - file.facts.bindings.start[a] || b - a
    );
    for (const binding of order) {
      const key = this.#key(scope[binding], name[binding]);
      this.#binding[scope[binding]] = 1;
      this.#next[binding] = this.#first.get(key) ?? NONE;
      this.#first.set(key, binding);
      const word = BINDING_KINDS[kind[binding]];
      if (word === "global") this.#globals.add(key);
      if (word === "definition") this.#ofDefinition[target[binding]] = binding;
      const text = word === "narrow" ? file.facts.strings[name[binding]] : "";
      const dot = text.lastIndexOf(".");
      if (dot >= 0) this.#narrowedMembers.add(text.slice(dot + 1));
    }
  }

  #key(scope: number, name: number): number {
    return scope * this.#file.facts.strings.length + name;
  }

  /** The number of a name in this file, or -1 where the file never says it. */
  nameId(name: string): number {
    this.#stringIds ??= new Map(this.#file.facts.strings.map((text, id) => [text, id]));
    return this.#stringIds.get(name) ?? NONE;
  }

  /** Whether a scope binds anything: most arms and blocks do not. */
  binds(scope: number): boolean {
    return this.#binding[scope] === 1;
  }

  /** All bindings of a name in a scope, in source order. */
  all(scope: number, nameId: number): readonly number[] {
    if (nameId === NONE) return NO_BINDINGS;
    const key = this.#key(scope, nameId);
    const first = this.#first.get(key);
    if (first === undefined) return NO_BINDINGS;
    const known = this.#many.get(key);
    if (known !== undefined) return known;
    const out: number[] = [];
    for (let b = first; b !== NONE; b = this.#next[b]) out.push(b);
    if (out.length > KEPT_FROM) this.#many.set(key, out);
    return out;
  }

  /** Of many bindings of one name those before a place that are near it; few as they are. */
  near(bindings: readonly number[], byteOffset: number): readonly number[] {
    if (bindings.length <= MAX_NEAR) return bindings;
    const end = this.#countBefore(bindings, byteOffset);
    return bindings.slice(Math.max(0, end - MAX_NEAR), Math.max(end, MAX_NEAR));
  }

  /** How many of bindings in source order start before a place. */
  #countBefore(bindings: readonly number[], byteOffset: number): number {
    const { start } = this.#file.facts.bindings;
    return countWhile(bindings.length, (at) => start[bindings[at]] < byteOffset);
  }

  /** The last of bindings in source order that has happened where a use stands, or NONE. */
  lastBefore(bindings: readonly number[], byteOffset: number): number {
    const at = this.#lastIndex(bindings, byteOffset);
    return at < 0 ? NONE : bindings[at];
  }

  #lastIndex(bindings: readonly number[], byteOffset: number): number {
    const last = this.#countBefore(bindings, byteOffset) - 1;
    const end = Math.max(0, last - MAX_NEAR);
    for (let at = last; at >= end; at--) if (this.isBefore(bindings[at], byteOffset)) return at;
    return NONE;
  }

  /** The names bound in a scope. */
  names(scope: number): string[] {
    const { scope: scopes, name } = this.#file.facts.bindings;
    const ids = new Set<number>();
    for (let binding = 0; binding < scopes.length; binding++) {
      if (scopes[binding] === scope) ids.add(name[binding]);
    }
    return [...ids].map((id) => this.#file.facts.strings[id]);
  }

  /** Whether a scope says that a name is the module's. */
  isGlobal(scope: number, nameId: number): boolean {
    return this.#globals.has(this.#key(scope, nameId));
  }

  kind(binding: number): BindingKind {
    return BINDING_KINDS[this.#file.facts.bindings.kind[binding]];
  }

  /** The binding of a definition, or NONE. */
  ofDefinition(definition: number): number {
    return this.#ofDefinition[definition];
  }

  /** The arm of a definition's binding: 0 where it always happens. */
  armOfDefinition(definition: number): number {
    const binding = this.#ofDefinition[definition];
    return binding === NONE ? 0 : this.#file.facts.bindings.arm[binding];
  }

  /** The number of the dotted name that a member expression reads as, where a test tells of it somewhere; else NONE. */
  memberNarrowed(expr: number): number {
    if (this.#narrowedMembers.size === 0) return NONE;
    const { exprs, strings } = this.#file.facts;
    const last = strings[exprs.name[expr]];
    if (!this.#narrowedMembers.has(last)) return NONE;
    const parts = [last];
    let at = exprs.object[expr];
    for (; at !== NONE && EXPR_KINDS[exprs.kind[at]] === "member"; at = exprs.object[at]) {
      if (parts.length > MAX_MEMBERS) return NONE;
      parts.push(strings[exprs.name[at]]);
    }
    if (at === NONE || EXPR_KINDS[exprs.kind[at]] !== "name") return NONE;
    return this.nameId([strings[exprs.name[at]], ...parts.reverse()].join("."));
  }

  /** Whether a binding only tells a type that a test has shown. */
  isTold(binding: number): boolean {
    return this.kind(binding) === "narrow" && this.#file.facts.bindings.value[binding] !== NONE;
  }

  /**
   * Those of a scope's bindings of one name that a use can mean. A use in the same run of code (`byteOffset` given) sees
   * what comes before it where anything does.
   */
  live(bindings: readonly number[], use: { scope: number; byteOffset: number | null }): readonly number[] {
    if (bindings.length < 2) return bindings;
    const { scope, byteOffset } = use;
    if (this.#file.rules.armsAreScopes) {
      return byteOffset === null
        ? this.#flow.visible(bindings, scope)
        : this.#flow.reaching(bindings, { scope, byteOffset }, (binding) =>
          this.isBefore(binding, byteOffset));
    }
    const before = byteOffset === null ? -1 : this.#lastIndex(bindings, byteOffset);
    const last = before < 0 ? bindings.length - 1 : before;
    const { arm } = this.#file.facts.bindings;
    let first = last;
    while (first > 0 && arm[bindings[first]] !== 0 && last - first < MAX_NEAR) first--;
    return bindings.slice(first, last + 1);
  }

  /** Whether a binding has happened where a use stands: not behind it, and the use is not part of its own value or type. */
  isBefore(binding: number, byteOffset: number): boolean {
    const { start, value, annotation } = this.#file.facts.bindings;
    if (start[binding] >= byteOffset) return false;
    const { end } = this.#file.facts.exprs;
    const given = value[binding];
    const declared = annotation[binding];
    return (given === NONE || byteOffset > end[given]) && (declared === NONE || byteOffset > end[declared]);
  }
}
