// The grammar of types inside JSDoc braces: names, dotted names, generics, unions, arrays, `import("m").T`, `typeof x`.
// What else there is (objects, functions) is skipped and says nothing. Not here: tags.

import { type ExprId, type ExprKind, NONE } from "../../../model/mod.ts";
import type { Pass } from "./pass.ts";

const MAX_DEPTH = 40;
const IDENTIFIER = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*/y;
const OPENING = "([{<";
const CLOSING = ")]}>";

/** The type that starts at a unit offset of a comment, or NONE. `byteOffset` gives the file's byte of a unit. */
export function parseJsDocType(
  pass: Pass,
  text: string,
  from: number,
  byteOffset: (unit: number) => number,
): ExprId {
  return new TypeReader(pass, text, from, byteOffset).read();
}

class TypeReader {
  #at: number;
  #depth = 0;

  constructor(
    private readonly pass: Pass,
    private readonly text: string,
    from: number,
    private readonly byteOffset: (unit: number) => number,
  ) {
    this.#at = from;
  }

  read(): ExprId {
    const type = this.#union();
    this.#space();
    return this.#peek("}") || this.#peek("=") ? type : NONE;
  }

  #union(): ExprId {
    if (++this.#depth > MAX_DEPTH) return NONE;
    const start = this.#at;
    const members: ExprId[] = [];
    this.#space();
    this.#take("|");
    do {
      const member = this.#postfix();
      if (member !== NONE) members.push(member);
      this.#space();
    } while (this.#take("|"));
    this.#depth--;
    return members.length > 1 ? this.#expr("union", "", start, NONE, members) : members[0] ?? NONE;
  }

  #postfix(): ExprId {
    this.#space();
    const rest = this.#take("...");
    while (this.#take("?") || this.#take("!")) this.#space();
    const start = this.#at;
    let type = this.#primary();
    for (;;) {
      if (this.#take("[]")) type = this.#expr("array", "", start, type);
      else if (!this.#take("!") && !this.#take("?")) break;
    }
    return rest ? this.#expr("array", "", start, type) : type;
  }

  #primary(): ExprId {
    const start = this.#at;
    if (this.#take("(")) {
      const type = this.#union();
      this.#space();
      this.#take(")");
      return type;
    }
    if (this.#take("*")) return NONE;
    if (this.#peek("{") || this.#peek('"') || this.#peek("'")) {
      this.#skip();
      return NONE;
    }
    const name = this.#identifier();
    if (name === "") return NONE;
    if (name === "typeof") {
      this.#space();
      return this.#expr("typeof", "", start, this.#dotted(this.#at, this.#identifier()));
    }
    if (name === "function" && this.#peek("(")) {
      this.#skip();
      return NONE;
    }
    return this.#generic(start, name === "import" ? this.#import(start) : this.#dotted(start, name));
  }

  #dotted(start: number, name: string): ExprId {
    if (name === "") return NONE;
    return this.#members(this.#expr("name", name, start));
  }

  #members(object: ExprId): ExprId {
    let type = object;
    while (this.#peek(".") && !this.#peek(".<")) {
      this.#take(".");
      const start = this.#at;
      const name = this.#identifier();
      if (name === "") break;
      type = this.#expr("member", name, start, type);
    }
    return type;
  }

  #generic(start: number, type: ExprId): ExprId {
    if (!this.#take(".<") && !this.#take("<")) return type;
    const args: ExprId[] = [];
    do args.push(this.#union()); while (this.#take(","));
    this.#space();
    if (!this.#take(">")) return NONE;
    return type === NONE ? NONE : this.#expr("index", "", start, type, args);
  }

  /** `import("m")`, said as an import of types. */
  #import(start: number): ExprId {
    if (!this.#take("(")) return NONE;
    this.#space();
    const quote = this.text[this.#at];
    const from = this.#at + 1;
    const to = this.text.indexOf(quote, from);
    if ((quote !== '"' && quote !== "'") || to < 0) return NONE;
    this.#at = to + 1;
    const literal = this.#expr("literal", "string", from - 1);
    const { facts, scope, owner } = this.pass;
    facts.imports.push({
      kind: "dynamic",
      specifier: this.text.slice(from, to),
      level: 0,
      start: this.byteOffset(from),
      end: this.byteOffset(to),
      scope,
      owner,
      typeOnly: true,
      arm: 0,
    });
    this.#space();
    if (!this.#take(")")) return NONE;
    const callee = facts.expr("name", "import", this.byteOffset(start), this.byteOffset(start + 6), scope);
    return this.#members(this.#expr("call", "", start, callee, [literal]));
  }

  #expr(kind: ExprKind, name: string, start: number, object: ExprId = NONE, args: ExprId[] = []): ExprId {
    const { facts, scope } = this.pass;
    return facts.expr(kind, name, this.byteOffset(start), this.byteOffset(this.#at), scope, object, args);
  }

  #identifier(): string {
    IDENTIFIER.lastIndex = this.#at;
    const match = IDENTIFIER.exec(this.text);
    if (match === null) return "";
    this.#at += match[0].length;
    return match[0];
  }

  /** Skips a bracketed or quoted run. */
  #skip(): void {
    const quote = this.text[this.#at];
    if (quote === '"' || quote === "'") {
      const end = this.text.indexOf(quote, this.#at + 1);
      this.#at = end < 0 ? this.text.length : end + 1;
      return;
    }
    let depth = 0;
    while (this.#at < this.text.length) {
      const char = this.text[this.#at++];
      if (OPENING.includes(char)) depth++;
      else if (CLOSING.includes(char) && --depth <= 0) return;
    }
  }

  #space(): void {
    while (this.#at < this.text.length && (/\s/.test(this.text[this.#at]) || this.#isMargin())) this.#at++;
  }

  /** The asterisk that starts a line of a comment. */
  #isMargin(): boolean {
    if (this.text[this.#at] !== "*") return false;
    let before = this.#at - 1;
    while (this.text[before] === " " || this.text[before] === "\t") before--;
    return this.text[before] === "\n";
  }

  #peek(text: string): boolean {
    return this.text.startsWith(text, this.#at);
  }

  #take(text: string): boolean {
    if (!this.#peek(text)) return false;
    this.#at += text.length;
    return true;
  }
}
