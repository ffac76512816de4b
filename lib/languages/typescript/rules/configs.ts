// Reads tsconfig, jsconfig and package.json of a repository: extends chains, paths with their base, package names.
// Law kept: a broken or hostile configuration is as if it were not there; cycles end.

import { parse, type ParseError } from "jsonc-parser";
import { baseName, folderOf, joinPath } from "../../../model/mod.ts";

/** The path mapping in force for a file. */
export interface PathsConfig {
  /** Folder that bare specifiers may start from, or null. */
  readonly baseUrl: string | null;
  /** Folder that the targets of `paths` are relative to. */
  readonly pathsFolder: string;
  /** Longest pattern first. */
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

export interface PackageManifest {
  readonly folder: string;
  readonly name: string | null;
  readonly exports: unknown;
  readonly imports: unknown;
  /** Entry points besides exports, source ones first. */
  readonly mains: readonly string[];
}

const MAX_EXTENDS = 16;

export class ProjectConfigs {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #parsed = new Map<string, Record<string, unknown> | null>();
  readonly #paths = new Map<string, PathsConfig | null>();
  readonly #packages = new Map<string, PackageManifest>();
  readonly #byName = new Map<string, PackageManifest | null>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
    for (const path of texts.keys()) if (baseName(path) === "package.json") this.#addPackage(path);
  }

  #addPackage(path: string): void {
    const json = this.#json(path);
    if (json === null) return;
    const text = (key: string) => typeof json[key] === "string" ? [json[key] as string] : [];
    const name = typeof json.name === "string" ? json.name : null;
    const manifest: PackageManifest = {
      folder: folderOf(path),
      name,
      exports: json.exports ?? null,
      imports: json.imports ?? null,
      mains: ["source", "types", "typings", "module", "main"].flatMap(text),
    };
    this.#packages.set(manifest.folder, manifest);
    // Two packages of one name: neither is known to be meant.
    if (name !== null) this.#byName.set(name, this.#byName.has(name) ? null : manifest);
  }

  #json(path: string): Record<string, unknown> | null {
    const known = this.#parsed.get(path);
    if (known !== undefined) return known;
    const errors: ParseError[] = [];
    const text = this.#texts.get(path);
    const value = text === undefined
      ? null
      : parse(text.replace(/^\uFEFF/, ""), errors, { allowTrailingComma: true });
    const json = typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
    this.#parsed.set(path, json);
    return json;
  }

  packageAt(folder: string): PackageManifest | null {
    return this.#packages.get(folder) ?? null;
  }

  packageNamed(name: string): PackageManifest | null {
    return this.#byName.get(name) ?? null;
  }

  /** The package whose folder holds a path, the nearest one. */
  packageAround(path: string): PackageManifest | null {
    for (let folder = folderOf(path);; folder = folderOf(folder)) {
      const manifest = this.#packages.get(folder);
      if (manifest !== undefined || folder === "") return manifest ?? null;
    }
  }

  /** The path mapping of the nearest tsconfig or jsconfig around a file. */
  pathsFor(path: string): PathsConfig | null {
    return this.#pathsOfFolder(folderOf(path));
  }

  #pathsOfFolder(folder: string): PathsConfig | null {
    const known = this.#paths.get(folder);
    if (known !== undefined) return known;
    let found: PathsConfig | null = null;
    const own = ["tsconfig.json", "jsconfig.json"]
      .map((name) => folder === "" ? name : `${folder}/${name}`)
      .find((path) => this.#texts.has(path));
    if (own !== undefined) found = this.#ownOrReferenced(own);
    else if (folder !== "") found = this.#pathsOfFolder(folderOf(folder));
    this.#paths.set(folder, found);
    return found;
  }

  /** A solution file only refers to the projects that have the options. */
  #ownOrReferenced(path: string): PathsConfig | null {
    const own = this.#read(path, 0);
    if (own !== null) return own;
    const references = this.#json(path)?.references;
    if (!Array.isArray(references)) return null;
    for (const reference of references) {
      const target = typeof reference?.path === "string" ? joinPath(folderOf(path), reference.path) : null;
      if (target === null) continue;
      const file = target.endsWith(".json")
        ? target
        : target === ""
        ? "tsconfig.json"
        : `${target}/tsconfig.json`;
      // A project in a folder of its own speaks for that folder only.
      const config = folderOf(file) === folderOf(path) ? this.#read(file, 0) : null;
      if (config !== null) return config;
    }
    return null;
  }

  #read(path: string, depth: number): PathsConfig | null {
    const json = this.#json(path);
    if (json === null || depth > MAX_EXTENDS) return null;
    const bases = Array.isArray(json.extends) ? json.extends : [json.extends];
    let inherited: PathsConfig | null = null;
    for (const base of bases) {
      const file = typeof base === "string" ? this.#extended(folderOf(path), base) : null;
      if (file !== null) inherited = this.#read(file, depth + 1) ?? inherited;
    }
    const options = (json.compilerOptions ?? {}) as Record<string, unknown>;
    const folder = folderOf(path);
    const ownBase = typeof options.baseUrl === "string" ? joinPath(folder, options.baseUrl) : null;
    const baseUrl = ownBase ?? inherited?.baseUrl ?? null;
    if (typeof options.paths === "object" && options.paths !== null) {
      return {
        baseUrl,
        pathsFolder: baseUrl ?? folder,
        paths: readPaths(options.paths as Record<string, unknown>),
      };
    }
    if (inherited !== null) return { ...inherited, baseUrl };
    return baseUrl === null ? null : { baseUrl, pathsFolder: baseUrl, paths: [] };
  }

  #extended(folder: string, base: string): string | null {
    const path = base.startsWith(".") ? joinPath(folder, base) : this.#inPackage(base);
    if (path === null) return null;
    return [path, `${path}.json`, path === "" ? "tsconfig.json" : `${path}/tsconfig.json`].find((one) =>
      this.#texts.has(one)
    ) ??
      null;
  }

  #inPackage(specifier: string): string | null {
    const depth = specifier.startsWith("@") ? 2 : 1;
    const parts = specifier.split("/");
    const manifest = this.packageNamed(parts.slice(0, depth).join("/"));
    return manifest === null ? null : joinPath(manifest.folder, parts.slice(depth).join("/"));
  }
}

function readPaths(paths: Record<string, unknown>): PathsConfig["paths"] {
  return Object.entries(paths)
    .map(([pattern, targets]) => ({
      pattern,
      targets: Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
    }))
    .sort((a, b) => b.pattern.length - a.pattern.length);
}
