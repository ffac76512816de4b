// Numbers, ids and names of all symbols: the files' own, packages, and every definition. Law kept: ids are structural.
// Not here: what references mean.

import {
  type DefId,
  type Definition,
  descriptor,
  descriptorSuffix,
  escapePath,
  type FileFacts,
  folderOf,
  NONE,
  type SymbolKind,
} from "../model/mod.ts";
import type { LanguageRules } from "../typing/mod.ts";

/** What numbering needs to know of a file. */
export interface NumberedFile {
  readonly path: string;
  readonly facts: FileFacts | null;
  readonly rules: LanguageRules | null;
}

export interface PackageEntry {
  readonly name: string;
  readonly byteOffset: number;
  /** File that the package's symbol lies in, and all files of the package. */
  readonly home: number;
  readonly files: readonly number[];
  readonly symbol: number;
}

/** The symbol numbering of one graph. */
export class SymbolTable {
  readonly count: number;
  /** File of each symbol, and its definition there; NONE is the file's own, PACKAGE its package's. */
  readonly fileOf: Int32Array;
  readonly definitionOf: Int32Array;
  /** The file's own symbol, by file. */
  readonly fileSymbol: Int32Array;
  readonly #firstDefinition: Int32Array;
  readonly #packages = new Map<number, PackageEntry>();
  readonly #files: readonly NumberedFile[];
  readonly #ids: string[] = [];
  readonly #qualified: string[] = [];

  constructor(files: readonly NumberedFile[]) {
    this.#files = files;
    const homes = groupPackages(files);
    this.fileSymbol = new Int32Array(files.length);
    this.#firstDefinition = new Int32Array(files.length);
    const fileOf: number[] = [];
    const definitionOf: number[] = [];
    const add = (file: number, definition: number) => definitionOf.push(definition) && fileOf.push(file) - 1;
    files.forEach((file, index) => {
      this.fileSymbol[index] = add(index, NONE);
      const packaged = homes.get(index);
      if (packaged !== undefined) {
        const entry = { ...packaged, symbol: add(index, PACKAGE) };
        for (const member of packaged.files) this.#packages.set(member, entry);
      }
      this.#firstDefinition[index] = fileOf.length;
      file.facts?.definitions.forEach((_, definition) => add(index, definition));
    });
    this.fileOf = Int32Array.from(fileOf);
    this.definitionOf = Int32Array.from(definitionOf);
    this.count = fileOf.length;
    this.#name();
  }

  /** The symbol of a definition; the file's own for NONE. */
  symbol(file: number, definition: DefId): number {
    return definition === NONE ? this.fileSymbol[file] : this.#firstDefinition[file] + definition;
  }

  definition(symbol: number): Definition | null {
    const definition = this.definitionOf[symbol];
    return definition < 0 ? null : this.#files[this.fileOf[symbol]].facts!.definitions[definition];
  }

  package(file: number): PackageEntry | null {
    return this.#packages.get(file) ?? null;
  }

  isPackage(symbol: number): boolean {
    return this.definitionOf[symbol] === PACKAGE;
  }

  id(symbol: number): string {
    return this.#ids[symbol];
  }

  qualifiedName(symbol: number): string {
    return this.#qualified[symbol];
  }

  #name(): void {
    const taken = new Map<string, number>();
    const numbered = (container: string, name: string, kind: SymbolKind): string => {
      const key = `${container}\0${name}\0${descriptorSuffix(kind)}`;
      const ordinal = taken.get(key) ?? 0;
      taken.set(key, ordinal + 1);
      return container + descriptor(name, kind, ordinal);
    };
    const name = (symbol: number): void => {
      if (this.#ids[symbol] !== undefined) return;
      const file = this.fileOf[symbol];
      const path = this.#files[file].path;
      const definition = this.definition(symbol);
      if (this.isPackage(symbol)) {
        const packaged = this.package(file)!;
        this.#ids[symbol] = numbered(`${escapePath(folderOf(path))}#`, packaged.name, "package");
        this.#qualified[symbol] = packaged.name;
      } else if (definition === null) {
        this.#ids[symbol] = `${escapePath(path)}#`;
        this.#qualified[symbol] = "<module>";
      } else {
        const parent = this.symbol(file, definition.parent);
        // A member may stand before its container (a method before its type).
        name(parent);
        const outside = definition.parent === NONE && definition.receiver !== "";
        const container = outside
          ? this.#ids[parent] + descriptor(definition.receiver, "class", 0)
          : this.#ids[parent];
        this.#ids[symbol] = numbered(container, definition.name, definition.kind);
        const prefix = outside
          ? definition.receiver
          : definition.parent === NONE
          ? ""
          : this.#qualified[parent];
        this.#qualified[symbol] = prefix === "" ? definition.name : `${prefix}.${definition.name}`;
      }
    };
    for (let symbol = 0; symbol < this.count; symbol++) name(symbol);
  }
}

/** `definitionOf` of a package's symbol. */
const PACKAGE = -2;

type Home = Omit<PackageEntry, "symbol">;

/** Packages by the file their symbol lies in: the first that is no test file. */
function groupPackages(files: readonly NumberedFile[]): Map<number, Home> {
  const groups = new Map<string, { name: string; files: number[] }>();
  files.forEach((file, index) => {
    if (file.facts === null || file.rules === null) return;
    const named = file.rules.packageOf({ path: file.path, facts: file.facts });
    if (named === null) return;
    const key = `${file.rules.family}\0${folderOf(file.path)}\0${named.name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name: named.name, files: [index] });
    else group.files.push(index);
  });
  const homes = new Map<number, Home>();
  for (const group of groups.values()) {
    const isTest = (file: number) => files[file].rules!.isTestFile(files[file].path);
    const home = group.files.find((file) => !isTest(file)) ?? group.files[0];
    const { path, facts, rules } = files[home];
    const { byteOffset } = rules!.packageOf({ path, facts: facts! })!;
    homes.set(home, { name: group.name, byteOffset, home, files: group.files });
  }
  return homes;
}
