// The packages of a repository by name, and what their manifests list. Laws kept: a manifest that merely lies about (a test's
// fixture, an example) is not the dependency of its name; of two packages of one name neither is known to be meant.
// Not here: entry points, paths of the compiler.

import { addTo, baseName, folderOf, joinPath } from "../../../model/mod.ts";
import { asObject, type JsonTexts } from "./json_texts.ts";
import { workspaceMembers } from "./workspaces.ts";

export interface PackageManifest {
  readonly folder: string;
  readonly name: string | null;
  readonly exports: unknown;
  readonly imports: unknown;
  /** Entry points besides exports, source ones first. */
  readonly mains: readonly string[];
  /** Every dependency listed, with what it says of where it comes from. */
  readonly dependencies: ReadonlyMap<string, string>;
}

const SECTIONS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
const MAINS = ["source", "types", "typings", "module", "main"];
/** Dependencies that are a folder of the repository. */
const LINK = /^(?:file|link|portal):(.+)$|^workspace:(\.{0,2}\/.*)$/;
/** A version that only a workspace member can have. */
const WORKSPACE = "workspace:";

export class Packages {
  readonly #byFolder = new Map<string, PackageManifest>();
  readonly #byName = new Map<string, PackageManifest[]>();
  readonly #listed = new Set<string>();
  readonly #isMember: (folder: string) => boolean;

  constructor(texts: JsonTexts) {
    this.#isMember = workspaceMembers(texts);
    for (const path of texts.paths) if (baseName(path) === "package.json") this.#add(texts, path);
  }

  #add(texts: JsonTexts, path: string): void {
    const json = texts.object(path);
    if (json === null) return;
    const dependencies = new Map<string, string>();
    for (const section of SECTIONS) {
      for (const [name, version] of Object.entries(asObject(json[section]) ?? {})) {
        dependencies.set(name, typeof version === "string" ? version : "");
        this.#listed.add(name);
      }
    }
    const manifest: PackageManifest = {
      folder: folderOf(path),
      name: typeof json.name === "string" ? json.name : null,
      exports: json.exports ?? null,
      imports: json.imports ?? null,
      mains: MAINS.map((key) => json[key]).filter((main) => typeof main === "string"),
      dependencies,
    };
    this.#byFolder.set(manifest.folder, manifest);
    if (manifest.name !== null) addTo(this.#byName, manifest.name, manifest);
  }

  at(folder: string): PackageManifest | null {
    return this.#byFolder.get(folder) ?? null;
  }

  /** The package whose folder holds a path, the nearest one. */
  around(path: string): PackageManifest | null {
    for (let folder = folderOf(path);; folder = folderOf(folder)) {
      const manifest = this.#byFolder.get(folder);
      if (manifest !== undefined || folder === "") return manifest ?? null;
    }
  }

  /** The package of the repository that a name means in a file, or null. */
  named(name: string, from: string): PackageManifest | null {
    const namesakes = this.#byName.get(name) ?? [];
    const own = this.around(from);
    if (own !== null && own.name === name) return own;
    const linked = this.#linked(own, name) ?? this.#linked(this.at(""), name);
    if (linked !== null) return linked;
    const members = namesakes.filter(({ folder }) => this.#isMember(folder));
    if (members.length > 0) return members.length === 1 ? members[0] : null;
    const isElsewhere = [own, this.at("")].some((manifest) => {
      const version = manifest?.dependencies.get(name);
      return version !== undefined && !version.startsWith(WORKSPACE);
    });
    return namesakes.length === 1 && !isElsewhere ? namesakes[0] : null;
  }

  #linked(from: PackageManifest | null, name: string): PackageManifest | null {
    const found = from === null ? null : LINK.exec(from.dependencies.get(name) ?? "");
    if (from === null || found === null) return null;
    const path = joinPath(from.folder, found[1] ?? found[2]);
    return path === null ? null : this.at(path);
  }

  /** Whether any manifest lists a package, its types included, or is one of that name. */
  isListed(name: string): boolean {
    const types = `@types/${name.startsWith("@") ? name.slice(1).replace("/", "__") : name}`;
    return this.#listed.has(name) || this.#listed.has(types) || this.#byName.has(name);
  }
}

/** The package a specifier names, and the rest of it. */
export function packageOf(specifier: string): { readonly name: string; readonly rest: string } {
  const parts = specifier.split("/");
  const depth = specifier.startsWith("@") ? 2 : 1;
  return { name: parts.slice(0, depth).join("/"), rest: parts.slice(depth).join("/") };
}
