// Go's packages and modules over one set of files: a package is a folder's files of one package clause, a module path
// comes from go.mod, further modules from go.work and replace. Not here: what names in a package mean.

import { baseName, folderOf, type Import, joinPath } from "../../../model/mod.ts";
import type { Coexistence, FileView, ModuleAnswer, ModuleContext, ModuleRules } from "../../../typing/mod.ts";
import { Conditions } from "./conditions.ts";
import { parseGoMod } from "./modfile.ts";

interface Package {
  readonly module: number;
  readonly name: string;
  readonly files: number[];
}

interface GoModule {
  readonly path: string;
  readonly folder: string;
  readonly replaced: readonly { readonly path: string; readonly folder: string }[];
  /** Modules that it needs from elsewhere. */
  readonly requires: readonly string[];
}

/** Packages by folder, modules by path. */
export class GoModules implements ModuleRules {
  readonly #packages = new Map<string, Package[]>();
  readonly #ofFile = new Map<number, Package>();
  readonly #ofModule = new Map<number, Package>();
  readonly #modules: readonly GoModule[];
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
    this.#modules = readModules(context.configs);
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
    const own = this.#modules.findLast((module) => isBelow(module.folder, file.path));
    for (const { path, folder } of own?.replaced ?? []) {
      const rest = below(path, specifier);
      if (rest !== null) return this.#inFolder(joinPath(folder, rest), { kind: "external", name: specifier });
    }
    let best: { folder: string; length: number } | null = null;
    for (const { path, folder } of this.#modules) {
      const rest = below(path, specifier);
      if (rest === null || (best !== null && path.length <= best.length)) continue;
      const inside = joinPath(folder, rest);
      if (inside !== null && this.#packages.has(inside)) best = { folder: inside, length: path.length };
    }
    const isOwn = own !== undefined && isMissingBelow(own, specifier);
    return this.#inFolder(
      best?.folder ?? null,
      isOwn ? { kind: "missing" } : { kind: "external", name: specifier },
    );
  }

  #vendorFolders(path: string, specifier: string): string[] {
    const out: string[] = [];
    for (let folder = folderOf(path);; folder = folderOf(folder)) {
      out.push(folder === "" ? `vendor/${specifier}` : `${folder}/vendor/${specifier}`);
      if (folder === "") return out;
    }
  }

  /** The package that importing a folder gives: never an external test package, `main` only where nothing else is. */
  #inFolder(folder: string | null, otherwise: ModuleAnswer): ModuleAnswer {
    const all = folder === null ? undefined : this.#packages.get(folder);
    if (all === undefined) return otherwise;
    const importable = all.filter(({ name }) => !name.endsWith("_test"));
    const named = importable.filter(({ name }) => name !== "main");
    const chosen = named.length > 0 ? named : importable;
    if (chosen.length === 0) return otherwise;
    return { kind: "modules", modules: chosen.map(({ module }) => module), ambiguous: chosen.length > 1 };
  }
}

/** Whether a package belongs to a module by its path, and to no other that the module requires. */
function isMissingBelow({ path, requires }: GoModule, specifier: string): boolean {
  const elsewhere = requires.some((required) =>
    required.length > path.length && below(required, specifier) !== null
  );
  return below(path, specifier) !== null && !elsewhere;
}

/** What follows a module path in an import path; null where it is not below it. */
function below(module: string, specifier: string): string | null {
  if (specifier === module) return "";
  return specifier.startsWith(`${module}/`) ? specifier.slice(module.length + 1) : null;
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** Modules in order of their folder, so that the last one around a file is its own. */
function readModules(configs: ReadonlyMap<string, string>): GoModule[] {
  const modules: GoModule[] = [];
  for (const [path, text] of configs) {
    if (baseName(path) !== "go.mod") continue;
    const parsed = parseGoMod(text);
    if (parsed.module === null) continue;
    const folder = folderOf(path);
    const replaced = parsed.replaces.flatMap((replace) => {
      const local = replace.localPath === null ? null : joinPath(folder, replace.localPath);
      return local === null ? [] : [{ path: replace.path, folder: local }];
    });
    modules.push({ path: parsed.module, folder, replaced, requires: parsed.requires });
  }
  return modules.sort((a, b) => a.folder.length - b.folder.length);
}
