// The build conditions of all files, and how each sees the others. Law kept: what a test file declares is there for the
// tests of its own folder alone.

import { baseName, folderOf } from "../../../model/mod.ts";
import type { Coexistence, FileView } from "../../../typing/mod.ts";
import { type Condition, conditionOf, constraintOf } from "./build_tags.ts";
import { coexistenceOf } from "./coexistence.ts";

interface BuiltFile {
  readonly folder: string;
  readonly isTest: boolean;
  /** Number of its condition; 0 is none. */
  readonly condition: number;
}

/** Answers what one file sees of another, memoised by their conditions. */
export class Conditions {
  readonly #files = new Map<number, BuiltFile>();
  readonly #conditions: (Condition | null)[] = [{ kind: "and", of: [] }];
  readonly #memo = new Map<string, Coexistence>();

  constructor(files: readonly FileView[]) {
    const numbers = new Map([["", 0]]);
    for (const { index, path, facts } of files) {
      const name = baseName(path);
      const buildText = facts.attributes["go.build"] ?? "";
      const text = constraintOf(name, buildText);
      let condition = numbers.get(text);
      if (condition === undefined) {
        numbers.set(text, condition = this.#conditions.length);
        this.#conditions.push(conditionOf(name, buildText));
      }
      this.#files.set(index, { folder: folderOf(path), isTest: path.endsWith("_test.go"), condition });
    }
  }

  coexistence(from: number, other: number): Coexistence {
    const here = this.#files.get(from);
    const there = this.#files.get(other);
    if (from === other || here === undefined || there === undefined) return "usual";
    if (there.isTest && !(here.isTest && here.folder === there.folder)) return "never";
    if (there.condition === 0 || here.condition === there.condition) return "usual";
    const key = `${here.condition} ${there.condition}`;
    let known = this.#memo.get(key);
    if (known === undefined) {
      known = coexistenceOf(this.#conditions[here.condition], this.#conditions[there.condition]);
      this.#memo.set(key, known);
    }
    return known;
  }
}
