// A tiny parser for types written as strings: dotted names, `[…]` arguments, `|` unions, lists, None, `...`, nested
// strings and numbers as values. Text that is anything else is no type: the whole of it is refused.
// Law kept: places are exact UTF-8 byte offsets of the file. Not here: what the names mean.

/** Nesting, and links of one dotted or indexed chain. */
const MAX_DEPTH = 50;
const MAX_UNITS = 10_000;

export interface TypeText {
  readonly kind: "name" | "member" | "index" | "union" | "collection" | "none" | "value";
  /** Name of a name or member. */
  readonly name: string;
  /** Byte range in the file: of the name token for name and member, of the whole otherwise. */
  readonly start: number;
  readonly end: number;
  /** member: the object; index: the object and its arguments; union, collection: the elements. */
  readonly parts: readonly TypeText[];
}

/** Parses a type text that fills that byte range of the file; null where it is none. */
export function parseTypeText(text: string, startByte: number, endByte: number): TypeText | null {
  if (text.length > MAX_UNITS) return null;
  const parser = new Parser(text, byteOffsets(text, startByte, endByte));
  const type = parser.union(0);
  return type !== null && parser.atEnd() ? type : null;
}

class Parser {
  readonly #text: string;
  readonly #byteOf: (unit: number) => number;
  #at = 0;

  constructor(text: string, byteOf: (unit: number) => number) {
    this.#text = text;
    this.#byteOf = byteOf;
  }

  atEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  union(depth: number): TypeText | null {
    if (depth > MAX_DEPTH) return null;
    const members: TypeText[] = [];
    do {
      const member = this.#primary(depth);
      if (member === null) return null;
      members.push(member);
    } while (this.#take("|"));
    if (members.length === 1) return members[0];
    return this.#node("union", "", outerStart(members[0]), members[members.length - 1].end, members);
  }

  #primary(depth: number): TypeText | null {
    this.#skipSpace();
    const start = this.#at;
    let type: TypeText | null;
    if (this.#text.startsWith("...", start)) {
      this.#at += 3;
      return this.#node("value", "", this.#byteOf(start), this.#byteOf(this.#at));
    }
    if (this.#take("[")) return this.#list(start, depth);
    const quote = this.#text[start];
    if (quote === '"' || quote === "'" || isDigit(this.#text.charCodeAt(start)) || quote === "-") {
      return this.#value(start);
    }
    type = this.#name();
    for (let links = 0; links <= MAX_DEPTH; links++) {
      if (type === null) return null;
      if (this.#take(".")) {
        const member: TypeText | null = this.#name();
        type = member === null ? null : this.#node("member", member.name, member.start, member.end, [type]);
      } else if (this.#take("[")) {
        const args = this.#elements(depth);
        if (args === null) return null;
        const end = this.#byteOf(this.#at);
        type = this.#node("index", "", this.#byteOf(start), end, [type, ...args]);
      } else return type;
    }
    return null;
  }

  #list(start: number, depth: number): TypeText | null {
    const elements = this.#elements(depth);
    if (elements === null) return null;
    return this.#node("collection", "", this.#byteOf(start), this.#byteOf(this.#at), elements);
  }

  /** Elements up to the closing bracket, the opening one being read. */
  #elements(depth: number): TypeText[] | null {
    const elements: TypeText[] = [];
    while (!this.#take("]")) {
      const element = this.union(depth + 1);
      if (element === null) return null;
      elements.push(element);
      if (this.#take(",")) continue;
      return this.#take("]") ? elements : null;
    }
    return elements;
  }

  #name(): TypeText | null {
    this.#skipSpace();
    const start = this.#at;
    const text = this.#text;
    if (isDigit(text.charCodeAt(start))) return null;
    while (this.#at < text.length && isNameUnit(text.charCodeAt(this.#at))) this.#at++;
    if (this.#at === start) return null;
    const name = text.slice(start, this.#at);
    const kind = name === "None" ? "none" : name === "True" || name === "False" ? "value" : "name";
    return this.#node(kind, name, this.#byteOf(start), this.#byteOf(this.#at));
  }

  /** A number or a quoted string without escapes. */
  #value(start: number): TypeText | null {
    const text = this.#text;
    const quote = text[start];
    if (quote === '"' || quote === "'") {
      const close = text.indexOf(quote, start + 1);
      if (close < 0 || text.slice(start, close).includes("\\")) return null;
      this.#at = close + 1;
    } else {
      this.#at++;
      while (isNameUnit(text.charCodeAt(this.#at))) this.#at++;
    }
    return this.#node("value", "", this.#byteOf(start), this.#byteOf(this.#at));
  }

  #take(token: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d) return;
      this.#at++;
    }
  }

  #node(
    kind: TypeText["kind"],
    name: string,
    start: number,
    end: number,
    parts: readonly TypeText[] = [],
  ): TypeText {
    return { kind, name, start, end, parts };
  }
}

/** Where a type's text begins: a member's own range is only its name. */
function outerStart(type: TypeText): number {
  return type.kind === "member" ? outerStart(type.parts[0]) : type.start;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Letters, digits, underscore, and everything outside ASCII: the file's parser has judged real names. */
function isNameUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || unit === 0x5f ||
    unit > 0x7f;
}

/** Byte offset in the file of each unit of a text that fills that byte range. */
function byteOffsets(text: string, startByte: number, endByte: number): (unit: number) => number {
  if (text.length === endByte - startByte) return (unit) => startByte + unit;
  const table = new Uint32Array(text.length + 1);
  let byte = startByte;
  for (let unit = 0; unit < text.length; unit++) {
    table[unit] = byte;
    const code = text.charCodeAt(unit);
    if (code < 0x80) byte += 1;
    else if (code < 0x800 || (code >= 0xd800 && code <= 0xdfff)) byte += 2;
    else byte += 3;
  }
  table[text.length] = byte;
  return (unit) => table[unit];
}
