// What other files can see of a file, as texts without places: of each definition and each name at the top what decides its
// meaning, with everything inside of functions that it is made of, and nothing else. Laws kept: two files with equal texts mean
// the same to all others; what is left out of a text is looked at by nobody outside. Not here: comparing.
// Long because: one walk over everything that an answer can be made of.

import {
  BINDING_KINDS,
  type DefId,
  type Definition,
  EXPR_KINDS,
  type ExprId,
  FLAGS,
  isCallable,
  isType,
  NONE,
  SCOPE_KINDS,
} from "../../model/mod.ts";
import { type FileView, placesOf } from "../../typing/mod.ts";
import { typeUses } from "../type_uses.ts";
import { type BindingIndex, mentionMember, mentionName, Mentions } from "./mentions.ts";

/** Something of a file that others can see. */
export interface Entry {
  /** What it is asked by. */
  readonly name: string;
  /** Entries of one key are compared in their order. */
  readonly key: string;
  readonly text: string;
  readonly mentions: Mentions;
  /** The definition, or NONE for a binding or an export. */
  readonly definition: DefId;
  readonly isExport: boolean;
}

export interface Surface {
  readonly entries: readonly Entry[];
  /** What has no name, and changes the meaning of all. */
  readonly whole: string;
}

/** Deeper expressions, and files with more to read, are not told. */
const MAX_DEPTH = 1_000;
const MAX_READ = 1_000_000;
const FLOW = new Set(["branch", "arm", "exit", "skip", "loop"]);

/** What others can see of a file; null where that is too much to tell. */
export function surfaceOf(view: FileView, index: BindingIndex): Surface | null {
  const slices = new Slices(view, index);
  try {
    return {
      entries: [...slices.definitions(), ...slices.names(), ...slices.unnamed(), ...slices.exports()],
      whole: slices.whole(),
    };
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

class TooMuch extends Error {}

class Slices {
  readonly #view: FileView;
  readonly #index: BindingIndex;
  readonly #typeUses: Uint8Array;
  readonly #imports: ReadonlyMap<number, number>;
  /** The arms and loops outside of functions, by what tells them from each other. */
  readonly #flowAtTop: ReadonlyMap<number, string>;
  #left = MAX_READ;
  // Of the entry at hand.
  #out: string[] = [];
  #mentions = new Mentions();
  #exprs = new Map<ExprId, number>();
  #bindings = new Map<number, number>();
  #arms = new Map<number, number>();
  #depth = 0;

  constructor(view: FileView, index: BindingIndex) {
    this.#view = view;
    this.#index = index;
    this.#typeUses = typeUses(view);
    this.#imports = new Map(view.facts.imports.map(({ start }, statement) => [start, statement]));
    this.#flowAtTop = this.#findFlowAtTop();
  }

  #findFlowAtTop(): Map<number, string> {
    const { scopes, definitions } = this.#view.facts;
    const labels = new Map([[0, ""]]);
    const counts = new Map<number, number>();
    scopes.kind.forEach((kind, scope) => {
      const parent = scopes.parent[scope];
      const around = labels.get(parent);
      const word = SCOPE_KINDS[kind];
      const owner = scopes.owner[scope];
      if (word === "class" && owner !== NONE) labels.set(scope, "");
      if (around === undefined || !FLOW.has(word)) return;
      const ordinal = counts.get(parent) ?? 0;
      counts.set(parent, ordinal + 1);
      const holder = around === "" && owner !== NONE ? this.#place(definitions[owner]) : around;
      labels.set(scope, `${holder}/${word}${ordinal}`);
    });
    return labels;
  }

  *definitions(): Iterable<Entry> {
    for (const [id, definition] of this.#view.facts.definitions.entries()) {
      if (!this.#isSeen(definition)) continue;
      this.#begin();
      this.#definition(definition, id);
      yield this.#entry(`d ${this.#place(definition)}`, definition.name, id);
    }
  }

  /** Names bound at the top and in bodies of classes, each with all its bindings. */
  *names(): Iterable<Entry> {
    const { scope, name } = this.#view.facts.bindings;
    const { scopes, strings, definitions } = this.#view.facts;
    const groups = new Map<string, number[]>();
    for (let binding = 0; binding < scope.length; binding++) {
      const at = scope[binding];
      const isClass = SCOPE_KINDS[scopes.kind[at]] === "class";
      if (at !== 0 && !isClass) continue;
      const owner = scopes.owner[at];
      const around = owner === NONE ? "" : this.#place(definitions[owner]);
      const key = `b ${around} ${strings[name[binding]]}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [binding]);
      else group.push(binding);
    }
    for (const [key, bindings] of groups) {
      this.#begin();
      for (const binding of bindings) this.#binding(binding);
      yield this.#entry(key, strings[name[bindings[0]]], NONE);
    }
  }

  /** Imports that bind a name which they do not say. */
  *unnamed(): Iterable<Entry> {
    const { importNames, imports } = this.#view.facts;
    for (const { name, local, import: statement } of importNames) {
      if (name !== "" || local !== "") continue;
      this.#begin();
      this.#mentions.imported.push({ name, statement });
      yield this.#entry(`i ${imports[statement].level} ${imports[statement].specifier}`, "", NONE);
    }
  }

  *exports(): Iterable<Entry> {
    const { exports, explicitNames, imports } = this.#view.facts;
    for (const { name, kind, local, import: statement, expr, typeOnly } of exports) {
      if (kind === "star") continue;
      this.#begin();
      this.#put("export", kind, local, String(typeOnly));
      if (statement !== NONE) {
        this.#put(imports[statement].specifier);
        this.#mentions.imported.push({ name: local, statement });
      } else if (local !== "") this.#mentions.own.add(local);
      this.#expr(expr);
      yield this.#entry(`e ${name}`, name, NONE, true);
    }
    for (const name of explicitNames ?? []) {
      this.#begin();
      this.#mentions.own.add(name);
      yield this.#entry(`l ${name}`, name, NONE);
    }
  }

  whole(): string {
    const { dialect, attributes, explicitNames, exports, imports, importNames } = this.#view.facts;
    const told = Object.entries(attributes).filter(([key]) => !key.endsWith("_at"));
    const stars = [
      ...exports.flatMap((entry) => entry.kind === "star" ? [imports[entry.import]] : []),
      ...importNames.flatMap((entry) => entry.name === "*" ? [imports[entry.import]] : []),
    ].map(({ specifier, level, kind }) => `${kind} ${level} ${specifier}`);
    const flow = [...this.#flowAtTop.values()].filter((label) => label !== "");
    const lists = [explicitNames === null, ...(explicitNames ?? []).filter((name) => name.endsWith("*"))];
    return JSON.stringify([dialect, told.sort(), stars, flow, lists]);
  }

  /** What is declared inside of a function is seen by nobody, unless it is a type or a member. */
  #isSeen({ parent, kind, flags }: Definition): boolean {
    if (parent === NONE || isType(kind) || (flags & FLAGS.assigned) !== 0) return true;
    return !isCallable(this.#view.facts.definitions[parent].kind);
  }

  /** The names of a definition and of what is around it. */
  #place(definition: Definition): string {
    const names: string[] = [];
    for (let at: Definition | undefined = definition; at !== undefined;) {
      names.push(at.receiver === "" ? at.name : `${at.receiver}.${at.name}`);
      at = at.parent === NONE ? undefined : this.#view.facts.definitions[at.parent];
    }
    return names.reverse().join(".");
  }

  #begin(): void {
    this.#out = [];
    this.#mentions = new Mentions();
    this.#exprs = new Map();
    this.#bindings = new Map();
    this.#arms = new Map();
  }

  #entry(key: string, name: string, definition: DefId, isExport = false): Entry {
    return { key, name, definition, isExport, text: this.#out.join(" "), mentions: this.#mentions };
  }

  #put(...words: readonly string[]): void {
    for (const word of words) this.#out.push(JSON.stringify(word));
  }

  #definition(definition: Definition, id: DefId): void {
    const { facts } = this.#view;
    const { kind, flags, visibility, exported, annotation, parameters, typeParameters, receiver } =
      definition;
    this.#put(kind, String(flags), visibility, String(exported), receiver, typeParameters.join());
    this.#put(String(definition.moreRanges.length), definition.decoratorNames.join());
    if (receiver !== "") this.#mentions.containers.add(receiver);
    if (receiver !== "") this.#mentions.outside.add(receiver);
    if (definition.parent !== NONE) this.#mentions.containers.add(facts.definitions[definition.parent].name);
    this.#expr(definition.receiverExpr);
    for (const { expr, relation } of definition.bases) {
      this.#put(relation);
      this.#expr(expr);
    }
    for (const decorator of definition.decorators) this.#expr(decorator);
    for (const parameter of parameters) {
      this.#put(parameter.name, parameter.kind);
      this.#expr(parameter.annotation);
      this.#expr(parameter.default);
    }
    const { scopes, bindings } = facts;
    for (let binding = 0; typeParameters.length > 0 && binding < bindings.kind.length; binding++) {
      const isOwn = BINDING_KINDS[bindings.kind[binding]] === "type_parameter" &&
        scopes.owner[bindings.scope[binding]] === id;
      if (isOwn) this.#binding(binding);
    }
    this.#expr(annotation);
    for (const signature of definition.signatures) this.#expr(signature);
    // Of a function that declares its result nobody asks what it returns.
    this.#put(String(definition.values.length > 0));
    if (isCallable(kind) && annotation !== NONE) return;
    for (const value of definition.values) this.#expr(value);
  }

  #binding(binding: number): void {
    if (this.#seen(this.#bindings, binding)) return;
    const { facts } = this.#view;
    const { kind, target, annotation, value, arm, scope, name } = facts.bindings;
    const word = BINDING_KINDS[kind[binding]];
    this.#put(word);
    const arms = this.#view.rules.armsAreScopes ? this.#flowAtTop.get(arm[binding]) : undefined;
    if (arm[binding] !== 0) this.#put(arms ?? String(this.#numbered(this.#arms, arm[binding])));
    if (word === "import") this.#imported(target[binding]);
    if (word === "definition") this.#declared(target[binding], scope[binding]);
    if (word === "parameter") this.#parameter(scope[binding], facts.strings[name[binding]]);
    this.#expr(annotation[binding]);
    this.#expr(value[binding]);
  }

  #imported(id: number): void {
    const { importNames, imports } = this.#view.facts;
    const { name, local, top, import: statement } = importNames[id];
    const { kind, specifier, level, typeOnly } = imports[statement];
    this.#put(kind, specifier, String(level), String(typeOnly), name, local, String(top));
    this.#mentions.imported.push({ name, statement });
  }

  /** A definition among the bindings of a name: one inside of a function has no entry of its own. */
  #declared(id: DefId, scope: number): void {
    const definition = this.#view.facts.definitions[id];
    this.#put(definition.kind);
    if (scope === 0 || this.#isSeen(definition)) this.#mentions.own.add(definition.name);
    if (!this.#isSeen(definition)) this.#definition(definition, id);
  }

  /** A parameter may take its type from the method that its own stands for, or from who supplies it. */
  #parameter(scope: number, name: string): void {
    const { scopes, definitions } = this.#view.facts;
    const owner = scopes.owner[scope];
    if (owner === NONE) return;
    const definition = definitions[owner];
    this.#put(String(definition.parameters.findIndex((one) => one.name === name)), String(definition.flags));
    this.#mentions.members.add(definition.name);
    this.#around(scope);
    if (!this.#view.rules.suppliesParameters) return;
    for (const names of [this.#mentions.own, this.#mentions.outside, this.#mentions.members]) names.add(name);
  }

  /** The types around a scope, one of which is that of the receiver. */
  #around(scope: number): void {
    const { scopes, definitions } = this.#view.facts;
    for (let at = scopes.owner[scope]; at !== NONE; at = definitions[at].parent) {
      this.#mentions.containers.add(
        definitions[at].receiver === "" ? definitions[at].name : definitions[at].receiver,
      );
    }
  }

  #expr(expr: ExprId): void {
    if (expr === NONE) {
      this.#out.push("-");
      return;
    }
    if (this.#seen(this.#exprs, expr)) return;
    if (++this.#depth > MAX_DEPTH || --this.#left < 0) throw new TooMuch();
    const { exprs, strings } = this.#view.facts;
    const kind = EXPR_KINDS[exprs.kind[expr]];
    this.#put(kind, strings[exprs.name[expr]]);
    if (this.#typeUses[expr] === 1) this.#out.push("type");
    mentionMember(this.#view, expr, this.#mentions);
    if (kind === "name") this.#name(expr);
    if (kind === "member") this.#narrowed(expr);
    if (kind === "this" || kind === "super") this.#around(exprs.scope[expr]);
    if (kind === "parameter") this.#wanted(exprs.object[expr]);
    if (kind === "literal") this.#importedAt(exprs.start[expr] + 1);
    this.#importedAt(exprs.start[expr]);
    this.#expr(exprs.object[expr]);
    const { args, argStart } = exprs;
    this.#out.push("(");
    for (let at = argStart[expr]; at < argStart[expr + 1]; at++) this.#expr(args[at]);
    this.#out.push(")");
    this.#depth--;
  }

  #importedAt(byteOffset: number): void {
    const statement = this.#imports.get(byteOffset);
    if (statement === undefined) return;
    const { kind, specifier, level } = this.#view.facts.imports[statement];
    this.#put(kind, specifier, String(level));
    for (const name of ["=", "default"]) this.#mentions.imported.push({ name, statement });
  }

  #name(expr: ExprId): void {
    const { exprs, strings } = this.#view.facts;
    this.#lookedUp(expr, exprs.scope[expr], exprs.name[expr]);
    if (strings[exprs.name[expr]] === this.#view.rules.selfType) this.#around(exprs.scope[expr]);
  }

  /** A member that a test has told of is bound by its dotted name. */
  #narrowed(expr: ExprId): void {
    const { exprs, strings } = this.#view.facts;
    const parts: string[] = [];
    let at = expr;
    for (; at !== NONE && EXPR_KINDS[exprs.kind[at]] === "member"; at = exprs.object[at]) {
      parts.push(strings[exprs.name[at]]);
    }
    if (at === NONE || EXPR_KINDS[exprs.kind[at]] !== "name") return;
    const name = this.#index.id([strings[exprs.name[at]], ...parts.reverse()].join("."));
    if (name === NONE) return;
    for (let scope = exprs.scope[expr]; scope !== NONE; scope = this.#view.facts.scopes.parent[scope]) {
      const found = this.#index.find(scope, name);
      this.#local(expr, found);
    }
  }

  /** A name: which bindings of it stand before its use, and what those inside of functions are. */
  #lookedUp(expr: ExprId, from: number, name: number): void {
    const { scopes, exprs, bindings } = this.#view.facts;
    mentionName(this.#view, this.#index, from, name, this.#mentions, (found) => this.#local(expr, found));
    for (let scope = from; scope !== NONE; scope = scopes.parent[scope]) {
      if (scope !== 0 && SCOPE_KINDS[scopes.kind[scope]] !== "class") continue;
      const all = this.#index.find(scope, name);
      const before = all.filter((one) => bindings.start[one] < exprs.start[expr]);
      if (all.length > 0) this.#put(String(before.length), this.#flowAtTop.get(from) ?? "");
    }
  }

  #local(expr: ExprId, found: readonly number[]): void {
    const { exprs, bindings, scopes } = this.#view.facts;
    const at = exprs.start[expr];
    for (const one of found) {
      const end = Math.max(
        bindings.start[one],
        this.#endOf(bindings.value[one]),
        this.#endOf(bindings.annotation[one]),
      );
      this.#out.push(bindings.start[one] < at ? end < at ? "before" : "within" : "behind");
      this.#binding(one);
    }
    if (found.length < 2) return;
    // Which of them is meant is told by the order in which code runs.
    let root = bindings.scope[found[0]];
    while (scopes.parent[root] > 0) root = scopes.parent[root];
    this.#flow(root, found, exprs.scope[expr]);
  }

  #endOf(expr: ExprId): number {
    return expr === NONE ? 0 : this.#view.facts.exprs.end[expr];
  }

  /** How the arms and loops of a function lie in each other, and in which of them bindings and their use stand. */
  #flow(root: number, found: readonly number[], use: number): void {
    const { scopes, bindings } = this.#view.facts;
    const numbers = new Map<number, number>([[root, 0]]);
    for (let scope = root + 1; scope < scopes.kind.length; scope++) {
      const parent = numbers.get(scopes.parent[scope]);
      if (parent === undefined) continue;
      numbers.set(scope, numbers.size);
      const kind = SCOPE_KINDS[scopes.kind[scope]];
      this.#out.push(`${kind}${parent}`);
    }
    this.#left -= numbers.size;
    for (const one of found) this.#out.push(String(numbers.get(bindings.scope[one]) ?? -1));
    this.#out.push(String(numbers.get(use) ?? -1));
  }

  /** What the place of a function wants of it: everything that it is a part of. */
  #wanted(lambda: ExprId): void {
    const { parents, declared } = placesOf(this.#view);
    let top = lambda;
    while (top !== NONE && parents[top] !== NONE) top = parents[top];
    if (top === NONE) return;
    this.#expr(top);
    this.#expr(declared.get(top) ?? NONE);
  }

  /** Whether something was told already; told by its number then. */
  #seen(numbers: Map<number, number>, one: number): boolean {
    const known = numbers.get(one);
    if (known !== undefined) this.#out.push(`^${known}`);
    else numbers.set(one, numbers.size);
    return known !== undefined;
  }

  #numbered(numbers: Map<number, number>, one: number): number {
    const known = numbers.get(one) ?? numbers.size;
    numbers.set(one, known);
    return known;
  }
}
