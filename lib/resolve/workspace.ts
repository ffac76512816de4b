// The world the evaluator asks: files, symbols, scopes, modules and members of one set of facts. Laws kept: pure, in path
// order, memoised; nothing is bound by equal names alone.

import { type DefId, type Definition, FLAGS, isType, NONE, SCOPE_KINDS } from "../model/mod.ts";
import {
  Circles,
  type Coexistence,
  type Denotation,
  type FileView,
  type ImportedValue,
  type LanguageRules,
  type Module,
  type ModuleRules,
  type Typed,
  type World,
} from "../typing/mod.ts";
import { FileBindings } from "./bindings.ts";
import { ExportTables } from "./exports.ts";
import { ImportTable } from "./imports.ts";
import { containersOf, isMemberContainer, membersOfUnnamedTypes } from "./member_containers.ts";
import { MemberTables } from "./member_tables.ts";
import { lookup, toldOfMember } from "./names.ts";
import { Globals } from "./globals.ts";
import { beyondFile } from "./outer_names.ts";
import { PackageNames } from "./package_names.ts";
import { PublicNames } from "./star_names.ts";
import { type NumberedFile, SymbolTable } from "./symbols.ts";
import { TopNames } from "./top_names.ts";
import { typeUses } from "./type_uses.ts";

export interface WorkspaceFile extends NumberedFile {
  readonly language: string | null;
}

export interface WorkspaceInput {
  readonly files: readonly WorkspaceFile[];
  /** Every captured path. */
  readonly paths: ReadonlySet<string>;
  /** Text of configuration files by path. */
  readonly configurations: ReadonlyMap<string, string>;
  readonly sourceRoots: readonly string[];
  readonly checkpoint?: () => void;
}

/** Questions between two looks at the clock: looking costs more than most of them. */
const TICKS = 256;

export class Workspace implements World {
  readonly circles = new Circles();
  /** By file index; only those with facts and rules are there. */
  readonly files: readonly FileView[];
  readonly symbols: SymbolTable;
  readonly imports: ImportTable;
  readonly exports: ExportTables;
  readonly packages: PackageNames;
  readonly publicNames: PublicNames;
  readonly tops: TopNames;
  readonly globals: Globals;
  readonly #bindings: (FileBindings | undefined)[] = [];
  readonly #modules: Module[] = [];
  readonly #moduleRules = new Map<string, ModuleRules>();
  readonly #members = new MemberTables(this);
  readonly #declarations = new Map<number, readonly number[]>();
  readonly #unnamedMembers: (ReadonlyMap<string, number> | undefined)[] = [];
  readonly #typeUses: (Uint8Array | undefined)[] = [];
  /** By file and the number of the name there. */
  readonly #outerNames: (Map<number, Denotation> | undefined)[] = [];
  readonly #familyOf = new Map<number, FileView>();
  readonly #checkpoint: (() => void) | undefined;
  #ticks = 0;

  constructor(input: WorkspaceInput) {
    this.#checkpoint = input.checkpoint;
    this.symbols = new SymbolTable(input.files);
    const views: FileView[] = [];
    input.files.forEach(({ path, facts, rules, language }, index) => {
      if (facts === null || rules === null || language === null) return;
      views[index] = { index, path, language, facts, rules, symbol: this.symbols.fileSymbol[index] };
    });
    this.files = views;
    this.imports = new ImportTable(this);
    this.exports = new ExportTables(this);
    this.packages = new PackageNames(this);
    this.publicNames = new PublicNames(this);
    this.tops = new TopNames(this);
    this.#buildModules(input);
    this.globals = new Globals(this);
    this.views((view) => this.#members.collect(view));
  }

  /** Calls with each file that has facts and rules, in path order. */
  views(each: (view: FileView) => void): void {
    this.files.forEach((view) => {
      this.#checkpoint?.();
      each(view);
    });
  }

  tick(): void {
    if (++this.#ticks % TICKS === 0) this.#checkpoint?.();
  }

  #buildModules(input: WorkspaceInput): void {
    const families = new Map<string, { rules: LanguageRules; files: FileView[] }>();
    this.views((view) => {
      const family = families.get(view.rules.family);
      if (family === undefined) families.set(view.rules.family, { rules: view.rules, files: [view] });
      else family.files.push(view);
    });
    for (const [name, { rules, files }] of families) {
      const configs = new Map([...input.configurations].filter(([path]) => rules.isConfiguration(path)));
      const context = {
        files,
        paths: input.paths,
        configs,
        sourceRoots: input.sourceRoots,
        packageSymbol: (file: number) => this.symbols.package(file)?.symbol ?? -1,
        addModule: (module: Module) => {
          this.#familyOf.set(this.#modules.length, files[0]);
          return this.#modules.push(module) - 1;
        },
        module: (id: number) => this.#modules[id],
      };
      this.#moduleRules.set(name, rules.modules(context));
    }
  }

  bindingsOf(file: FileView): FileBindings {
    return this.#bindings[file.index] ??= new FileBindings(file);
  }

  bindings(file: FileView, scope: number, name: string): readonly number[] {
    const table = this.bindingsOf(file);
    return table.all(scope, table.nameId(name));
  }

  file(symbol: number): FileView {
    return this.files[this.symbols.fileOf[symbol]];
  }

  definition(symbol: number): Definition | null {
    return this.symbols.definition(symbol);
  }

  definitionOf(symbol: number): number {
    return this.symbols.definitionOf[symbol];
  }

  symbolOf(file: FileView, definition: DefId): number {
    return this.symbols.symbol(file.index, definition);
  }

  coexistence(file: FileView, symbol: number): Coexistence {
    return this.moduleRules(file).coexistence(file.index, this.symbols.fileOf[symbol]);
  }

  declaredBy(file: FileView, property: number): number {
    const { start, name } = file.facts.exprs;
    const declared = this.#unnamedMembers[file.index] ??= membersOfUnnamedTypes(file.facts);
    const definition = declared.get(`${start[property]} ${file.facts.strings[name[property]]}`);
    return definition === undefined ? NONE : this.symbolOf(file, definition);
  }

  /** What a name of a file means that none of its scopes binds. */
  beyondFile(file: FileView, nameId: number): Denotation {
    const names = this.#outerNames[file.index] ??= new Map();
    return this.circles.once(names, nameId, () => beyondFile(this, file, file.facts.strings[nameId]));
  }

  /** Lets go what is known of the uses in a file, when its references are done with: few are ever asked about again. */
  forget(file: FileView): void {
    this.#outerNames[file.index] = undefined;
    this.exports.evaluator.forget(file);
  }

  lookup(file: FileView, expr: number): Denotation {
    return lookup(this, file, expr);
  }

  toldOfMember(file: FileView, expr: number): Typed | null {
    return toldOfMember(this, file, expr);
  }

  exported(module: number, name: string): Denotation {
    return this.exports.exported(module, name);
  }

  exportedBeside(symbol: number, name: string): Denotation | null {
    return this.exports.beside(symbol, name);
  }

  importedAt(file: FileView, byteOffset: number): ImportedValue | null {
    return this.imports.valueAt(file, byteOffset);
  }

  moduleRules(file: FileView): ModuleRules {
    return this.#moduleRules.get(file.rules.family)!;
  }

  module(id: number): Module {
    return this.#modules[id];
  }

  /** The class, or function with members, whose code a scope belongs to; -1 where there is none. */
  enclosingClass(file: FileView, scope: number): number {
    for (
      let at: DefId = file.facts.scopes.owner[scope];
      at !== NONE;
      at = file.facts.definitions[at].parent
    ) {
      const definition = file.facts.definitions[at];
      const symbol = this.symbolOf(file, at);
      if (isType(definition.kind)) return symbol;
      const container = this.containerOf(file, definition);
      if (
        container !== NONE && isMemberContainer(this.definition(container)) && this.#isMember(definition)
      ) return container;
      if (this.members(symbol).size > 0 && container === NONE) return symbol;
      const hasOwn = definition.kind === "function" && (definition.flags & FLAGS.lexical_receiver) === 0;
      if (hasOwn && file.rules.functionsHaveReceivers) return -1;
    }
    return -1;
  }

  #isMember(definition: Definition): boolean {
    return definition.kind === "method" || definition.kind === "constructor" ||
      definition.kind === "getter" ||
      definition.kind === "setter" || definition.kind === "property";
  }

  /** The symbol a definition is a member of, wherever that is declared; NONE for the file's own. */
  containerOf(file: FileView, definition: Definition): number {
    const containers = containersOf(this, file, definition);
    const usual = containers.find((container) => this.coexistence(file, container) === "usual");
    return usual ?? containers[0] ?? NONE;
  }

  declaring(name: string): number {
    return this.#members.declaring(name);
  }

  members(symbol: number): ReadonlyMap<string, readonly number[]> {
    return this.#members.of(symbol);
  }

  declarations(symbol: number): readonly number[] {
    const known = this.#declarations.get(symbol);
    if (known !== undefined) return known;
    const definition = this.definition(symbol);
    let all: readonly number[] = [symbol];
    const file = definition === null ? undefined : this.file(symbol);
    if (definition !== null && file !== undefined && file.rules.mergesDeclarations) {
      const merged = this.bindings(file, definition.scope, definition.name)
        .filter((binding) => this.bindingsOf(file).kind(binding) === "definition")
        .map((binding) => this.symbolOf(file, file.facts.bindings.target[binding]));
      if (merged.includes(symbol)) all = merged;
      const globals = this.globals.declared(file.rules.family, definition.name);
      if (globals.includes(symbol)) all = globals;
    }
    for (const one of all) this.#declarations.set(one, all);
    return all;
  }

  /** Some file of the module system that a module without files of its own belongs to. */
  anyFileOf(module: number): FileView | undefined {
    return this.#familyOf.get(module);
  }

  isTypeUse(file: FileView, expr: number): boolean {
    const known = this.#typeUses[file.index] ??= typeUses(file);
    return known[expr] === 1;
  }

  /** Whether code in a scope runs as part of another, without a function between. */
  isSameRun(file: FileView, from: number, to: number): boolean {
    const { parent, kind } = file.facts.scopes;
    for (let scope = from; scope !== to; scope = parent[scope]) {
      if (scope === NONE || SCOPE_KINDS[kind[scope]] === "function") return false;
    }
    return true;
  }
}
