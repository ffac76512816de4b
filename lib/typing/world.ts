// What the evaluator asks of the program around it, and what a language tells it. Resolution implements `World`; each
// language's rules door implements `LanguageRules`. Law kept: no name here belongs to one language.

import type {
  Definition,
  ExprId,
  ExprKind,
  FileFacts,
  Import,
  RuleName,
  UnresolvedReason,
} from "../model/mod.ts";
import type { Chain, Seen, Strength, Type, Typed } from "./algebra.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Circles } from "./memo.ts";
import type { Protocol } from "./protocols.ts";

/** One file with facts, as resolution sees it. */
export interface FileView {
  readonly index: number;
  readonly path: string;
  readonly language: string;
  readonly facts: FileFacts;
  readonly rules: LanguageRules;
  /** The file's own symbol; its definitions follow in order. */
  readonly symbol: number;
}

/** A symbol that a name or member may mean, with the proof. */
export interface Target {
  readonly symbol: number;
  readonly strength: Strength;
  readonly chain: Chain | null;
  /** The rule that bound it, without language and version. */
  readonly rule: RuleName;
  /** What would have bound it, were it not one of several. */
  readonly alone?: { readonly strength: Strength; readonly rule: RuleName };
  /** For a member of a value: what it is seen through. */
  readonly seen?: Seen;
}

/** A module that a name may mean, with the proof. */
export interface ModuleTarget {
  readonly module: number;
  readonly strength: Strength;
  readonly chain: Chain | null;
}

/** What a name or member denotes. At most one of the parts says something, targets and `aliases` apart. */
export interface Denotation {
  readonly targets: readonly Target[];
  /** Pure aliases that were passed on the way to the targets. */
  readonly aliases: readonly Target[];
  /** A module as a value; several where each has the name. */
  readonly modules: readonly ModuleTarget[];
  /** A local or parameter: binding ids in that file. */
  readonly local: { readonly file: number; readonly bindings: readonly number[] } | null;
  /** A value without a symbol of its own (an object literal's property, a container's method). */
  readonly value: Typed | null;
  /** Whether the targets are declarations of one name that a use tells apart, as a type or as a value. */
  readonly merged: boolean;
  /** Why there is no target. */
  readonly reason: UnresolvedReason | null;
  /** The module outside the repository that owns it, where known. */
  readonly module_name: string | null;
}

/** A module: one file, a folder of modules, or a package of several files. */
export interface Module {
  /** Files whose top level makes its members. */
  readonly files: readonly number[];
  /** Folder in which sub-modules lie, or null. */
  readonly folder: string | null;
  /** The symbol an import edge points to, or -1 where there is none (a folder without a file). */
  readonly symbol: number;
}

/** What a module specifier means. */
export type ModuleAnswer =
  | { readonly kind: "modules"; readonly modules: readonly number[]; readonly ambiguous: boolean }
  /** `isUnlisted`: no manifest and no runtime has a module of that name. */
  | { readonly kind: "external"; readonly name: string; readonly isUnlisted?: boolean }
  | { readonly kind: "missing" }
  | { readonly kind: "dynamic" };

/** A language's module system over one set of files. */
export interface ModuleRules {
  /** Meaning of an import in a file. */
  resolve(file: FileView, statement: Import): ModuleAnswer;
  /** The module a file belongs to; -1 where it says none. */
  moduleOf(file: number): number;
  /** The sub-module of a module, or -1. */
  submodule(module: number, name: string): number;
  /** The module that many levels above a module; itself for 0 and where there is none. */
  ancestor(module: number, levels: number): number;
  /** The name that importing a module binds where the import gives none; null where it always gives one. */
  boundName(module: number): string | null;
  /** Whether an unnamed import of a module outside the repository may bind this name. */
  mayBind(specifier: string, name: string): boolean;
  /** How one file sees what another one declares, where files may be left out of a program. */
  coexistence(from: number, other: number): Coexistence;
}

/** Whether two files are ever part of one program: in the usual one, in an unusual one only, or in none. */
export type Coexistence = "usual" | "rare" | "never";

/** An import that is an expression. */
export interface ImportedValue {
  /** The module's value; the module itself where only its types are meant. */
  readonly denotation: Denotation;
  readonly typeOnly: boolean;
}

/** What building the module system may read. */
export interface ModuleContext {
  /** Files with facts of the language's family, in path order. */
  readonly files: readonly FileView[];
  /** Every captured path, text files included. */
  readonly paths: ReadonlySet<string>;
  /** Text of the language's configuration files by path. */
  readonly configs: ReadonlyMap<string, string>;
  readonly sourceRoots: readonly string[];
  /** The symbol of a file's package, or -1. */
  packageSymbol(file: number): number;
  addModule(module: Module): number;
  module(id: number): Module;
}

/** How names exported by a module are found. */
export type ExportStyle = "explicit" | "top_level" | "package";

/** A language's rules door: everything resolution has to know of one language. */
export interface LanguageRules {
  /** Raised when the same facts would resolve otherwise. */
  readonly resolutionVersion: number;
  /** Languages of one family can name each other. */
  readonly family: string;
  /** Whether a path is a configuration file of this language. */
  isConfiguration(path: string): boolean;
  modules(context: ModuleContext): ModuleRules;
  readonly exportStyle: ExportStyle;
  /** Whether bare names in a class body see the class's own members. */
  readonly classBodySeesMembers: boolean;
  /** Whether the arm of a binding is a scope, so that the order in which code runs is known. */
  readonly armsAreScopes: boolean;
  /** Whether a local is visible only after its declaration. */
  readonly localsAreOrdered: boolean;
  /** Order in which bases are searched. */
  readonly memberOrder: "depth_first" | "breadth_first";
  /** Whether only a tuple is taken apart by position: the first of anything else is itself. */
  readonly destructuresOnlyTuples: boolean;
  /** Whether calling a type converts a value rather than making an instance. */
  readonly callingTypeConverts: boolean;
  /** Whether a call of a class names the class (`C()`); else only `new` does. */
  readonly callingClassConstructs: boolean;
  /** Whether a class itself has the members of its instances (`C.m(c)`). */
  readonly classHasInstanceMembers: boolean;
  /** Whether a function that is no member has a receiver of its own, which its caller decides. */
  readonly functionsHaveReceivers: boolean;
  /** Whether a parameter without annotation in a member's first place is its receiver. */
  readonly implicitReceiver: boolean;
  /** What a declared type, and what a constructor call, prove in this dialect. */
  declaredStrength(dialect: string): Strength;
  /** Whether a name that nothing binds means what the file's own module exports. */
  isOwnExports(file: FileView, name: string): boolean;
  /** The module that owns a global name (`builtins`), or null. */
  builtinOwner(name: string, dialect: string): string | null;
  /** The module that owns the language's own values and their members, or null where they have none. */
  readonly languageModule: string | null;
  /** The module that owns a member every object has (`builtins` for `__class__`), or null. */
  builtinMemberOwner(name: string): string | null;
  /** The meaning of a well-known type name with its arguments, or null. `argument(i)` evaluates one. */
  namedType(
    name: string,
    argument: (index: number) => Type,
    count: number,
    module: string | null,
  ): Type | null;
  /** The type of a literal or collection. */
  literalType(kind: ExprKind, name: string, elements: () => readonly Type[]): Type;
  /** The result of calling a global name that is no definition of the repository, or null. */
  builtinCall(evaluator: Evaluator, file: FileView, name: string, call: ExprId): Typed | null;
  /** The result of calling a function of a module outside the repository, or null. */
  moduleCall(evaluator: Evaluator, file: FileView, module: string, name: string, call: ExprId): Typed | null;
  /**
   * What a function of a module outside the repository hands to the function at a place of its arguments, by position or
   * name; nothing where it hands nothing, or that is not known.
   */
  moduleHands(
    evaluator: Evaluator,
    file: FileView,
    module: string,
    name: string,
    call: ExprId,
    place: number | string,
  ): readonly Typed[];
  /** The type of a member of a container or of a value of the language's own, or null. */
  containerMember(type: Type, name: string): Type | null;
  /** What iterating a container gives; `which` is "value" or "key" as the loop says. */
  iterated(type: Type, which: string): Type | null;
  /** Members that the language itself calls. */
  readonly protocol: Protocol;
  /** The member that an operator with that many operands calls on the first one, or null. */
  operatorMember(operator: string, operands: number): string | null;
  /** The name of a type that stands for the class around it, or null. */
  readonly selfType: string | null;
  /** Functions whose results are type variables. */
  readonly typeVariables: ReadonlySet<string>;
  /** Bases that only list type variables. */
  readonly genericBases: ReadonlySet<string>;
  /** Bases whose subclasses are tuples of their fields. */
  readonly tupleBases: ReadonlySet<string>;
  /** Whether a decorated name holds what its decorator gives back. */
  readonly decoratorsReplace: boolean;
  /** Whether a member's name is known to the code of its own class alone. */
  readonly isPrivateName: (name: string) => boolean;
  /** Modules outside whose classes, as bases, bring no members that a class of the repository may have too. */
  readonly plainModules: ReadonlySet<string | null>;
  /** The module whose classes make enumerations of their subclasses, or null. */
  readonly enumModule: string | null;
  /** Whether an assignment tells more of a name than the type it is declared with. */
  readonly assignmentNarrows: boolean;
  /** Whether a parameter without a declared type takes that of the method it overrides. */
  readonly inheritsParameters: boolean;
  /** Whether a test runner gives something to parameters by their names. */
  readonly suppliesParameters: boolean;
  /** The function whose result a test runner gives to a parameter of a definition, or -1. */
  supplier(evaluator: Evaluator, file: FileView, definition: number, parameter: string): number;
  /** What a name that only renames another one proves. */
  aliasStrength(dialect: string): Strength;
  /** Whether the name of an alias declaration is a type of its own, with members of its own. */
  readonly aliasesAreTypes: boolean;
  /** Result of calling a definition, given its declared or inferred result: awaitables, context managers, properties. */
  callResult(definition: Definition, result: Type): Type;
  /** Whether a definition of callable kind is read like a value (a property). */
  isAccessor(definition: Definition): boolean;
  /** Which of several definitions of one name in one scope a use means: the last one or any of them. */
  readonly redefinition: "last" | "any";
  /** Whether a type implements an interface by having its methods. */
  readonly implementsByMethods: boolean;
  /** Whether declarations of one name in one scope share their members. */
  readonly mergesDeclarations: boolean;
  /** The package a file belongs to by its own words, with the byte offset of its name; null without packages. */
  packageOf(
    file: { readonly path: string; readonly facts: FileFacts },
  ): { readonly name: string; readonly byteOffset: number } | null;
  /** Whether a file is a test file by its path. */
  isTestFile(path: string): boolean;
  /** Whether a file's top level is global to all such files (a script without imports and exports). */
  isGlobalScript(file: FileView): boolean;
  /** Whether a definition is declared for all files of the family (`declare global`). */
  isDeclaredGlobal(file: FileView, definition: Definition): boolean;
  /** Whether a definition is a test. */
  isTest(evaluator: Evaluator, file: FileView, definition: number): boolean;
}

/** The program around the evaluator. */
export interface World {
  readonly circles: Circles;
  /** Called with every question that is not answered yet; throws where there is no more time for answers. */
  tick(): void;
  readonly files: readonly FileView[];
  file(symbol: number): FileView;
  /** The definition of a symbol; null for a file's or package's own. */
  definition(symbol: number): Definition | null;
  /** The number of a symbol's definition in its file; negative for a file's or package's own. */
  definitionOf(symbol: number): number;
  /** The symbol of a definition. */
  symbolOf(file: FileView, definition: number): number;
  /** What a name means in a scope of a file, at a byte offset. */
  lookup(file: FileView, expr: ExprId): Denotation;
  /** The type that a test before has told of a member of a name; null where none has. */
  toldOfMember(file: FileView, expr: ExprId): Typed | null;
  /** What the import whose specifier starts at a byte offset means; null where there is none. */
  importedAt(file: FileView, byteOffset: number): ImportedValue | null;
  /** The symbol that a property of an object type declares, or -1. */
  declaredBy(file: FileView, property: ExprId): number;
  /** How a file sees what declares a symbol. */
  coexistence(file: FileView, symbol: number): Coexistence;
  /** Whether an expression stands where a type is wanted. */
  isTypeUse(file: FileView, expr: ExprId): boolean;
  /** The bindings of a name in one scope, in source order. */
  bindings(file: FileView, scope: number, name: string): readonly number[];
  /** What a module's member means to a file outside it. */
  exported(module: number, name: string): Denotation;
  /** What the module whose whole value a symbol is exports beside it under a name, or null. */
  exportedBeside(symbol: number, name: string): Denotation | null;
  moduleRules(file: FileView): ModuleRules;
  module(id: number): Module;
  /** The symbol whose members a name in its body sees as its receiver: the class around a definition, or -1. */
  enclosingClass(file: FileView, scope: number): number;
  /** Own members of a type, namespace or object by name; merged declarations share them. */
  members(symbol: number): ReadonlyMap<string, readonly number[]>;
  /** How many types, namespaces and objects have a member of a name of their own. */
  declaring(name: string): number;
  /** All declarations that are merged with a symbol, itself included. */
  declarations(symbol: number): readonly number[];
}
