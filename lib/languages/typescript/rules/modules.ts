// Module resolution of TypeScript and JavaScript over one set of files: relative specifiers, tsconfig paths and baseUrl,
// workspace packages by name with their exports, `#` imports. Laws kept: source stands before build output; a relative
// import whose file is not there is never bound. Not here: reading configuration, what exports mean.

import { folderOf, type Import, joinPath } from "../../../model/mod.ts";
import type { Coexistence, FileView, ModuleAnswer, ModuleContext, ModuleRules } from "../../../typing/mod.ts";
import { type PackageManifest, type PathsConfig, ProjectConfigs } from "./configs.ts";

/** Suffixes in order of preference; source before declarations. */
const SUFFIXES = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];
/** What a specifier with a JavaScript suffix may stand for. */
const SOURCE_OF: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
  ".jsx": [".tsx", ".jsx", ".d.ts"],
  ".mjs": [".mts", ".mjs", ".d.mts"],
  ".cjs": [".cts", ".cjs", ".d.cts"],
};
const OUTPUT_FOLDERS = new Set(["dist", "build", "lib", "out", "esm", "cjs", "es", "umd", "types", "output"]);

export class EcmaModules implements ModuleRules {
  readonly #context: ModuleContext;
  readonly #moduleOfPath = new Map<string, number>();
  readonly #moduleOfFile = new Map<number, number>();
  readonly #configs: ProjectConfigs;

  constructor(context: ModuleContext) {
    this.#context = context;
    for (const file of context.files) {
      const module = context.addModule({ files: [file.index], folder: null, symbol: file.symbol });
      this.#moduleOfPath.set(file.path, module);
      this.#moduleOfFile.set(file.index, module);
    }
    this.#configs = new ProjectConfigs(context.configs);
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
    const folder = folderOf(file.path);
    if (/^\.\.?(\/|$)/.test(specifier)) return this.#relative(folder, specifier);
    if (specifier.startsWith("/")) return { kind: "missing" };
    const found = specifier.startsWith("#")
      ? this.#ofImportsField(file.path, specifier)
      : this.#ofPaths(this.#configs.pathsFor(file.path), specifier) ?? this.#ofPackage(specifier);
    return found === null ? { kind: "external", name: specifier } : one(found);
  }

  #relative(folder: string, specifier: string): ModuleAnswer {
    const path = joinPath(folder, specifier);
    if (path === null) return { kind: "missing" };
    const found = this.#at(path);
    if (found !== null) return one(found);
    // A file of another kind (a style sheet, data) is there, but no module of the language.
    return this.#context.paths.has(path) ? { kind: "external", name: specifier } : { kind: "missing" };
  }

  /** The module that a path without its suffix, a file or a folder stands for. */
  #at(path: string): number | null {
    const dot = path.lastIndexOf(".");
    const suffix = dot > path.lastIndexOf("/") ? path.slice(dot) : "";
    for (const source of SOURCE_OF[suffix] ?? []) {
      const found = this.#moduleOfPath.get(path.slice(0, dot) + source);
      if (found !== undefined) return found;
    }
    const exact = this.#moduleOfPath.get(path);
    if (exact !== undefined) return exact;
    for (const ending of SUFFIXES) {
      const found = this.#moduleOfPath.get(path + ending);
      if (found !== undefined) return found;
    }
    const manifest = this.#configs.packageAt(path);
    const main = manifest === null ? null : this.#entry(manifest, ".");
    if (main !== null) return main;
    for (const ending of SUFFIXES) {
      const found = this.#moduleOfPath.get(path === "" ? `index${ending}` : `${path}/index${ending}`);
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

  #ofPackage(specifier: string): number | null {
    const parts = specifier.split("/");
    const depth = specifier.startsWith("@") ? 2 : 1;
    const manifest = this.#configs.packageNamed(parts.slice(0, depth).join("/"));
    if (manifest === null) return null;
    const rest = parts.slice(depth).join("/");
    return this.#entry(manifest, rest === "" ? "." : `./${rest}`);
  }

  #ofImportsField(path: string, specifier: string): number | null {
    const manifest = this.#configs.packageAround(path);
    return manifest === null ? null : this.#firstOf(manifest, targetsOf(manifest.imports, specifier));
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

/** What `*` stands for where a specifier fits a pattern; "" where it fits exactly; null where it does not. */
function matched(pattern: string, specifier: string): string | null {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits = specifier.length >= before.length + after.length && specifier.startsWith(before) &&
    specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : null;
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

/** Targets of a sub-path in an exports or imports field, all conditions in order. */
function targetsOf(field: unknown, subpath: string): string[] {
  if (typeof field === "string") return subpath === "." ? [field] : [];
  if (Array.isArray(field)) return field.flatMap((entry) => targetsOf(entry, subpath));
  if (field === null || typeof field !== "object") return [];
  const entries = Object.entries(field);
  if (!entries.some(([key]) => key.startsWith(".") || key.startsWith("#"))) {
    return subpath === "." ? leaves(field) : [];
  }
  const exact = entries.find(([key]) => key === subpath);
  if (exact !== undefined) return leaves(exact[1]);
  const patterns = entries.filter(([key]) => key.includes("*")).sort(([a], [b]) => b.length - a.length);
  for (const [pattern, value] of patterns) {
    const star = matched(pattern, subpath);
    if (star !== null) return leaves(value).map((target) => target.replace("*", star));
  }
  return [];
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(leaves);
}
