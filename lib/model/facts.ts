// FileFacts: what one file's syntax says, language-neutral and without any target. Facts hold no path: keyed by content,
// dialect and extraction version they serve renames, branch switches and other revisions without parsing.
//
// Everything numerous lives in columns (one typed array a field); what is few lives in plain records. All ids are
// indexes into those columns and records; NONE is "absent". Owner and parent NONE mean the file itself.
// Not here: resolution, types, anything that needs a second file.
// Long because: one vocabulary, read as a whole by everybody who writes or reads facts.

import type { SymbolKind } from "./symbol.ts";

/** "No such entry", in every id column. */
export const NONE = -1;

/** Index into `FileFacts.exprs`. */
export type ExprId = number;
/** Index into `FileFacts.scopes`; 0 is the module scope. */
export type ScopeId = number;
/** Index into `FileFacts.definitions`; NONE is the file itself. */
export type DefId = number;

/**
 * Expression kinds. `object` and `args` hold operands:
 *
 * | kind | name | object | args |
 * |---|---|---|---|
 * | name | identifier | | |
 * | this, super | | | |
 * | member | member name (`#x` with its hash) | receiver | |
 * | call | | callee | arguments in order, NONE for one without interest |
 * | construct | | class (`new C()`, Go's `T{}`) | arguments |
 * | index | "types" where a value is given type arguments, "at" where an element is surely taken, else "" | indexed value, or generic type | index values or type arguments |
 * | await, yield, spread | | operand | |
 * | iterate | "value", "key" (Go range, for…in) or "async" | iterated value | |
 * | enter | "async" or "" | context manager | |
 * | element | index as decimal, or "*" for the rest | destructured value or multi-value call | |
 * | literal | string, number, boolean, none, regex, template, bytes | | |
 * | collection | list, tuple, set, dict, array, generator | | element values (dict: values), the first eight |
 * | object | "type" for an object type | | `property` expressions |
 * | property | key | value | |
 * | function | | declared return type or NONE | returned expressions |
 * | conditional | "if", "or", "and", "type" | | alternatives |
 * | operation | operator | | operands |
 * | cast | as, assert, satisfies, nonnull; is and isnot where a test has told | value | [type] |
 * | union | | | member types |
 * | intersection | | | member types |
 * | pointer | | pointee | |
 * | array | "", or "chan" | element type | |
 * | map | "", or "record" where the keys are names of members | | [key type, value type] |
 * | functype | "new" where it constructs, else "" | result type | parameter types: a `spread` for the rest, named "this" for the receiver's; a `union` named "optional"; a `property` where it has a name |
 * | lookup | | indexed type | [type of the key] |
 * | parameter | position as decimal, "*" for the rest | what is called: a function without declared parameter types | |
 * | typeof | | value | |
 * | key | key of a literal | a value of the literal's type | [the key as a name of its own] |
 * | opaque | | | |
 *
 * `start` and `end` are those of the name token for name, member and key (a string annotation's inner name too), of the
 * whole expression otherwise. A collection or call keeps `object`/`args` ids of expressions of the same file only.
 */
export const EXPR_KINDS = [
  "name",
  "this",
  "super",
  "member",
  "call",
  "construct",
  "index",
  "await",
  "yield",
  "spread",
  "iterate",
  "enter",
  "element",
  "literal",
  "collection",
  "object",
  "property",
  "function",
  "conditional",
  "operation",
  "cast",
  "union",
  "intersection",
  "pointer",
  "array",
  "map",
  "functype",
  "typeof",
  "lookup",
  "parameter",
  "key",
  "opaque",
] as const;
export type ExprKind = (typeof EXPR_KINDS)[number];

/** How a reference uses what it names. */
export const ROLES = [
  "call",
  "construct",
  "jsx",
  "tag",
  "decorate",
  "read",
  "write",
  "type",
  "inherit",
  "implement",
] as const;
export type Role = (typeof ROLES)[number];

/**
 * The last five only tell the order in which code runs: `branch` is a statement whose arms exclude each other, `arm` code that
 * may not run, `exit` an arm that leaves its function, `skip` one that leaves its loop or the loop's round, `loop` what repeats.
 */
export const SCOPE_KINDS = [
  "module",
  "class",
  "function",
  "block",
  "comprehension",
  "type",
  "branch",
  "arm",
  "exit",
  "skip",
  "loop",
] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

/**
 * What a binding is. `target` is a DefId for definition, an index into `importNames` for import, NONE otherwise.
 * `global` and `nonlocal` redirect the name to the module scope, or to the nearest enclosing function scope that binds it.
 * `narrow` gives a name another type inside a scope (isinstance, type switch) without binding it anew: its annotation, or its
 * value, a cast of what the name meant before. A dotted name narrows a member.
 */
export const BINDING_KINDS = [
  "definition",
  "import",
  "parameter",
  "local",
  "global",
  "nonlocal",
  "narrow",
  "type_parameter",
] as const;
export type BindingKind = (typeof BINDING_KINDS)[number];

/** Expressions, one entry each in every column. Arguments of expression i are `args[argStart[i] … argStart[i+1])`. */
export interface ExprColumns {
  readonly kind: Uint8Array;
  /** Index into `strings`. */
  readonly name: Uint32Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** Scope in which the expression is evaluated. */
  readonly scope: Uint32Array;
  readonly object: Int32Array;
  readonly argStart: Uint32Array;
  readonly args: Int32Array;
}

/** References, in order of their name's byte offset: the sites that may become edges. */
export interface ReferenceColumns {
  readonly expr: Uint32Array;
  readonly role: Uint8Array;
  /** DefId of the definition that the reference belongs to. */
  readonly owner: Int32Array;
}

export interface ScopeColumns {
  readonly kind: Uint8Array;
  readonly parent: Int32Array;
  /** DefId of the class or function whose body this is, inherited by blocks. */
  readonly owner: Int32Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

/** Bindings, in order of scope creation and then of source. One name may be bound several times in a scope. */
export interface BindingColumns {
  readonly scope: Uint32Array;
  readonly name: Uint32Array;
  readonly kind: Uint8Array;
  readonly target: Int32Array;
  /** Declared type, or NONE. */
  readonly annotation: Int32Array;
  /** Assigned, iterated or destructured expression, or NONE. For a parameter its default. */
  readonly value: Int32Array;
  /** Byte offset of the bound name. */
  readonly start: Uint32Array;
  /**
   * 0 when the binding always happens in its scope; otherwise a number naming the branch arm (if/else, try/except, switch),
   * or the arm's scope where the language has scopes for arms.
   */
  readonly arm: Uint32Array;
}

export interface Base {
  readonly expr: ExprId;
  /** A metaclass is what the class itself is an instance of: its instances inherit nothing from it. */
  readonly relation: "inherits" | "implements" | "metaclass";
}

/** Flags of a definition, as bits. */
export const FLAGS = {
  async: 1,
  generator: 2,
  static: 4,
  abstract: 8,
  overload: 16,
  property: 32,
  classmethod: 64,
  test: 128,
  default_export: 256,
  optional: 512,
  variadic: 1024,
  pointer_receiver: 2048,
  /** A constant or variable that only renames another name (`export const b = a`). */
  alias: 4096,
  /** Declared without a body (`.d.ts`, stub file, abstract or interface member). */
  declaration: 8192,
  embedded: 16384,
  setter: 32768,
  /** Bound by assignment rather than by a declaration (`self.x = …`, `Foo.prototype.m = …`). */
  assigned: 65536,
  /** A function whose receiver is that of the code around it (an arrow function). */
  lexical_receiver: 131072,
} as const;
export type FlagName = keyof typeof FLAGS;

export type Visibility = "public" | "protected" | "private" | "package";

export interface Parameter {
  readonly name: string;
  readonly annotation: ExprId;
  readonly default: ExprId;
  readonly kind: "positional" | "keyword" | "rest" | "keyword_rest" | "receiver";
}

/** A named program entity. */
export interface Definition {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The containing definition, or NONE for the file. */
  readonly parent: DefId;
  /**
   * Name of the type this is a member of where its declaration lies elsewhere or is named by an expression
   * (Go's receiver type, `Foo.prototype.m = …`), else "".
   */
  readonly receiver: string;
  /** The expression that names the receiver type, or NONE. */
  readonly receiverExpr: ExprId;
  /** Full range: decorators, `export` and modifiers included. */
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Further ranges of the same symbol (overload signatures, a property's setter): start, end, nameStart triples flattened. */
  readonly moreRanges: readonly number[];
  /** Declaration head, white space folded, at most 2,000 bytes. */
  readonly signature: string;
  /** The documentation comment's or docstring's raw text. */
  readonly doc: string | null;
  readonly visibility: Visibility;
  /** Whether other files can name it (export, module level in Python, capital in Go). */
  readonly exported: boolean;
  readonly flags: number;
  readonly decorators: readonly ExprId[];
  /** Text of each decorator without the at sign and its arguments. */
  readonly decoratorNames: readonly string[];
  /** Scope in which its name is bound. */
  readonly scope: ScopeId;
  /** Scope of its body, or NONE. */
  readonly body: ScopeId;
  readonly bases: readonly Base[];
  readonly parameters: readonly Parameter[];
  /** Declared type of a value, declared result of a callable, aliased type of a type alias; or NONE. */
  readonly annotation: ExprId;
  /** Assigned expressions of a value; returned expressions of a callable. */
  readonly values: readonly ExprId[];
  readonly typeParameters: readonly string[];
  /** The signatures of an overload set, `functype` expressions; empty where its parameters and annotation say it. */
  readonly signatures: readonly ExprId[];
}

/** An import statement, require call or re-export: one module specifier. */
export interface Import {
  readonly kind: "module" | "from" | "require" | "dynamic" | "reexport" | "side_effect";
  /** Module text without quotes; Python without its leading dots. */
  readonly specifier: string;
  /** Python's leading dots; 0 elsewhere. */
  readonly level: number;
  /** Where the module edge points from: the unquoted specifier (Python: its last dotted component, or the dots). */
  readonly start: number;
  readonly end: number;
  readonly scope: ScopeId;
  readonly owner: DefId;
  readonly typeOnly: boolean;
  readonly arm: number;
}

/** One name that an import brings in. */
export interface ImportName {
  /** Index into `imports`. */
  readonly import: number;
  /** Name in the module: "" the module itself, "*" all its names, "default", or the name. */
  readonly name: string;
  /** Name it is bound to here, "" where nothing is bound (star, re-export). */
  readonly local: string;
  /** True where only the first component of the specifier is bound (Python's `import a.b` binds `a`). */
  readonly top: boolean;
  readonly start: number;
  readonly end: number;
}

/** An export entry of a language with explicit exports. */
export interface Export {
  /** Exported name; "*" for a star re-export; "default"; "=" for `export =` and `module.exports = …`. */
  readonly name: string;
  readonly kind: "local" | "from" | "star" | "namespace" | "expr";
  /** local: the local name; from: the name in the other module. */
  readonly local: string;
  /** from, star, namespace: index into `imports`. */
  readonly import: number;
  /** expr: what is exported. */
  readonly expr: ExprId;
  readonly start: number;
  readonly end: number;
  readonly typeOnly: boolean;
}

/** Trouble in the source. */
export interface SyntaxProblem {
  readonly start: number;
  readonly end: number;
  readonly code: "parse_error" | "missing_token" | "not_utf8";
}

export interface FileFacts {
  readonly dialect: string;
  readonly byteLength: number;
  /** Byte offset of each line's first byte. */
  readonly lineStarts: Uint32Array;
  /** Every name once; index 0 is "". */
  readonly strings: readonly string[];
  readonly exprs: ExprColumns;
  readonly references: ReferenceColumns;
  readonly scopes: ScopeColumns;
  readonly bindings: BindingColumns;
  /** In order of start byte, parents before members. */
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly importNames: readonly ImportName[];
  readonly exports: readonly Export[];
  /**
   * Names an explicit list declares public (`__all__`), or null without one. `m.*` stands for the list of the module
   * that `m` names, `*` for names that are not written out.
   */
  readonly explicitNames: readonly string[] | null;
  readonly problems: readonly SyntaxProblem[];
  /** Facts that only the file's own language reads, by dotted key (`go.package`, `go.build`). */
  readonly attributes: Readonly<Record<string, string>>;
}
