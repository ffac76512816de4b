// Export tables: what a module's member means from outside. Re-exports and barrels are chased to the definition, cycles
// guarded. Not here: how a specifier finds its module.

import { type Export, NONE } from "../model/mod.ts";
import {
  Answers,
  type Chain,
  type Denotation,
  Evaluator,
  extended,
  type FileView,
  isBound,
  joined,
  memberNamed,
  NOT_FOUND,
  ofModule,
  ofSymbol,
  ofValue,
  STATIC,
  unresolved,
} from "../typing/mod.ts";
import { distinct, type ExportTable, exportTable } from "./export_table.ts";
import { topLevel } from "./names.ts";
import { byStar, ofPackage } from "./outer_names.ts";
import { ModuleValues } from "./module_values.ts";
import { type StarCircle, starCircles } from "./star_circles.ts";
import type { Workspace } from "./workspace.ts";

/** Longer chains of re-exports are not followed: nobody writes them, and the stack would end before they do. */
const MAX_CHAIN = 128;
/** Stands for the answer to a question that is being answered. */
const OPEN: Denotation = { ...NOT_FOUND };
/** Questions lost in circles that are asked again at most. */
const MAX_ASKED_AGAIN = 4096;
/** Lists of public names that take over each other's are followed this far. */
const MAX_LISTS = 8;

/** Answers what `module.name` means, memoised. */
export class ExportTables {
  readonly #workspace: Workspace;
  readonly #memo: Answers<string, Denotation>;
  readonly #listed: (ReadonlySet<string> | undefined)[] = [];
  readonly #tables: (ExportTable | undefined)[] = [];
  #evaluator: Evaluator | null = null;
  readonly #values: ModuleValues;
  #circles: ReadonlyMap<number, StarCircle> | null = null;
  readonly #inCircles = new Map<StarCircle, Answers<string, readonly Denotation[]>>();
  #depth = 0;
  #asked = 0;
  /** How often a question was asked while it was being answered. */
  openQuestions = 0;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.#memo = new Answers(workspace.circles);
    this.#values = new ModuleValues(workspace);
  }

  get evaluator(): Evaluator {
    return this.#evaluator ??= new Evaluator(this.#workspace);
  }

  /** What a module's member denotes, asked by its name. */
  exported(module: number, name: string): Denotation {
    return this.#once(`${module}\0${name}`, () => this.#find(module, name));
  }

  /** Answers a question once; asked again while it is being answered, it has no answer. */
  #once(key: string, find: () => Denotation): Denotation {
    const known = this.#memo.get(key);
    if (known === OPEN) this.openQuestions++;
    if (known !== undefined) return known;
    const { circles } = this.#workspace;
    // Not remembered: asked from nearer, the same name may be found.
    if (this.#depth >= MAX_CHAIN) {
      circles.meetOther();
      return NOT_FOUND;
    }
    const before = circles.count;
    this.#memo.open(key, OPEN);
    const { openQuestions } = this;
    this.#depth++;
    try {
      const answer = find();
      // What was lost in a circle of questions may be found when it is asked first.
      const isLost = !isBound(answer) && this.openQuestions > openQuestions && this.#depth > 1;
      if (isLost && this.#asked++ < MAX_ASKED_AGAIN) this.#memo.drop(key);
      else this.#memo.keep(key, answer, before);
      return answer;
    } finally {
      this.#depth--;
    }
  }

  /** The same for a star import, which brings only what the module declares public; `listed` tells whether by a list. */
  starred(module: number, name: string): { readonly denotation: Denotation; readonly listed: boolean } {
    const { files } = this.#workspace.module(module);
    const view = files.length === 0 ? undefined : this.#workspace.files[files[0]];
    const listed = this.#lists(module, name, 0);
    if (listed === false || (listed === null && name.startsWith("_"))) {
      return { denotation: NOT_FOUND, listed: false };
    }
    if (listed === true || view?.rules.exportStyle !== "top_level") {
      return { denotation: this.exported(module, name), listed: listed === true };
    }
    // What no list names comes only where the module binds it: no sub-module is loaded for its name.
    const denotation = this.#once(
      `${module}\0*${name}`,
      () => topLevel(this.#workspace, view, name) ?? byStar(this.#workspace, view, name) ?? NOT_FOUND,
    );
    return { denotation, listed: false };
  }

  /** Whether a module's list of public names has a name; null where there is no list, or not all of it is known. */
  #lists(module: number, name: string, depth: number): boolean | null {
    const { files } = this.#workspace.module(module);
    const view = files.length === 0 ? undefined : this.#workspace.files[files[0]];
    if (view === undefined || view.facts.explicitNames === null) return null;
    const listed = this.#listed[view.index] ??= new Set(view.facts.explicitNames);
    if (listed.has(name)) return true;
    let known: boolean | null = false;
    for (const entry of listed) {
      if (!entry.endsWith("*")) continue;
      const other = entry === "*" || depth >= MAX_LISTS ? null : this.#moduleNamed(view, entry.slice(0, -2));
      const answer = other === null ? null : this.#lists(other, name, depth + 1);
      if (answer === true) return true;
      if (answer === null) known = null;
    }
    return known;
  }

  /** The module that a dotted name at the top of a file means, or null. */
  #moduleNamed(view: FileView, dotted: string): number | null {
    const [first, ...rest] = dotted.split(".");
    let at = theModule(topLevel(this.#workspace, view, first));
    for (const name of rest) at = at === null ? null : theModule(this.exported(at, name));
    return at;
  }

  #find(module: number, name: string): Denotation {
    const { files } = this.#workspace.module(module);
    const view = files.length === 0 ? undefined : this.#workspace.files[files[0]];
    if (view === undefined) return this.#submodule(module, name);
    switch (view.rules.exportStyle) {
      case "package":
        return ofPackage(this.#workspace, module, name);
      case "top_level": {
        const own = topLevel(this.#workspace, view, name) ?? byStar(this.#workspace, view, name);
        if (own !== null && (isBound(own) || own.reason === "external")) return own;
        const inner = this.#submodule(module, name);
        if (isBound(inner)) return inner;
        const outside = this.#workspace.imports.externalStar(view);
        return own ?? (outside === null ? NOT_FOUND : unresolved("external", outside));
      }
      case "explicit":
        return this.#explicit(module, view, name);
    }
  }

  #submodule(module: number, name: string): Denotation {
    const { files } = this.#workspace.module(module);
    const any = files.length > 0 ? this.#workspace.files[files[0]] : this.#workspace.anyFileOf(module);
    if (any === undefined) return NOT_FOUND;
    const inner = this.#workspace.moduleRules(any).submodule(module, name);
    return inner < 0 ? NOT_FOUND : ofModule(inner, STATIC, null);
  }

  #explicit(module: number, view: FileView, name: string): Denotation {
    const table = this.#tableOf(view);
    const last = table.named.get("=")?.at(-1);
    if (name === "=" || (name === "default" && !table.named.has("default"))) {
      // The members of an object literal are exports of their own: as a value it has what the module has.
      if (last !== undefined && this.#isObject(view, last)) {
        return ofValue({ type: { k: "module", module }, strength: STATIC, chain: null });
      }
      const value = last === undefined ? NOT_FOUND : this.#entry(view, last);
      return isBound(value) ? value : ofModule(module, STATIC, null);
    }
    const entries = table.named.get(name) ?? [];
    if (entries.length > 0) return joined(distinct(entries).map((entry) => this.#entry(view, entry)));
    const starred = this.#starExports(module, view, table, name);
    if (starred !== null) return starred;
    if (last === undefined) return NOT_FOUND;
    // A member of the one value that the module exports.
    const value = this.evaluator.denotedType(this.#entry(view, last));
    return memberNamed(this.evaluator, value, name);
  }

  /** What a module that is one value exports beside that value, asked by the value's symbol. */
  beside(symbol: number, name: string): Denotation | null {
    const module = this.#values.exporting(symbol, name);
    return module === null ? null : this.exported(module, name);
  }

  #isObject(view: FileView, { expr }: Export): boolean {
    return expr !== NONE && this.evaluator.kind(view, expr) === "object";
  }

  #starExports(
    module: number,
    view: FileView,
    { stars, outside }: ExportTable,
    name: string,
  ): Denotation | null {
    if (name === "default") return null;
    const circle = (this.#circles ??= starCircles(this.#workspace)).get(module);
    if (circle !== undefined) return this.#ofCircle(circle, circle.ways.get(module)!, view, name);
    const alternatives: Denotation[] = [];
    for (const { entry, modules } of stars.find(name)) {
      for (const module of modules) {
        const found = this.exported(module, name);
        if (isBound(found)) alternatives.push(this.#stepped(view, entry, found));
      }
    }
    if (alternatives.length > 0) return joined(alternatives);
    return outside === null ? null : unresolved("external", outside);
  }

  /** What the star exports of one of the modules of a circle bring. */
  #ofCircle(circle: StarCircle, way: Export, view: FileView, name: string): Denotation | null {
    const { owners, leaving, outside } = circle;
    const { circles } = this.#workspace;
    const answers = this.#inCircles.get(circle) ?? new Answers<string, readonly Denotation[]>(circles);
    this.#inCircles.set(circle, answers);
    let found = answers.get(name);
    if (found === undefined) {
      // Asked again from inside of its own answer, it has none.
      const before = circles.count;
      answers.open(name, []);
      const own = (owners.get(name) ?? []).map((module) => this.exported(module, name));
      const others = leaving.find(name).flatMap((star) =>
        star.modules.map((module) => this.#stepped(star.view, star.entry, this.exported(module, name)))
      );
      answers.keep(name, found = [...own, ...others].filter(isBound), before);
    }
    if (found.length > 0) return joined(found.map((one) => this.#stepped(view, way, one)));
    return outside === null ? null : unresolved("external", outside);
  }

  #tableOf(view: FileView): ExportTable {
    return this.#tables[view.index] ??= exportTable(this.#workspace, view);
  }

  #stepped(view: FileView, entry: Export, denotation: Denotation): Denotation {
    const step = (before: Chain | null): Chain => ({
      step: "reexport",
      file: view.index,
      byteOffset: entry.start,
      previous: before,
    });
    return extended(denotation, STATIC, step, null);
  }

  #entry(view: FileView, entry: Export): Denotation {
    switch (entry.kind) {
      case "local":
        return topLevel(this.#workspace, view, entry.local) ?? this.#unboundDefault(view, entry);
      case "expr": {
        const denotation = this.evaluator.denote(view, entry.expr);
        if (isBound(denotation) || denotation.reason === "external") return denotation;
        return ofValue(this.evaluator.typeOf(view, entry.expr));
      }
      default: {
        const answer = this.#workspace.imports.answer(view, entry.import);
        if (answer.kind === "external") return unresolved("external", answer.name);
        if (answer.kind !== "modules") return NOT_FOUND;
        return joined(
          answer.modules.map((module) =>
            entry.kind === "namespace"
              ? ofModule(module, STATIC, null)
              : this.#stepped(view, entry, this.exported(module, entry.local))
          ),
        );
      }
    }
  }

  /** An anonymous default export is a definition that no scope binds. */
  #unboundDefault(view: FileView, entry: Export): Denotation {
    const index = this.#tableOf(view).defined.get(entry.local);
    if (index === undefined) return NOT_FOUND;
    const { nameStart } = view.facts.definitions[index];
    const chain: Chain = { step: "scope", file: view.index, byteOffset: nameStart, previous: null };
    return ofSymbol(this.#workspace.symbolOf(view, index), STATIC, chain, "scope");
  }
}

/** The one module that a name means, or null. */
function theModule(denotation: Denotation | null): number | null {
  return denotation !== null && denotation.modules.length === 1 ? denotation.modules[0].module : null;
}
