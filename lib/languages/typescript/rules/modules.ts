// Module resolution of TypeScript and JavaScript over one set of files: relative specifiers, tsconfig paths and baseUrl,
// packages of the repository by name with their exports, `#` imports, import maps. Laws kept: source stands before build
// output; a relative import whose file is not there is never bound. Not here: reading configuration, what exports mean.

import { folderOf, type Import, joinPath } from "../../../model/mod.ts";
import type { Coexistence, FileView, ModuleAnswer, ModuleContext, ModuleRules } from "../../../typing/mod.ts";
import { type PathsConfig, ProjectConfigs } from "./configs.ts";
import { ImportMaps } from "./import_maps.ts";
import { JsonTexts } from "./json_texts.ts";
import { NODE_MODULES } from "./node_modules.ts";
import { type PackageManifest, packageOf, Packages } from "./packages.ts";
import { matched, targetsOf } from "./subpaths.ts";

/** Suffixes in order of preference; source before declarations. */
const SUFFIXES = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];
/** What a specifier with a JavaScript suffix may stand for. */
const SOURCE_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".jsx", ".d.ts"],
  ".mjs": [".mts", ".mjs", ".d.mts"],
  ".cjs": [".cts", ".cjs", ".d.cts"],
};
const RELATIVE = /^\.\.?(\/|$)/;
const FOLDER = /(^|\/)\.{0,2}$/;
/** `node:fs`, `npm:x`, an address: what no file of a repository is called. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/;
const OUTPUT_FOLDERS = new Set(["dist", "build", "lib", "out", "esm", "cjs", "es", "umd", "types", "output"]);

export class EcmaModules implements ModuleRules {
  readonly #context: ModuleContext;
  readonly #moduleOfPath = new Map<string, number>();
  readonly #moduleOfFile = new Map<number, number>();
  readonly #configs: ProjectConfigs;
  readonly #packages: Packages;
  readonly #importMaps: ImportMaps;

  constructor(context: ModuleContext) {
    this.#context = context;
    for (const file of context.files) {
      const module = context.addModule({ files: [file.index], folder: null, symbol: file.symbol });
      this.#moduleOfPath.set(file.path, module);
      this.#moduleOfFile.set(file.index, module);
    }
    const texts = new JsonTexts(context.configs);
    this.#packages = new Packages(texts);
    this.#configs = new ProjectConfigs(texts, this.#packages);
    this.#importMaps = new ImportMaps(texts);
  }

  moduleOf(file: number): number {
    return this.#moduleOfFile.get(file)!;
  }

  submodule(): number {
    return -1;
  }

  ancestor(module: number): number {
    return module;
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

  resolve(file: FileView, { specifier, kind }: Import): ModuleAnswer {
    if (specifier === "") return kind === "dynamic" ? { kind: "dynamic" } : { kind: "missing" };
    if (RELATIVE.test(specifier)) return this.#relative(file.path, specifier);
    if (specifier.startsWith("/")) return { kind: "missing" };
    if (specifier.startsWith("#")) {
      const internal = this.#ofImportsField(file.path, specifier);
      if (internal !== null) return internal;
    }
    return this.#bare(file.path, specifier);
  }

  #relative(from: string, specifier: string): ModuleAnswer {
    const path = joinPath(folderOf(from), specifier);
    if (path === null) return { kind: "missing" };
    // With a slash at its end, or for a folder above, only the folder is meant.
    const found = this.#at(path, FOLDER.test(specifier)) ?? this.#acrossRoots(from, path);
    if (found !== null) return one(found);
    // A file of another kind (a style sheet, data) is there, but no module of the language.
    return this.#context.paths.has(path) ? { kind: "external", name: specifier } : { kind: "missing" };
  }

  /** The same path under another of the folders that the configuration takes for one. */
  #acrossRoots(from: string, path: string): number | null {
    const roots = this.#configs.pathsFor(from)?.rootDirs ?? [];
    const own = roots.find((root) => path.startsWith(`${root}/`));
    if (own === undefined) return null;
    for (const root of roots) {
      const other = joinPath(root, path.slice(own.length + 1));
      const found = other === null || root === own ? null : this.#at(other);
      if (found !== null) return found;
    }
    return null;
  }

  #bare(from: string, specifier: string): ModuleAnswer {
    const mapped = this.#importMaps.target(from, specifier);
    if (mapped !== null) {
      const found = mapped.path === null ? null : this.#at(mapped.path);
      return found === null ? { kind: "external", name: specifier } : one(found);
    }
    const config = this.#configs.pathsFor(from);
    const found = this.#ofPaths(config, specifier) ?? this.#ofPackage(from, specifier);
    if (found !== null) return one(found);
    return { kind: "external", name: specifier, isUnlisted: this.#isUnlisted(config, specifier) };
  }

  /** Whether nothing says where a specifier leads. */
  #isUnlisted(config: PathsConfig | null, specifier: string): boolean {
    const { name } = packageOf(specifier);
    if (SCHEME.test(specifier) || specifier.startsWith("#") || NODE_MODULES.has(specifier)) return false;
    if (NODE_MODULES.has(name) || this.#packages.isListed(name) || this.#importMaps.isListed(name)) {
      return false;
    }
    return !(config?.paths ?? []).some(({ pattern }) =>
      pattern !== "*" && matched(pattern, specifier) !== null
    );
  }

  /** The module that a path without its suffix, a file or a folder stands for. */
  #at(path: string, isFolder = false): number | null {
    const file = isFolder ? null : this.#fileAt(path);
    if (file !== null) return file;
    const manifest = this.#packages.at(path);
    const main = manifest === null ? null : this.#entry(manifest, ".");
    return main ?? this.#withSuffix(path === "" ? "index" : `${path}/index`);
  }

  #fileAt(path: string): number | null {
    const dot = path.lastIndexOf(".");
    const suffix = dot > path.lastIndexOf("/") ? path.slice(dot) : "";
    for (const source of SOURCE_OF[suffix] ?? []) {
      const found = this.#moduleOfPath.get(path.slice(0, dot) + source);
      if (found !== undefined) return found;
    }
    const exact = this.#moduleOfPath.get(path);
    if (exact !== undefined) return exact;
    return this.#withSuffix(path);
  }

  #withSuffix(path: string): number | null {
    for (const ending of SUFFIXES) {
      const found = this.#moduleOfPath.get(path + ending);
      if (found !== undefined) return found;
    }
    return null;
  }

  #ofPaths(config: PathsConfig | null, specifier: string): number | null {
    if (config === null) return null;
    for (const { pattern, targets } of config.paths) {
      const star = matched(pattern, specifier);
      if (star === null) continue;
      for (const target of targets) {
        const path = joinPath(config.pathsFolder, target.replace("*", star));
        const found = path === null ? null : this.#at(path);
        if (found !== null) return found;
      }
    }
    if (config.baseUrl === null) return null;
    const path = joinPath(config.baseUrl, specifier);
    return path === null ? null : this.#at(path);
  }

  #ofPackage(from: string, specifier: string): number | null {
    const { name, rest } = packageOf(specifier);
    const manifest = this.#packages.named(name, from);
    return manifest === null ? null : this.#entry(manifest, rest === "" ? "." : `./${rest}`);
  }

  #ofImportsField(path: string, specifier: string): ModuleAnswer | null {
    const manifest = this.#packages.around(path);
    if (manifest === null) return null;
    const targets = targetsOf(manifest.imports, specifier);
    const found = this.#firstOf(manifest, targets);
    if (found !== null) return one(found);
    const outside = targets.find((target) => !RELATIVE.test(target));
    return outside === undefined ? null : this.#bare(path, outside);
  }

  /** The module that a sub-path of a package stands for. */
  #entry(manifest: PackageManifest, subpath: string): number | null {
    const declared = manifest.exports === null ? [] : targetsOf(manifest.exports, subpath);
    const found = this.#firstOf(
      manifest,
      subpath === "." ? [...declared, ...manifest.mains] : [...declared, subpath],
    );
    if (found !== null) return found;
    const inner = subpath === "." ? "index" : subpath.slice(2);
    for (const folder of ["src", ""]) {
      const path = joinPath(manifest.folder, folder === "" ? inner : `${folder}/${inner}`);
      const module = path === null || path === manifest.folder ? null : this.#at(path);
      if (module !== null) return module;
    }
    return null;
  }

  #firstOf(manifest: PackageManifest, targets: readonly string[]): number | null {
    for (const target of targets) {
      for (const candidate of sourceCandidates(target)) {
        const path = joinPath(manifest.folder, candidate);
        const found = path === null || path === manifest.folder ? null : this.#at(path);
        if (found !== null) return found;
      }
    }
    return null;
  }
}

function one(module: number): ModuleAnswer {
  return { kind: "modules", modules: [module], ambiguous: false };
}

/** A target, and the source that a path into build output stands for. */
function sourceCandidates(target: string): string[] {
  const parts = target.replace(/^\.\//, "").split("/");
  const candidates = [target];
  for (let i = 0; i < parts.length - 1; i++) {
    if (!OUTPUT_FOLDERS.has(parts[i])) break;
    const rest = parts.slice(i + 1).join("/").replace(/\.d\.([cm]?)ts$/, ".$1js");
    candidates.push(`src/${rest}`, rest);
  }
  return candidates;
}
