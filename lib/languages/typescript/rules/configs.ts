// Reads tsconfig and jsconfig of a repository: extends chains, paths with their base, root folders.
// Law kept: a broken or hostile configuration is as if it were not there; cycles end. Not here: packages.

import { folderOf, joinPath } from "../../../model/mod.ts";
import { asObject, type JsonObject, type JsonTexts, textsOf } from "./json_texts.ts";
import { packageOf, type Packages } from "./packages.ts";

/** The path mapping in force for a file. */
export interface PathsConfig {
  /** Folder that bare specifiers may start from, or null. */
  readonly baseUrl: string | null;
  /** Folder that the targets of `paths` are relative to. */
  readonly pathsFolder: string;
  /** Longest pattern first. */
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
  /** Folders that relative specifiers take for one. */
  readonly rootDirs: readonly string[];
}

const MAX_EXTENDS = 16;

/** Names of a folder's compiler configuration, the one that applies first. */
const CONFIG_NAMES = ["tsconfig.json", "jsconfig.json"];

export class ProjectConfigs {
  readonly #texts: JsonTexts;
  readonly #packages: Packages;
  readonly #paths = new Map<string, PathsConfig | null>();
  readonly #configs = new Map<string, PathsConfig | null>();
  #depth = 0;

  constructor(texts: JsonTexts, packages: Packages) {
    this.#texts = texts;
    this.#packages = packages;
  }

  /** The path mapping of the nearest tsconfig or jsconfig around a file. */
  pathsFor(path: string): PathsConfig | null {
    return this.#pathsOfFolder(folderOf(path));
  }

  #pathsOfFolder(folder: string): PathsConfig | null {
    const known = this.#paths.get(folder);
    if (known !== undefined) return known;
    let found: PathsConfig | null = null;
    const own = CONFIG_NAMES.map((name) => inFolder(folder, name)).find((path) => this.#texts.has(path));
    if (own !== undefined) found = this.#ownOrReferenced(own);
    else if (folder !== "") found = this.#pathsOfFolder(folderOf(folder));
    this.#paths.set(folder, found);
    return found;
  }

  /** A solution file only refers to the projects that have the options. */
  #ownOrReferenced(path: string): PathsConfig | null {
    const own = this.#read(path);
    if (own !== null) return own;
    const references = this.#texts.object(path)?.references;
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
      const config = folderOf(file) === folderOf(path) ? this.#read(file) : null;
      if (config !== null) return config;
    }
    return null;
  }

  /** What a configuration file says, with what it extends; one that is being read says nothing. */
  #read(path: string): PathsConfig | null {
    const known = this.#configs.get(path);
    if (known !== undefined || this.#depth >= MAX_EXTENDS) return known ?? null;
    this.#configs.set(path, null);
    this.#depth++;
    const config = this.#options(path);
    this.#depth--;
    this.#configs.set(path, config);
    return config;
  }

  #options(path: string): PathsConfig | null {
    const json = this.#texts.object(path);
    if (json === null) return null;
    const bases = Array.isArray(json.extends) ? json.extends : [json.extends];
    let inherited: PathsConfig | null = null;
    for (const base of bases) {
      const file = typeof base === "string" ? this.#extended(folderOf(path), base) : null;
      if (file !== null) inherited = this.#read(file) ?? inherited;
    }
    const options = asObject(json.compilerOptions) ?? {};
    const folder = folderOf(path);
    const ownBase = typeof options.baseUrl === "string" ? joinPath(folder, inside(options.baseUrl)) : null;
    const baseUrl = ownBase ?? inherited?.baseUrl ?? null;
    const ownRoots = textsOf(options.rootDirs).map((root) => joinPath(folder, inside(root)));
    const rootDirs = ownRoots.length > 0
      ? ownRoots.filter((root) => root !== null)
      : inherited?.rootDirs ?? [];
    const paths = asObject(options.paths);
    if (paths !== null) return { baseUrl, pathsFolder: baseUrl ?? folder, paths: readPaths(paths), rootDirs };
    if (inherited !== null) return { ...inherited, baseUrl, rootDirs };
    if (baseUrl === null && rootDirs.length === 0) return null;
    return { baseUrl, pathsFolder: baseUrl ?? folder, paths: [], rootDirs };
  }

  #extended(folder: string, base: string): string | null {
    const path = base.startsWith(".") ? joinPath(folder, base) : this.#inPackage(folder, base);
    if (path === null) return null;
    const candidates = [path, `${path}.json`, inFolder(path, CONFIG_NAMES[0])];
    return candidates.find((one) => this.#texts.has(one)) ?? null;
  }

  #inPackage(folder: string, specifier: string): string | null {
    const { name, rest } = packageOf(specifier);
    const manifest = this.#packages.named(name, inFolder(folder, CONFIG_NAMES[0]));
    return manifest === null ? null : joinPath(manifest.folder, rest);
  }
}

function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A path without the variable that stands for the folder of the configuration. */
function inside(path: string): string {
  return path.replace(/^\$\{configDir\}\/?/, "./");
}

function readPaths(paths: JsonObject): PathsConfig["paths"] {
  return Object.entries(paths)
    .map(([pattern, targets]) => ({
      pattern,
      targets: textsOf(targets).map(inside),
    }))
    .sort((a, b) => b.pattern.length - a.pattern.length);
}
