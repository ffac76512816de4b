// The grammar of types inside JSDoc braces: names, generics, unions, arrays, objects, functions, `import("m").T`,
// `typeof x`, and the older spellings (`?T`, `T=`, `Array.<T>`, `function(A): B`). What is not understood says nothing.
// Not here: tags.

import { type ExprId, type ExprKind, NONE } from "../../../model/mod.ts";
import { type CommentText, Cursor } from "./jsdoc_cursor.ts";
import type { Pass } from "./pass.ts";
import { primitive } from "./primitives.ts";

const MAX_DEPTH = 40;
/** Members and parameters read of one type. */
const MAX_PARTS = 64;

/** The type that starts at a unit offset of a comment, or NONE. */
export function parseJsDocType(pass: Pass, comment: CommentText, from: number): ExprId {
  return new TypeReader(pass, comment, from).read();
}

class TypeReader {
  readonly #pass: Pass;
  readonly #comment: CommentText;
  readonly #cursor: Cursor;
  #depth = 0;

  constructor(pass: Pass, comment: CommentText, from: number) {
    this.#pass = pass;
    this.#comment = comment;
    this.#cursor = new Cursor(comment, from);
  }

  read(): ExprId {
    const type = this.#type();
    return this.#sees("}") || this.#sees("=") ? type : NONE;
  }

  #type(): ExprId {
    if (++this.#depth > MAX_DEPTH) return NONE;
    const type = this.#combined(
      "|",
      "union",
      () => this.#combined("&", "intersection", () => this.#postfix()),
    );
    this.#depth--;
    return type;
  }

  #combined(sign: string, kind: ExprKind, part: () => ExprId): ExprId {
    const start = this.#start();
    const members: ExprId[] = [];
    this.#takes(sign);
    do {
      const member = part();
      if (member !== NONE) members.push(member);
    } while (this.#takes(sign));
    return members.length > 1 ? this.#expr(kind, "", start, NONE, members) : members[0] ?? NONE;
  }

  #postfix(): ExprId {
    const rest = this.#takes("...");
    while (this.#takes("?") || this.#takes("!"));
    const start = this.#start();
    let type = this.#primary();
    for (;;) {
      if (this.#cursor.take("[]")) type = this.#expr("array", "", start, type);
      else if (!this.#cursor.take("!") && !this.#cursor.take("?")) break;
    }
    return rest ? this.#expr("array", "", start, type) : type;
  }

  #primary(): ExprId {
    const start = this.#start();
    if (this.#sees("(")) return this.#parenthesized(start);
    if (this.#takes("*")) return NONE;
    if (this.#sees("{")) return this.#object(start);
    if (this.#sees("[")) return this.#tuple(start);
    if (this.#cursor.quoted() !== null) return this.#expr("literal", "string", start);
    if (this.#cursor.number() !== "") return this.#expr("literal", "number", start);
    const name = this.#cursor.identifier();
    switch (name) {
      case "":
        return NONE;
      case "typeof": {
        const inner = this.#start();
        return this.#expr("typeof", "", start, this.#dotted(inner, this.#cursor.identifier()));
      }
      case "keyof":
        this.#postfix();
        return this.#expr("literal", "string", start);
      case "readonly":
        return this.#postfix();
      case "new":
        return this.#sees("(") ? this.#functionType(start, "new") : NONE;
      case "function":
        return this.#sees("(") ? this.#closure(start) : this.#generic(start, this.#dotted(start, name));
      case "import":
        return this.#generic(start, this.#import(start));
      default:
        return this.#named(start, name);
    }
  }

  #named(start: number, name: string): ExprId {
    const literal = primitive(name);
    if (literal === null) return this.#generic(start, this.#dotted(start, name));
    return literal === "" ? NONE : this.#expr("literal", literal, start);
  }

  #dotted(start: number, name: string): ExprId {
    if (name === "") return NONE;
    return this.#members(this.#expr("name", name, start));
  }

  #members(object: ExprId): ExprId {
    let type = object;
    while (this.#cursor.peek(".") && !this.#cursor.peek(".<")) {
      this.#cursor.take(".");
      const start = this.#cursor.at;
      const name = this.#cursor.identifier();
      if (name === "") break;
      type = this.#expr("member", name, start, type);
    }
    return type;
  }

  #generic(start: number, type: ExprId): ExprId {
    if (!this.#cursor.take(".<") && !this.#cursor.take("<")) return type;
    const args: ExprId[] = [];
    do args.push(this.#type()); while (this.#takes(",") && args.length < MAX_PARTS);
    if (!this.#takes(">")) return NONE;
    return type === NONE ? NONE : this.#expr("index", "", start, type, args);
  }

  /** `(A | B)`, or the parameters of a function type. */
  #parenthesized(start: number): ExprId {
    const from = this.#cursor.at;
    this.#cursor.skip();
    const isFunction = this.#sees("=>");
    this.#cursor.at = from;
    if (isFunction) return this.#functionType(start, "");
    this.#takes("(");
    const type = this.#type();
    this.#takes(")");
    return type;
  }

  /** `(a: A, ...rest: B[]) => C`. */
  #functionType(start: number, name: string): ExprId {
    this.#takes("(");
    const parameters: ExprId[] = [];
    while (!this.#sees(")") && parameters.length < MAX_PARTS) {
      const parameterStart = this.#start();
      const rest = this.#takes("...");
      const word = this.#cursor.identifier();
      if (word === "") this.#cursor.skip();
      this.#takes("?");
      const type = this.#takes(":") ? this.#type() : NONE;
      const isReceiver = word === "this";
      const given = rest && type !== NONE ? this.#expr("spread", "", parameterStart, type) : type;
      if (!isReceiver) parameters.push(given);
      if (!this.#takes(",")) break;
    }
    if (!this.#takes(")") || !this.#takes("=>")) return NONE;
    this.#predicate();
    return this.#expr("functype", name, start, this.#type(), parameters);
  }

  /** `x is T` and `asserts x`: what follows says nothing of the result. */
  #predicate(): void {
    const from = this.#cursor.at;
    this.#cursor.space();
    const word = this.#cursor.identifier();
    if (word === "asserts") return;
    this.#cursor.space();
    const isPredicate = word !== "" && this.#cursor.take("is ");
    if (!isPredicate) this.#cursor.at = from;
  }

  /** `function(this:T, A, B=): C`. */
  #closure(start: number): ExprId {
    this.#takes("(");
    const parameters: ExprId[] = [];
    while (!this.#sees(")") && parameters.length < MAX_PARTS) {
      const isReceiver = this.#takes("this:") || this.#takes("new:");
      const type = this.#type();
      this.#takes("=");
      if (!isReceiver) parameters.push(type);
      if (!this.#takes(",")) break;
    }
    if (!this.#takes(")")) return NONE;
    return this.#expr("functype", "", start, this.#takes(":") ? this.#type() : NONE, parameters);
  }

  /** `{ a: A, b?: B }`; nothing but an index signature is a map. */
  #object(start: number): ExprId {
    this.#takes("{");
    const properties: ExprId[] = [];
    let map: ExprId = NONE;
    while (!this.#sees("}") && properties.length < MAX_PARTS) {
      const property = this.#start();
      if (this.#sees("[")) {
        this.#cursor.skip();
        const value = this.#takes(":") ? this.#type() : NONE;
        map = this.#expr("map", "record", property, NONE, [NONE, value]);
      } else {
        const name = this.#cursor.quoted() ?? this.#cursor.identifier();
        if (name === "") break;
        this.#takes("?");
        const value = this.#sees("(") ? this.#method(property) : this.#takes(":") ? this.#type() : NONE;
        properties.push(this.#expr("property", name, property, value));
      }
      if (!this.#takes(",") && !this.#takes(";") && !this.#sees("}")) break;
    }
    if (!this.#takes("}")) return NONE;
    return properties.length === 0 && map !== NONE
      ? map
      : this.#expr("object", "type", start, NONE, properties);
  }

  /** `name(a: A): B` inside an object type: its parameters are passed over. */
  #method(start: number): ExprId {
    this.#cursor.skip();
    return this.#expr("functype", "", start, this.#takes(":") ? this.#type() : NONE);
  }

  #tuple(start: number): ExprId {
    this.#takes("[");
    const members: ExprId[] = [];
    while (!this.#sees("]") && members.length < MAX_PARTS) {
      members.push(this.#type());
      if (!this.#takes(",")) break;
    }
    return this.#takes("]") ? this.#expr("collection", "tuple", start, NONE, members.slice(0, 8)) : NONE;
  }

  /** `import("m")`, said as an import of types. */
  #import(start: number): ExprId {
    if (!this.#takes("(")) return NONE;
    this.#cursor.space();
    const from = this.#cursor.at;
    const specifier = this.#cursor.quoted();
    if (specifier === null) return NONE;
    const literal = this.#expr("literal", "string", from);
    const { facts, scope, owner } = this.#pass;
    facts.imports.push({
      kind: "dynamic",
      specifier,
      level: 0,
      start: this.#comment.byteOffset(from + 1),
      end: this.#comment.byteOffset(from + 1 + specifier.length),
      scope,
      owner,
      typeOnly: true,
      arm: 0,
    });
    if (!this.#takes(")")) return NONE;
    const end = this.#comment.byteOffset(start + "import".length);
    const callee = facts.expr("name", "import", this.#comment.byteOffset(start), end, scope);
    return this.#members(this.#expr("call", "", start, callee, [literal]));
  }

  #expr(kind: ExprKind, name: string, start: number, object: ExprId = NONE, args: ExprId[] = []): ExprId {
    const { facts, scope } = this.#pass;
    const end = this.#comment.byteOffset(this.#cursor.at);
    return facts.expr(kind, name, this.#comment.byteOffset(start), end, scope, object, args);
  }

  /** Where the next thing starts. */
  #start(): number {
    this.#cursor.space();
    return this.#cursor.at;
  }

  #sees(text: string): boolean {
    this.#cursor.space();
    return this.#cursor.peek(text);
  }

  #takes(text: string): boolean {
    this.#cursor.space();
    return this.#cursor.take(text);
  }
}
