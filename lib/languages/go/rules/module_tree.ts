// The modules of a repository: their paths and folders from go.mod, who uses whose copy from go.work and replacements.
// Law kept: a folder belongs to the innermost module around it. Not here: which packages a folder holds.

import { baseName, folderOf, joinPath } from "../../../model/mod.ts";
import { type GoReplace, parseGoMod, parseGoWork } from "./modfile.ts";

interface LocalReplacement {
  readonly path: string;
  readonly folder: string;
}

interface GoModule {
  readonly path: string;
  readonly folder: string;
  readonly replaced: readonly LocalReplacement[];
  /** Modules that it needs from elsewhere. */
  readonly requires: readonly string[];
}

interface GoWorkspace {
  readonly folder: string;
  /** Folders of the modules that are built together. */
  readonly used: ReadonlySet<string>;
  readonly replaced: readonly LocalReplacement[];
}

/** The folder that an import path means; not certain where a published version of the module may be meant. */
export interface PackagePlace {
  readonly folder: string;
  readonly certain: boolean;
}

export class ModuleTree {
  readonly #byFolder = new Map<string, GoModule>();
  readonly #byPath = new Map<string, GoModule[]>();
  readonly #workspaces: readonly GoWorkspace[];

  constructor(configs: ReadonlyMap<string, string>) {
    const workspaces: GoWorkspace[] = [];
    for (const [path, text] of configs) {
      const folder = folderOf(path);
      if (baseName(path) === "go.work") {
        const { uses, replaces } = parseGoWork(text);
        const used = uses.map((use) => joinPath(folder, use)).filter((use) => use !== null);
        workspaces.push({ folder, used: new Set(used), replaced: localReplacements(folder, replaces) });
      } else {
        const { module, replaces, requires } = parseGoMod(text);
        if (module === null) continue;
        const one = { path: module, folder, replaced: localReplacements(folder, replaces), requires };
        this.#byFolder.set(folder, one);
        const same = this.#byPath.get(module);
        if (same === undefined) this.#byPath.set(module, [one]);
        else same.push(one);
      }
    }
    for (const same of this.#byPath.values()) same.sort((a, b) => a.folder.length - b.folder.length);
    this.#workspaces = workspaces.sort((a, b) => a.folder.length - b.folder.length);
  }

  /** Where an import of a file leads inside the repository, or null. */
  find(path: string, specifier: string): PackagePlace | null {
    const own = this.#moduleAround(folderOf(path));
    const workspace = this.#workspaceOf(own);
    for (const replacement of [...workspace?.replaced ?? [], ...own?.replaced ?? []]) {
      const rest = below(replacement.path, specifier);
      const folder = rest === null ? null : joinPath(replacement.folder, rest);
      if (folder !== null) return { folder, certain: true };
    }
    const best = this.#innermost(specifier);
    if (best === null) return null;
    const isUsed = workspace !== undefined && workspace.used.has(best.module.folder);
    return { folder: best.folder, certain: best.module === own || isUsed };
  }

  /** Whether an import path belongs to the module of a file, and to no other that the module requires. */
  isOwn(path: string, specifier: string): boolean {
    const own = this.#moduleAround(folderOf(path));
    if (own === undefined || below(own.path, specifier) === null) return false;
    return !own.requires.some((required) =>
      required.length > own.path.length && below(required, specifier) !== null
    );
  }

  /** The module with the longest path that an import path lies below, and the folder that is meant. */
  #innermost(specifier: string): { readonly module: GoModule; readonly folder: string } | null {
    for (let path = specifier;; path = path.slice(0, path.lastIndexOf("/"))) {
      for (const module of this.#byPath.get(path) ?? []) {
        const folder = joinPath(module.folder, specifier.slice(path.length + 1));
        if (folder !== null && this.#moduleAround(folder) === module) return { module, folder };
      }
      if (!path.includes("/")) return null;
    }
  }

  #moduleAround(folder: string): GoModule | undefined {
    for (let at = folder;; at = folderOf(at)) {
      const module = this.#byFolder.get(at);
      if (module !== undefined || at === "") return module;
    }
  }

  #workspaceOf(module: GoModule | undefined): GoWorkspace | undefined {
    if (module === undefined) return undefined;
    const around = this.#workspaces.findLast(({ folder }) => isWithin(folder, module.folder));
    return around?.used.has(module.folder) ? around : undefined;
  }
}

function localReplacements(folder: string, replaces: readonly GoReplace[]): LocalReplacement[] {
  return replaces.flatMap(({ path, localPath }) => {
    const local = localPath === null ? null : joinPath(folder, localPath);
    return local === null ? [] : [{ path, folder: local }];
  });
}

/** What follows a module path in an import path; null where it is not below it. */
function below(module: string, specifier: string): string | null {
  if (specifier === module) return "";
  return specifier.startsWith(`${module}/`) ? specifier.slice(module.length + 1) : null;
}

function isWithin(outer: string, folder: string): boolean {
  return outer === "" || folder === outer || folder.startsWith(`${outer}/`);
}
