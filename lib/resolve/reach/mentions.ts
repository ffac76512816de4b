// The names that a piece of code says, apart by where they are looked for. Law kept: a name that may be looked for in two
// ways is in both. Not here: what a name means.

import {
  BINDING_KINDS,
  EXPR_KINDS,
  type ExprId,
  type FileFacts,
  NONE,
  SCOPE_KINDS,
} from "../../model/mod.ts";
import type { FileView } from "../../typing/mod.ts";

/** Names by where they are looked for. */
export class Mentions {
  /** Bare names that the file binds at its top, or in the body of a class. */
  readonly own = new Set<string>();
  /** Bare names that nothing around them binds for certain. */
  readonly outside = new Set<string>();
  /** Names of members. */
  readonly members = new Set<string>();
  /** Names of what is defined here: members of one name stand for each other, and others are told apart by them. */
  readonly defined = new Set<string>();
  /** Names of the types whose member it is, or whose receiver it has. */
  readonly containers = new Set<string>();
  /** Names that are imported, each with the number of the import. */
  readonly imported: { readonly name: string; readonly statement: number }[] = [];
}

/** The bindings of a file by scope and name. */
export class BindingIndex {
  readonly #facts: FileFacts;
  readonly #lists = new Map<number, number[]>();
  readonly #ids = new Map<string, number>();

  constructor(facts: FileFacts) {
    this.#facts = facts;
    const { scope, name } = facts.bindings;
    for (let binding = 0; binding < scope.length; binding++) {
      const key = this.#key(scope[binding], name[binding]);
      const list = this.#lists.get(key);
      if (list === undefined) this.#lists.set(key, [binding]);
      else list.push(binding);
    }
    facts.strings.forEach((text, id) => this.#ids.set(text, id));
  }

  #key(scope: number, name: number): number {
    return scope * this.#facts.strings.length + name;
  }

  find(scope: number, name: number): readonly number[] {
    return this.#lists.get(this.#key(scope, name)) ?? NO_BINDINGS;
  }

  /** The number of a name, or NONE. */
  id(name: string): number {
    return this.#ids.get(name) ?? NONE;
  }
}

const NO_BINDINGS: readonly number[] = [];
/** Bindings that leave a name what it is further out. */
const PASSING = new Set(["narrow", "global", "nonlocal"]);
const QUOTED = /^["'`]/;
const MEMBERS = new Set(["member", "key", "property"]);

/** Puts a name where it stands in a scope among the mentions; calls with each list of bindings inside of a function. */
export function mentionName(
  view: FileView,
  index: BindingIndex,
  from: number,
  name: number,
  into: Mentions,
  local: (bindings: readonly number[]) => void,
): void {
  const { scopes, bindings, strings } = view.facts;
  let isBound = false;
  for (let scope = from; scope !== NONE; scope = scopes.parent[scope]) {
    const found = index.find(scope, name);
    if (found.length === 0) continue;
    if (scope === 0 || SCOPE_KINDS[scopes.kind[scope]] === "class") {
      into.own.add(strings[name]);
      if (scope === 0) isBound ||= found.some((one) => !PASSING.has(BINDING_KINDS[bindings.kind[one]]));
      else into.members.add(strings[name]);
      continue;
    }
    local(found);
    if (found.some((one) => BINDING_KINDS[bindings.kind[one]] === "global")) into.own.add(strings[name]);
    // What is bound only further down in its scope may mean something further out before.
    if (view.rules.localsAreOrdered) continue;
    if (found.some((one) => !PASSING.has(BINDING_KINDS[bindings.kind[one]]))) return;
  }
  if (!isBound) into.outside.add(strings[name]);
}

/** Puts what an expression itself says of members among the mentions. */
export function mentionMember({ facts }: FileView, expr: ExprId, into: Mentions): void {
  const { kind, name } = facts.exprs;
  const word = EXPR_KINDS[kind[expr]];
  const text = facts.strings[name[expr]];
  if (MEMBERS.has(word)) into.members.add(text);
  else if (word === "literal" && QUOTED.test(text)) into.members.add(text.slice(1, -1));
}

/** Everything that a file mentions. */
export function mentionsOf(view: FileView, index: BindingIndex): Mentions {
  const into = new Mentions();
  const { exprs, definitions, importNames, exports, bindings, strings } = view.facts;
  for (let expr = 0; expr < exprs.kind.length; expr++) {
    if (EXPR_KINDS[exprs.kind[expr]] === "name") {
      mentionName(view, index, exprs.scope[expr], exprs.name[expr], into, () => {});
    } else mentionMember(view, expr, into);
  }
  for (const { name, receiver } of definitions) {
    into.defined.add(name);
    if (receiver !== "") into.containers.add(receiver);
    if (receiver !== "") into.outside.add(receiver);
  }
  importNames.forEach(({ name, import: statement }) => into.imported.push({ name, statement }));
  view.facts.imports.forEach(({ kind }, statement) => {
    if (kind === "require" || kind === "dynamic") into.imported.push({ name: "", statement });
  });
  for (const entry of exports) {
    if (entry.import !== NONE) into.imported.push({ name: entry.local, statement: entry.import });
    else if (entry.local !== "") into.own.add(entry.local);
  }
  if (view.rules.suppliesParameters) {
    for (let binding = 0; binding < bindings.kind.length; binding++) {
      if (BINDING_KINDS[bindings.kind[binding]] !== "parameter") continue;
      const name = strings[bindings.name[binding]];
      into.own.add(name);
      into.outside.add(name);
      into.members.add(name);
    }
  }
  return into;
}

/** Every name that a file says in any way. */
export function saidIn(facts: FileFacts): ReadonlySet<string> {
  const said = new Set<string>();
  for (const name of namesIn(facts)) said.add(name);
  return said;
}

/** Whether a file says one of some names. */
export function saysAny(facts: FileFacts, names: ReadonlySet<string>): boolean {
  for (const name of namesIn(facts)) if (names.has(name)) return true;
  return false;
}

function* namesIn(facts: FileFacts): Iterable<string> {
  for (const name of facts.strings) {
    yield name;
    if (QUOTED.test(name)) yield name.slice(1, -1);
  }
  for (const { name, local } of facts.importNames) {
    yield name;
    yield local;
  }
  for (const { name, local } of facts.exports) {
    yield name;
    yield local;
  }
  for (const { name, receiver } of facts.definitions) {
    yield name;
    yield receiver;
  }
  if (facts.imports.length > 0) yield* ["=", "default"];
}
