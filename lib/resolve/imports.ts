// What imports bring in. Laws kept: a relative import whose file is not there is never bound; two modules of one name
// give candidates. Not here: how a language finds modules.

import {
  Answers,
  type Chain,
  type Denotation,
  extended,
  type FileView,
  HEURISTIC,
  type ImportedValue,
  isBound,
  joined,
  MAX_ALTERNATIVES,
  type ModuleAnswer,
  NOT_FOUND,
  ofModule,
  ofSymbol,
  STATIC,
  unresolved,
} from "../typing/mod.ts";
import { StarsByName } from "./star_names.ts";
import type { Workspace } from "./workspace.ts";

export interface StarImport {
  readonly modules: readonly number[];
  /** Whether it is not certain which of the modules is meant, or whether another star import stands behind it. */
  readonly ambiguous: boolean;
  readonly byteOffset: number;
}

/** Whether an import may mean more modules than are listed as alternatives. */
export function isTooMany(answer: ModuleAnswer): boolean {
  return answer.kind === "modules" && answer.modules.length > MAX_ALTERNATIVES;
}

/** Why an import leads nowhere, or to too many places. */
export function unbound(answer: ModuleAnswer): Denotation {
  switch (answer.kind) {
    case "external":
      return unresolved("external", answer.name);
    case "missing":
      return NOT_FOUND;
    case "dynamic":
      return unresolved("dynamic_import");
    case "modules":
      return unresolved("ambiguous_module");
  }
}

/** Module answers and imported names of all files, memoised. */
export class ImportTable {
  readonly #workspace: Workspace;
  readonly #answers: (ModuleAnswer | undefined)[][] = [];
  readonly #names: (Answers<number, Denotation> | undefined)[] = [];
  readonly #stars: (readonly StarImport[] | undefined)[] = [];
  readonly #starsByName: (StarsByName<StarImport> | undefined)[] = [];
  readonly #externalStars: (string | null | undefined)[] = [];
  /** Imports by the byte offset of their specifier. */
  readonly #places: (ReadonlyMap<number, number> | undefined)[] = [];
  readonly #unnamed: (readonly number[] | undefined)[] = [];
  readonly #packageNames: (Answers<string, Denotation | null> | undefined)[] = [];

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** What an import's specifier means. */
  answer(file: FileView, statement: number): ModuleAnswer {
    const memo = this.#answers[file.index] ??= [];
    return memo[statement] ??= this.#workspace.moduleRules(file).resolve(file, file.facts.imports[statement]);
  }

  /** What the import whose specifier starts at a byte offset means as an expression; null where there is none. */
  valueAt(file: FileView, byteOffset: number): ImportedValue | null {
    const places = this.#places[file.index] ??= new Map(
      file.facts.imports.map(({ start }, index) => [start, index]).reverse() as [number, number][],
    );
    const statement = places.get(byteOffset);
    if (statement === undefined) return null;
    const { typeOnly } = file.facts.imports[statement];
    const answer = this.answer(file, statement);
    if (answer.kind !== "modules" || isTooMany(answer)) return { denotation: unbound(answer), typeOnly };
    const meant = answer.modules.map((module) =>
      typeOnly ? ofModule(module, STATIC, null) : this.#workspace.exported(module, "=")
    );
    return { denotation: joined(meant), typeOnly };
  }

  /** What an imported name denotes. */
  imported(file: FileView, importName: number): Denotation {
    const { circles } = this.#workspace;
    const memo = this.#names[file.index] ??= new Answers(circles);
    const known = memo.get(importName);
    if (known !== undefined) return known;
    const before = circles.count;
    memo.open(importName, NOT_FOUND);
    const { openQuestions } = this.#workspace.exports;
    const answer = this.#resolve(file, importName);
    // What was lost in a circle of questions may be found when it is asked first.
    const isLost = !isBound(answer) && this.#workspace.exports.openQuestions > openQuestions;
    if (isLost) memo.drop(importName);
    else memo.keep(importName, answer, before);
    return answer;
  }

  #resolve(file: FileView, importName: number): Denotation {
    const entry = file.facts.importNames[importName];
    const answer = this.answer(file, entry.import);
    const only = answer.kind === "external" && answer.isUnlisted === true
      ? this.#onlyDefinition(file, importName)
      : null;
    if (only !== null) return only;
    if (answer.kind !== "modules" || isTooMany(answer)) return unbound(answer);
    const step = (before: Chain | null): Chain => ({
      step: "import",
      file: file.index,
      byteOffset: entry.start,
      previous: before,
    });
    const strength = answer.ambiguous ? HEURISTIC : STATIC;
    return joined(answer.modules.map((module) => {
      const top = entry.top ? this.#top(module, file.facts.imports[entry.import].specifier) : module;
      if (entry.name === "") return ofModule(top, strength, step(null));
      return extended(this.#workspace.exported(module, entry.name), strength, step, "import");
    }));
  }

  /** The only definition of an imported name, where some file exports it. */
  #onlyDefinition(file: FileView, importName: number): Denotation | null {
    const { name, start } = file.facts.importNames[importName];
    const symbols = this.#workspace.tops.find(file.rules.family, name);
    const definition = symbols.length === 1 ? this.#workspace.definition(symbols[0]) : null;
    if (definition === null || !definition.exported || definition.name !== name) return null;
    const chain: Chain = { step: "import", file: file.index, byteOffset: start, previous: null };
    return ofSymbol(symbols[0], HEURISTIC, chain, "unlisted_import");
  }

  /** The module of a dotted specifier's first component, walking up from the module of the whole. */
  #top(module: number, specifier: string): number {
    const view = this.#workspace.anyFileOf(module);
    if (view === undefined) return module;
    return this.#workspace.moduleRules(view).ancestor(module, specifier.split(".").length - 1);
  }

  /** What an imported name denotes under the name it is bound to: an import without one binds its package's own. */
  boundAs(file: FileView, importName: number, name: string): Denotation {
    const denotation = this.imported(file, importName);
    const [first] = denotation.modules;
    if (file.facts.importNames[importName].local !== "" || first === undefined) return denotation;
    const bound = this.#workspace.moduleRules(file).boundName(first.module);
    return bound === null || bound === name ? denotation : NOT_FOUND;
  }

  /** What an import without a name of its own binds under the package's own name, or null. */
  byPackageName(file: FileView, name: string): Denotation | null {
    const memo = this.#packageNames[file.index] ??= new Answers(this.#workspace.circles);
    let known = memo.get(name);
    if (known === undefined) {
      const before = this.#workspace.circles.count;
      memo.keep(name, known = this.#findByPackageName(file, name), before);
    }
    return known;
  }

  #findByPackageName(file: FileView, name: string): Denotation | null {
    const rules = this.#workspace.moduleRules(file);
    let outside: Denotation | null = null;
    for (const index of this.#unnamedOf(file)) {
      const entry = file.facts.importNames[index];
      const denotation = this.imported(file, index);
      if (denotation.modules.some(({ module }) => rules.boundName(module) === name)) return denotation;
      const { specifier } = file.facts.imports[entry.import];
      if (denotation.reason === "external" && rules.mayBind(specifier, name)) outside ??= denotation;
    }
    return outside;
  }

  /** The imports that bind a module under no name of their own. */
  #unnamedOf(file: FileView): readonly number[] {
    return this.#unnamed[file.index] ??= file.facts.importNames
      .flatMap(({ name, local }, index) => name === "" && local === "" ? [index] : []);
  }

  /** The star imports at the top of a file that lead into the repository. */
  stars(file: FileView): readonly StarImport[] {
    return this.#stars[file.index] ??= this.#findStars(file);
  }

  /** Those of them that may bring in a name. */
  starsOf(file: FileView, name: string): readonly StarImport[] {
    const stars = this.stars(file);
    if (stars.length === 0) return stars;
    const byName = this.#starsByName[file.index] ??= new StarsByName(
      stars.map((star) => ({ star, modules: star.modules })),
      this.#workspace.publicNames,
    );
    return byName.find(name);
  }

  #findStars(file: FileView): StarImport[] {
    const stars: StarImport[] = [];
    // What lies outside may bring any name over one that came before.
    let outsideFollows = false;
    const seen = new Set<string>();
    for (const entry of [...file.facts.importNames].reverse()) {
      const statement = file.facts.imports[entry.import];
      if (entry.name !== "*" || statement.kind === "reexport") continue;
      const answer = this.answer(file, entry.import);
      if (answer.kind !== "modules") {
        outsideFollows = true;
        continue;
      }
      const ambiguous = outsideFollows || answer.ambiguous || statement.arm !== 0;
      // The same star again brings nothing new.
      const key = `${ambiguous} ${answer.modules.join()}`;
      if (seen.has(key)) continue;
      seen.add(key);
      stars.push({ modules: answer.modules, ambiguous, byteOffset: entry.start });
    }
    return stars.reverse();
  }

  /** The module of a star import that leads out of the repository, or null. */
  externalStar(file: FileView): string | null {
    const known = this.#externalStars[file.index];
    return known !== undefined ? known : this.#externalStars[file.index] = this.#findExternalStar(file);
  }

  #findExternalStar(file: FileView): string | null {
    for (const entry of file.facts.importNames) {
      if (entry.name !== "*") continue;
      const answer = this.answer(file, entry.import);
      if (answer.kind === "external") return answer.name;
    }
    return null;
  }
}
