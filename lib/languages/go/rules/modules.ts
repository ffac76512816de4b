// Go's packages over one set of files: a package is a folder's files of one package clause. Law kept: what another module
// of the repository declares is bound for certain only where go.work or a replacement says that this copy is meant.
// Not here: what names in a package mean.

import { folderOf, type Import, joinPath } from "../../../model/mod.ts";
import type { Coexistence, FileView, ModuleAnswer, ModuleContext, ModuleRules } from "../../../typing/mod.ts";
import { Conditions } from "./conditions.ts";
import { ModuleTree } from "./module_tree.ts";

interface Package {
  readonly module: number;
  readonly name: string;
  readonly files: number[];
}

/** Packages by folder. */
export class GoModules implements ModuleRules {
  readonly #packages = new Map<string, Package[]>();
  readonly #ofFile = new Map<number, Package>();
  readonly #ofModule = new Map<number, Package>();
  readonly #modules: ModuleTree;
  readonly #conditions: Conditions;

  constructor(context: ModuleContext) {
    this.#conditions = new Conditions(context.files);
    for (const file of context.files) {
      const name = file.facts.attributes["go.package"];
      if (name === undefined) continue;
      const folder = folderOf(file.path);
      const inFolder = this.#packages.get(folder) ?? [];
      this.#packages.set(folder, inFolder);
      let entry = inFolder.find((one) => one.name === name);
      if (entry === undefined) {
        const files: number[] = [];
        const module = context.addModule({ files, folder: null, symbol: context.packageSymbol(file.index) });
        entry = { module, name, files };
        inFolder.push(entry);
        this.#ofModule.set(module, entry);
      }
      entry.files.push(file.index);
      this.#ofFile.set(file.index, entry);
    }
    this.#modules = new ModuleTree(context.configs);
  }

  moduleOf(file: number): number {
    return this.#ofFile.get(file)?.module ?? -1;
  }

  submodule(): number {
    return -1;
  }

  ancestor(module: number): number {
    return module;
  }

  boundName(module: number): string | null {
    return this.#ofModule.get(module)?.name ?? null;
  }

  /** A module outside has its package clause elsewhere: by custom a part of its path. */
  mayBind(specifier: string, name: string): boolean {
    return specifier.split(/[/.\-_]/).includes(name) || specifier.replaceAll("-", "").endsWith(name) ||
      specifier.replaceAll("-", "_").endsWith(name);
  }

  coexistence(from: number, other: number): Coexistence {
    return this.#conditions.coexistence(from, other);
  }

  resolve(file: FileView, { specifier }: Import): ModuleAnswer {
    if (specifier.startsWith("./") || specifier.startsWith("../")) {
      const folder = joinPath(folderOf(file.path), specifier);
      return this.#inFolder(folder, { kind: "missing" });
    }
    for (const folder of this.#vendorFolders(file.path, specifier)) {
      if (this.#packages.has(folder)) return this.#inFolder(folder, { kind: "missing" });
    }
    const place = this.#modules.find(file.path, specifier);
    const otherwise: ModuleAnswer = this.#modules.isOwn(file.path, specifier)
      ? { kind: "missing" }
      : { kind: "external", name: specifier };
    return place === null ? otherwise : this.#inFolder(place.folder, otherwise, place.certain);
  }

  #vendorFolders(path: string, specifier: string): string[] {
    const out: string[] = [];
    for (let folder = folderOf(path);; folder = folderOf(folder)) {
      out.push(folder === "" ? `vendor/${specifier}` : `${folder}/vendor/${specifier}`);
      if (folder === "") return out;
    }
  }

  /** The package that importing a folder gives: never an external test package, `main` only where nothing else is. */
  #inFolder(folder: string | null, otherwise: ModuleAnswer, certain = true): ModuleAnswer {
    const all = folder === null ? undefined : this.#packages.get(folder);
    if (all === undefined) return otherwise;
    const importable = all.filter(({ name }) => !name.endsWith("_test"));
    const named = importable.filter(({ name }) => name !== "main");
    const chosen = named.length > 0 ? named : importable;
    if (chosen.length === 0) return otherwise;
    const ambiguous = !certain || chosen.length > 1;
    return { kind: "modules", modules: chosen.map(({ module }) => module), ambiguous };
  }
}
