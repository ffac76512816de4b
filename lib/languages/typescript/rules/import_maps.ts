// Import maps, as deno.json holds them: names, and prefixes that end in a slash, for paths or for packages elsewhere.
// Not here: scopes of import maps.

import { baseName, folderOf, joinPath } from "../../../model/mod.ts";
import { asObject, type JsonTexts } from "./json_texts.ts";

interface ImportMap {
  readonly folder: string;
  /** Longest key first. */
  readonly entries: readonly (readonly [string, string])[];
}

const CONFIG_NAMES = ["deno.json", "deno.jsonc"];

export class ImportMaps {
  readonly #byFolder = new Map<string, ImportMap>();

  constructor(texts: JsonTexts) {
    for (const path of texts.paths) {
      if (!CONFIG_NAMES.includes(baseName(path))) continue;
      const config = texts.object(path);
      const elsewhere = typeof config?.importMap === "string"
        ? joinPath(folderOf(path), config.importMap)
        : null;
      const imports = asObject(config?.imports) ??
        (elsewhere === null ? null : asObject(texts.object(elsewhere)?.imports));
      if (imports === null) continue;
      const entries = Object.entries(imports)
        .flatMap(([key, target]) => typeof target === "string" ? [[key, target] as const] : [])
        .sort(([a], [b]) => b.length - a.length);
      this.#byFolder.set(folderOf(path), { folder: folderOf(elsewhere ?? path), entries });
    }
  }

  /** What the map around a file makes of a specifier: a path, or something elsewhere; null where it says nothing. */
  target(from: string, specifier: string): { readonly path: string | null } | null {
    for (let folder = folderOf(from);; folder = folderOf(folder)) {
      const map = this.#byFolder.get(folder);
      if (map !== undefined) return mapped(map, specifier);
      if (folder === "") return null;
    }
  }

  /** Whether any map has an entry for a package. */
  isListed(name: string): boolean {
    for (const { entries } of this.#byFolder.values()) {
      if (entries.some(([key]) => key === name || key.startsWith(`${name}/`))) return true;
    }
    return false;
  }
}

function mapped({ folder, entries }: ImportMap, specifier: string): { readonly path: string | null } | null {
  const entry = entries.find(([key]) => key.endsWith("/") ? specifier.startsWith(key) : specifier === key);
  if (entry === undefined) return null;
  const [key, target] = entry;
  const isPath = /^\.{0,2}\//.test(target);
  return { path: isPath ? joinPath(folder, target + specifier.slice(key.length)) : null };
}
