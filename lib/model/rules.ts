// The rules that bind, and the reasons for which something is not bound: what each means, what it proves and where it ends.
// docs/RULES.md is made from these tables, with an example of each from fixtures/rules. Law kept: a confidence is what a
// rule's own step proves at best; an edge is as weak as the weakest step of its chain.
// Long because: one table of words, read as a whole.

import type { Confidence, UnresolvedReason } from "./graph.ts";

/** One rule as the documentation tells it. */
export interface Rule {
  /** What it binds. */
  readonly summary: string;
  /** The confidences that its edges can have, strongest first. */
  readonly confidences: readonly Confidence[];
  /** Why those. */
  readonly why: string;
  /** What it does not see. */
  readonly limits: string;
}

/** Rules that bind a name or a member to what it denotes. */
export const RULES = {
  scope: {
    summary: "The name is bound by a definition of an enclosing scope of its file.",
    confidences: ["static"],
    why: "Lexical scope alone decides what the name means.",
    limits:
      "Names that are bound at run time only (`globals()`, `eval`, a debugger) are not seen. Where a scope " +
      "defines a name several times, the last definition that always happens is meant, and definitions of branches " +
      "are `alternative`.",
  },
  package_scope: {
    summary: "The name is defined at the top of another file of the same package.",
    confidences: ["static"],
    why: "All files of a package share one scope.",
    limits:
      "A file that is never built beside the one that uses the name brings nothing; a name that several of the " +
      "others define is `alternative`.",
  },
  import: {
    summary: "The name is brought in by an import; re-exports are followed to the definition.",
    confidences: ["static", "heuristic"],
    why:
      "The import says which module and which name. Heuristic where several modules have the imported name, or " +
      "where an export is only assigned at run time.",
    limits:
      "Import hooks, loaders, aliases of bundlers that no read configuration file tells, and chains of more " +
      "than 128 re-exports are not followed.",
  },
  module_member: {
    summary: "A member of a module, package or namespace object.",
    confidences: ["static", "heuristic"],
    why:
      "A module's exports are what its source says. Heuristic where the module is only one of several of its " +
      "name, or the export is only assigned at run time.",
    limits: "What other modules set on a module at run time, and what a module makes up when it is asked " +
      "(`__getattr__`), is not seen.",
  },
  class_member: {
    summary: "A member named through its class.",
    confidences: ["static", "heuristic", "syntactic"],
    why:
      "The class is named, so its own member is meant. Weaker where the class itself is: one that was inferred, " +
      "or that only the name of a script fits.",
    limits: "Members that metaclasses, decorators or other code add to the class are not seen.",
  },
  self_member: {
    summary: "A member of the enclosing class, through its receiver.",
    confidences: ["static", "heuristic"],
    why:
      "The receiver is an instance of the class around. Heuristic in plain JavaScript, where nothing declares what " +
      "an instance carries.",
    limits:
      "A subclass may override the member: the edge goes to the declared one, `overrides` leads to the others.",
  },
  super_member: {
    summary: "A member of a parent class, through `super`.",
    confidences: ["static", "heuristic", "syntactic"],
    why:
      "The order of the ancestors says which one. Heuristic in plain JavaScript, and as weak as a base on the way.",
    limits:
      "With several bases the next class may be a sibling that only a subclass brings: the edge goes to the " +
      "ancestor that the enclosing class itself has.",
  },
  typed_receiver: {
    summary: "A member of the receiver's type, which a declaration or a constructor call gives.",
    confidences: ["static", "heuristic", "syntactic"],
    why:
      "The declared type has that member. Heuristic in plain JavaScript, where nobody has to obey a declaration, " +
      "and where a step on the way to the type was inferred.",
    limits:
      "The edge goes to the member that the type declares, never to what may really run: implementations are " +
      "found over `overrides`.",
  },
  inherited_member: {
    summary: "A member that the receiver's type inherits.",
    confidences: ["static", "heuristic", "syntactic"],
    why:
      "The nearest ancestor that declares the member has it. As strong as what is known of the receiver; heuristic " +
      "where a base from outside stands before it, and may have the member too.",
    limits:
      "Bases that are made at run time, and members of bases outside the repository, are not seen; more than " +
      "512 ancestors are not searched.",
  },
  inferred_receiver: {
    summary: "A member of the receiver's type, which is inferred from what was assigned or returned.",
    confidences: ["heuristic", "syntactic"],
    why: "What code does now is no declaration: other code may assign something else.",
    limits: "Of a parameter only the default value is known; values that come out of untyped containers, " +
      "deserialisers and registries are not.",
  },
  object_member: {
    summary: "A property of an object literal or object type, or what is assigned to a function.",
    confidences: ["static", "heuristic", "syntactic"],
    why: "The literal names its properties. Heuristic where the object may have been changed since.",
    limits:
      "Properties behind a spread, a computed key or a later assignment of another module are not seen.",
  },
  alias: {
    summary: "The name is a constant that only renames another.",
    confidences: ["static", "heuristic", "syntactic"],
    why:
      "The constant has one value, and that is a name. As strong as that name; the constant itself gets a " +
      "`references` edge.",
    limits: "Constants that are assigned a call or a choice are values, not aliases.",
  },
  unlisted_import: {
    summary:
      "Nothing lists the imported module, and one definition of the repository exports the imported name.",
    confidences: ["heuristic"],
    why:
      "A bundler or loader may lead the specifier there; that no other definition has the name is no proof.",
    limits:
      "A default or whole import names no definition and is not bound. What a manifest, an import map, a path " +
      "mapping or a runtime lists is never bound so.",
  },
  star_import: {
    summary: "A star import of a module that makes the name public.",
    confidences: ["static", "heuristic"],
    why:
      "Static where the module's list of public names has it. Heuristic where the module only defines it, where " +
      "several star imports bring it (the last one wins), or where a star import from outside stands behind.",
    limits:
      "What a list takes from elsewhere by more than another module's list is not evaluated; what stars of modules " +
      "outside the repository bring is `external`.",
  },
  global_scope: {
    summary: "The name is declared for every file (`declare global`).",
    confidences: ["static"],
    why: "Such a declaration is what the name means wherever nothing nearer takes it.",
    limits:
      "Names that the language itself owns (`Window`, `Array`) stay the language's: what a repository adds to " +
      "them is not bound.",
  },
  unique_name: {
    summary:
      "Nothing but the name fits, and it is defined once among the scripts that share one global scope.",
    confidences: ["syntactic"],
    why: "Whether the two scripts are loaded into one page is not in the source.",
    limits: "Modules never bind so, and a name that several scripts define is `ambiguous`.",
  },
  alternative: {
    summary: "One of several definitions that may be bound at run time.",
    confidences: ["heuristic", "syntactic"],
    why:
      "Branches, guarded imports, build variants and unions of types leave open which one it is: each has an edge. " +
      "Syntactic for a variant that only tags set by a person, an old compiler or a platform that Go's releases do " +
      "not wait for would build, beside one that needs none of them.",
    limits:
      "More than eight alternatives are `ambiguous` and have none. Conditions of branches are not evaluated.",
  },
} as const satisfies Record<string, Rule>;
export type RuleName = keyof typeof RULES;

/** Rules of edges that no reference makes. */
export const STRUCTURE_RULES = {
  contains: {
    summary:
      "A container and what it declares: a file in its package, a definition in its file, a member in its type.",
    confidences: ["precise"],
    why: "It is what the source's structure says.",
    limits: "Locals are no symbols unless they are functions or classes.",
  },
  module: {
    summary: "An import and the module that its specifier means.",
    confidences: ["static", "heuristic"],
    why: "The language's module system finds the module. Heuristic where several modules have the name.",
    limits: "Modules outside the repository, and specifiers that are no plain text, make no edge: they are " +
      "`external` and `dynamic_import`.",
  },
  supplied: {
    summary: "A parameter of a test or fixture and the fixture of its name.",
    confidences: ["heuristic"],
    why: "pytest looks fixtures up by name: in the class, the module, then each `conftest.py` outwards.",
    limits:
      "Fixtures of plugins, those that are named by an argument of their decorator, and those that are used without a " +
      "parameter (`autouse`, `usefixtures`) are not seen; what `parametrize` gives instead is not told apart.",
  },
  override: {
    summary: "A member and the inherited member of its name that it stands for.",
    confidences: ["static", "heuristic", "syntactic"],
    why: "The type names its base. Heuristic in plain JavaScript, and as weak as a base on the way.",
    limits: "Signatures are not compared; the nearest ancestor that declares the name is meant.",
  },
  method_set: {
    summary: "A type that has all methods of an interface, and each of the methods.",
    confidences: ["static", "heuristic"],
    why:
      "Names and signatures are equal, type by type, as the language demands it. Heuristic where an embedded type, " +
      "of which nothing is known here, may bring a nearer method.",
    limits:
      "An interface that embeds something unknown is implemented by nobody; interfaces without methods, and " +
      "instances of generic types, are left out.",
  },
} as const satisfies Record<string, Rule>;
export type StructureRule = keyof typeof STRUCTURE_RULES;

/** Why a reference has no target, as the documentation tells it. */
export const REASONS: Readonly<
  Record<UnresolvedReason, { readonly summary: string; readonly limits: string }>
> = {
  external: {
    summary:
      "The name, or the receiver it is a member of, belongs to a module outside the repository or to the " +
      "language itself. `module` names it where it is known.",
    limits:
      "A specifier that no manifest of the repository lists counts as external too, unless `unlisted_import` binds.",
  },
  local: {
    summary: "The name is a parameter or a local that has no symbol: what it holds is decided elsewhere.",
    limits: "A local that only ever holds one known function is not followed.",
  },
  dynamic_receiver: {
    summary: "A member of something whose type is not known: it is never bound by its name alone.",
    limits: "Also where the type is known and other code decides its members: unknown bases, spreads.",
  },
  dynamic_import: {
    summary: "The module is named by an expression, not by a text.",
    limits: "Texts that are put together are not evaluated.",
  },
  ambiguous: {
    summary: "More definitions fit than are listed as alternatives, or several scripts define the name.",
    limits: "The definitions are not listed.",
  },
  ambiguous_module: {
    summary: "More modules have the imported name than are listed as alternatives.",
    limits: "The modules are not listed.",
  },
  not_found: {
    summary:
      "Everything that could have the name is known, and nothing has it: a missing file, a misspelt name, or a " +
      "member that is only made at run time.",
    limits: "What code adds at run time looks the same as what is missing.",
  },
  parse_error: {
    summary: "The reference lies in a range that did not parse: what such text names is not guessed.",
    limits: "The range is the parser's; it may be larger than the mistake.",
  },
};
