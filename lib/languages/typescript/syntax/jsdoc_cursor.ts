// A place in the text of a comment: reading words, signs and bracketed runs, over line margins. Not here: what they mean.

const IDENTIFIER = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*/y;
const NUMBER = /-?\d[\d._]*/y;
const OPENING = "([{<";
const CLOSING = ")]}>";
const encoder = new TextEncoder();

/** The text of one comment, with the byte in the file of each of its units. */
export class CommentText {
  readonly text: string;
  readonly #start: number;
  readonly #ascii: boolean;

  constructor(text: string, start: number, byteLength: number) {
    this.text = text;
    this.#start = start;
    this.#ascii = text.length === byteLength;
  }

  byteOffset(unit: number): number {
    return this.#start + (this.#ascii ? unit : encoder.encode(this.text.slice(0, unit)).length);
  }
}

/** A cursor over a comment's text; `at` is a unit offset. */
export class Cursor {
  at: number;
  readonly #text: string;

  constructor(comment: CommentText, from: number) {
    this.#text = comment.text;
    this.at = from;
  }

  peek(text: string): boolean {
    return this.#text.startsWith(text, this.at);
  }

  take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.at += text.length;
    return true;
  }

  /** A name, or "". */
  identifier(): string {
    return this.#matched(IDENTIFIER);
  }

  number(): string {
    return this.#matched(NUMBER);
  }

  #matched(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match === null) return "";
    this.at += match[0].length;
    return match[0];
  }

  /** The text in quotes that starts here, without them; null where none does. */
  quoted(): string | null {
    const quote = this.#text[this.at];
    if (quote !== '"' && quote !== "'" && quote !== "`") return null;
    const from = this.at + 1;
    const end = this.#text.indexOf(quote, from);
    this.at = end < 0 ? this.#text.length : end + 1;
    return this.#text.slice(from, end < 0 ? this.#text.length : end);
  }

  /** Passes a bracketed or quoted run. */
  skip(): void {
    if (this.quoted() !== null) return;
    let depth = 0;
    while (this.at < this.#text.length) {
      const char = this.#text[this.at++];
      // The arrow of a function type closes nothing.
      if (char === ">" && this.#text[this.at - 2] === "=") continue;
      if (OPENING.includes(char)) depth++;
      else if (CLOSING.includes(char) && --depth <= 0) return;
    }
  }

  /** White space and the asterisks that start the lines of a comment. */
  space(): void {
    while (this.at < this.#text.length && (/\s/.test(this.#text[this.at]) || this.#isMargin())) this.at++;
  }

  #isMargin(): boolean {
    if (this.#text[this.at] !== "*") return false;
    let before = this.at - 1;
    while (this.#text[before] === " " || this.#text[before] === "\t") before--;
    return this.#text[before] === "\n";
  }
}
