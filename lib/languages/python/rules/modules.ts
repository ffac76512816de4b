// Python's module system over one set of files: packages, namespace packages, source roots and relative imports.
// Laws kept: a dotted path is followed whole or not at all; a relative import whose file is not there is never bound;
// two modules of one name give candidates. Not here: what a module's names mean.

import { addTo, baseName, folderOf, type Import } from "../../../model/mod.ts";
import { STANDARD_MODULES } from "./standard_modules.ts";
import type { Coexistence, FileView, ModuleAnswer, ModuleContext, ModuleRules } from "../../../typing/mod.ts";

const CONVENTIONAL_ROOTS = ["src", "lib", "python"];

interface Folder {
  /** Module files by name without suffix; a stub stands back behind its module. */
  readonly modules: Map<string, number>;
  readonly folders: Map<string, string>;
}

/** Modules by folder and name. */
export class PythonModules implements ModuleRules {
  readonly #context: ModuleContext;
  readonly #folders = new Map<string, Folder>();
  readonly #moduleOfFile = new Map<number, number>();
  readonly #moduleOfFolder = new Map<string, number>();
  /** The folder that a module's file lies in. */
  readonly #folderAround = new Map<number, string>();
  readonly #roots = new Map<string, readonly string[]>();
  /** Folders outside any package that hold a top-level name. */
  readonly #holders = new Map<string, string[]>();
  readonly #elsewhere = new Map<string, ModuleAnswer>();

  constructor(context: ModuleContext) {
    this.#context = context;
    for (const file of context.files) this.#addFile(file);
    for (const [folder, { modules, folders }] of this.#folders) {
      if (this.#isPackage(folder)) continue;
      for (const name of new Set([...modules.keys(), ...folders.keys()])) {
        addTo(this.#holders, name, folder);
      }
    }
  }

  #addFile(file: FileView): void {
    const folder = folderOf(file.path);
    const name = baseName(file.path).replace(/\.pyi?$/, "");
    const entry = this.#folder(folder);
    const isPackageFile = name === "__init__";
    const known = entry.modules.get(name);
    const isStub = file.facts.dialect === "stub";
    if (known === undefined || !isStub) entry.modules.set(name, file.index);
    const module = this.#context.addModule({
      files: [file.index],
      folder: isPackageFile ? folder : null,
      symbol: file.symbol,
    });
    this.#moduleOfFile.set(file.index, module);
    this.#folderAround.set(module, folder);
    if (isPackageFile && (!isStub || known === undefined)) this.#moduleOfFolder.set(folder, module);
  }

  #folder(path: string): Folder {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const folder: Folder = { modules: new Map(), folders: new Map() };
    this.#folders.set(path, folder);
    if (path !== "") this.#folder(folderOf(path)).folders.set(baseName(path), path);
    return folder;
  }

  #isPackage(folder: string): boolean {
    return this.#folders.get(folder)?.modules.has("__init__") ?? false;
  }

  moduleOf(file: number): number {
    return this.#moduleOfFile.get(file)!;
  }

  boundName(): string | null {
    return null;
  }

  mayBind(): boolean {
    return false;
  }

  coexistence(): Coexistence {
    return "usual";
  }

  submodule(module: number, name: string): number {
    const folder = this.#context.module(module).folder;
    return folder === null ? -1 : this.#child(folder, name);
  }

  ancestor(module: number, levels: number): number {
    let at = module;
    for (let i = 0; i < levels; i++) {
      const { folder } = this.#context.module(at);
      at = this.#ofFolder(folder === null ? this.#folderAround.get(at)! : folderOf(folder));
    }
    return at;
  }

  /** A package, module or namespace folder by name in a folder, or -1. */
  #child(folder: string, name: string): number {
    const entry = this.#folders.get(folder);
    if (entry === undefined) return -1;
    const inner = entry.folders.get(name);
    if (inner !== undefined && this.#isPackage(inner)) return this.#ofFolder(inner);
    const file = entry.modules.get(name);
    if (file !== undefined) return this.moduleOf(file);
    return inner === undefined ? -1 : this.#ofFolder(inner);
  }

  /** The module of a folder: its package file's, or a namespace without a file. */
  #ofFolder(folder: string): number {
    const known = this.#moduleOfFolder.get(folder);
    if (known !== undefined) return known;
    const module = this.#context.addModule({ files: [], folder, symbol: -1 });
    this.#moduleOfFolder.set(folder, module);
    return module;
  }

  resolve(file: FileView, statement: Import): ModuleAnswer {
    if (statement.kind === "dynamic" && statement.specifier === "") return { kind: "dynamic" };
    return statement.level > 0 ? this.#relative(file, statement) : this.#absolute(file, statement);
  }

  #relative(file: FileView, { specifier, level }: Import): ModuleAnswer {
    let folder = folderOf(file.path);
    for (let i = 1; i < level; i++) {
      if (folder === "") return { kind: "missing" };
      folder = folderOf(folder);
    }
    const module = this.#follow(folder, specifier === "" ? [] : specifier.split("."));
    return module < 0 ? { kind: "missing" } : { kind: "modules", modules: [module], ambiguous: false };
  }

  /** The module at the end of a dotted path below a folder, or -1. */
  #follow(folder: string, parts: readonly string[]): number {
    if (parts.length === 0) return this.#ofFolder(folder);
    let at = folder;
    for (const part of parts.slice(0, -1)) {
      const inner = this.#folders.get(at)?.folders.get(part);
      if (inner === undefined) return -1;
      at = inner;
    }
    return this.#child(at, parts[parts.length - 1]);
  }

  #absolute(file: FileView, { specifier }: Import): ModuleAnswer {
    const parts = specifier.split(".");
    const isStandard = STANDARD_MODULES.has(parts[0]);
    const portions: number[] = [];
    for (const root of this.#rootsOf(folderOf(file.path))) {
      if (isStandard && !this.#hidesStandard(root, parts[0])) continue;
      const module = this.#follow(root, parts);
      if (module < 0 || !this.#isRealModule(module)) continue;
      // A folder without a file of its own stands back behind a module of any root, and shares its name with others.
      if (this.#context.module(module).files.length === 0) portions.push(module);
      else return { kind: "modules", modules: [module], ambiguous: false };
    }
    if (portions.length > 0) {
      return { kind: "modules", modules: portions, ambiguous: portions.length > 1 };
    }
    if (isStandard) return { kind: "external", name: specifier };
    return this.#elsewhere.get(specifier) ?? this.#findElsewhere(specifier, parts);
  }

  /** A module that no import root around the file has, the same from everywhere. */
  #findElsewhere(specifier: string, parts: readonly string[]): ModuleAnswer {
    const answer = this.#packagesElsewhere(specifier, parts);
    this.#elsewhere.set(specifier, answer);
    return answer;
  }

  #packagesElsewhere(specifier: string, parts: readonly string[]): ModuleAnswer {
    const elsewhere = (this.#holders.get(parts[0]) ?? [])
      .filter((root) => this.#isImportRoot(root, parts[0]))
      .map((root) => this.#follow(root, parts))
      .filter((module) => module >= 0 && this.#isRealModule(module));
    if (elsewhere.length === 0) return { kind: "external", name: specifier };
    return elsewhere.length === 1
      ? { kind: "modules", modules: elsewhere, ambiguous: false }
      : { kind: "modules", modules: elsewhere, ambiguous: true };
  }

  /** Whether a standard module is hidden by one of a root: only by a file or package, and only where no package is around. */
  #hidesStandard(root: string, name: string): boolean {
    for (let at = root; at !== ""; at = folderOf(at)) if (this.#isPackage(at)) return false;
    return (this.#folders.get(root)?.modules.has(name) ?? false) || this.#isImportRoot(root, name);
  }

  /** A namespace folder counts as a module only where it holds modules. */
  #isRealModule(module: number): boolean {
    const { files, folder } = this.#context.module(module);
    if (files.length > 0) return true;
    const entry = this.#folders.get(folder!);
    return entry !== undefined && (entry.modules.size > 0 || entry.folders.size > 0);
  }

  /** Elsewhere in the repository only a package is believed to be importable, not any script of that name. */
  #isImportRoot(root: string, name: string): boolean {
    return this.#isPackage(root === "" ? name : `${root}/${name}`);
  }

  /** Import roots of a file's folder, nearest first: told ones, then the folders above its own package with their src. */
  #rootsOf(folder: string): readonly string[] {
    const known = this.#roots.get(folder);
    if (known !== undefined) return known;
    const roots = new Set<string>(this.#context.sourceRoots.map((root) => root.replace(/^\.?\/*|\/+$/g, "")));
    let at = folder;
    while (at !== "" && this.#isPackage(at)) at = folderOf(at);
    for (;;) {
      if (!this.#isPackage(at)) roots.add(at);
      for (const name of CONVENTIONAL_ROOTS) {
        const conventional = at === "" ? name : `${at}/${name}`;
        if (this.#folders.has(conventional) && !this.#isPackage(conventional)) roots.add(conventional);
      }
      if (at === "") break;
      at = folderOf(at);
    }
    const list = [...roots];
    this.#roots.set(folder, list);
    return list;
  }
}
