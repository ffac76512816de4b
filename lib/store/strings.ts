// Texts that many rows share, kept once and named by number. Numbers start at 1 and mean nothing outside one file.
// A text that no row names any more stays: nothing can see it.

import { Failure } from "../model/mod.ts";
import type { Database, Statement } from "../../wasm/mod.ts";

/** Gives texts their numbers while rows are written. */
export class StringWriter {
  readonly #known = new Map<string, number>();
  readonly #find: Statement | null;
  readonly #insert: Statement;
  #last: number;

  /** `fresh` says that the table is empty and has no index yet. */
  constructor(db: Database, fresh: boolean) {
    this.#insert = db.prepare("INSERT INTO strings(number, text) VALUES (?, ?)");
    this.#find = fresh ? null : db.prepare("SELECT number FROM strings WHERE text = ?");
    this.#last = fresh ? 0 : lastNumber(db, "strings");
  }

  number(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const number = this.#stored(text) ?? this.#add(text);
    this.#known.set(text, number);
    return number;
  }

  #stored(text: string): number | null {
    if (this.#find === null) return null;
    const found = this.#find.bindText(1, text).step() ? this.#find.int(0) : null;
    this.#find.reset();
    return found;
  }

  #add(text: string): number {
    const number = ++this.#last;
    this.#insert.bindInt(1, number).bindText(2, text).run();
    return number;
  }

  finish(): void {
    this.#insert.finalize();
    this.#find?.finalize();
  }
}

/** Gives numbers their texts while rows are read. */
export class StringReader {
  readonly #texts = new Map<number, string>();
  readonly #byNumber: Statement;
  readonly #byText: Statement;

  constructor(db: Database) {
    this.#byNumber = db.prepare("SELECT text FROM strings WHERE number = ?");
    this.#byText = db.prepare("SELECT number FROM strings WHERE text = ?");
  }

  text(number: number): string {
    const known = this.#texts.get(number);
    if (known !== undefined) return known;
    if (!this.#byNumber.bindInt(1, number).step()) {
      this.#byNumber.reset();
      throw new Failure("index.corrupt", `the index names string ${number}, which is not there`);
    }
    const text = this.#byNumber.text(0);
    this.#byNumber.reset();
    this.#texts.set(number, text);
    return text;
  }

  /** The number of a text, or null where no row can name it. */
  number(text: string): number | null {
    const found = this.#byText.bindText(1, text).step() ? this.#byText.int(0) : null;
    this.#byText.reset();
    return found;
  }
}

/** The highest number of a table, 0 where it is empty. */
export function lastNumber(db: Database, table: string): number {
  const statement = db.prepare(`SELECT coalesce(max(number), 0) FROM ${table}`);
  statement.step();
  const number = statement.number(0);
  statement.finalize();
  return number;
}
