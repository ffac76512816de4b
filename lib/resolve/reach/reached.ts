// Which files a change of some can reach: whose references may mean something else now. Everything is found by a name, so that
// what changed in a file reaches who says its name, and what of theirs is made of it has changed as well, and so on.
// Laws kept: a file that is not told means what it meant; where that cannot be told, nothing is.
// Not here: what of a file others can see (`slices.ts`); places, which move without a change of meaning.

import { EXPR_KINDS, type FileFacts, FLAGS, isType, NONE } from "../../model/mod.ts";
import type { FileView } from "../../typing/mod.ts";
import type { Workspace } from "../workspace.ts";
import { BY_MODULE, type Change, ChangedNames, type Sight } from "./changed_names.ts";
import { BindingIndex, type Mentions, mentionsOf, saidIn, saysAny } from "./mentions.ts";
import { changedPaths, type PathChange } from "./paths.ts";
import { type Entry, type Surface, surfaceOf } from "./slices.ts";

/** More changed names than this reach everything. */
const MAX_NAMES = 400;
/** What is known of one file. */
interface Known extends Sight {
  readonly view: FileView;
  readonly index: BindingIndex;
  /** Names that it says. */
  readonly said: ReadonlySet<string>;
  mentions: Mentions | null;
  surface: Surface | null | undefined;
  readonly marked: Set<Entry>;
  /** Names of its own that changed. */
  readonly own: Set<string>;
  /** Whether an import that changed may bind a name, of those that do not say which. */
  readonly binds: ((name: string) => boolean)[];
  leadsTo(statement: number, givers: ReadonlySet<number>): boolean;
}

/**
 * The files that a change can reach, those that changed among them; null where it may be any. `old` is the workspace as it was,
 * where its paths were others; `before` has the facts of files whose facts changed, as they were; more files than `most` are
 * not told.
 */
export function reachedFiles(
  workspace: Workspace,
  old: Workspace | null,
  before: ReadonlyMap<number, FileFacts>,
  most: number,
): ReadonlySet<number> | null {
  const paths = old === null ? SAME_PATHS : changedPaths(workspace, old);
  return paths === null ? null : new Reach(workspace, paths, most).run(before);
}

const SAME_PATHS: PathChange = { came: [], went: [], imports: new Map(), names: new Set() };

class Reach {
  readonly #workspace: Workspace;
  readonly #paths: PathChange;
  readonly #most: number;
  readonly #files: (Known | undefined)[] = [];
  readonly #reached = new Set<number>();
  readonly #changed: ChangedNames;
  /** Types that derive something that is a test. */
  readonly #tests = new Set<string>();

  constructor(workspace: Workspace, paths: PathChange, most: number) {
    this.#workspace = workspace;
    this.#paths = paths;
    this.#most = most;
    this.#changed = new ChangedNames(paths.names);
  }

  run(before: ReadonlyMap<number, FileFacts>): ReadonlySet<number> | null {
    for (const [file, facts] of before) {
      this.#reached.add(file);
      // Of a language without rules nothing is bound.
      if (this.#workspace.files[file] === undefined) continue;
      if (!this.#compare(file, facts)) return null;
    }
    if (!this.#otherPaths()) return null;
    for (let fresh = this.#changed.takeFresh(); fresh.size > 0; fresh = this.#changed.takeFresh()) {
      if (this.#changed.size > MAX_NAMES || this.#reached.size > this.#most) return null;
      for (const view of this.#workspace.files) {
        if (view !== undefined && !this.#visit(view, fresh)) return null;
      }
    }
    return this.#reached.size > this.#most ? null : this.#reached;
  }

  /** Marks what came, what went, and what is imported from elsewhere now; false where that cannot be told. */
  #otherPaths(): boolean {
    const { came, went, imports } = this.#paths;
    for (const view of went) {
      const index = new BindingIndex(view.facts);
      const surface = surfaceOf(view, index);
      if (surface === null) return false;
      // It has no number any more that an import could lead to.
      const gone = { ...view, index: NONE };
      for (const entry of surface.entries) this.#change(this.#knownOf(gone, index), gone, entry, "whole");
    }
    for (const { index } of came) {
      const file = this.#known(index);
      this.#reached.add(index);
      const surface = this.#surface(file);
      if (surface === null) return false;
      for (const entry of surface.entries) this.#mark(file, entry, "whole");
    }
    for (const [index, statements] of imports) {
      const file = this.#known(index);
      this.#reached.add(index);
      const surface = this.#surface(file);
      if (surface === null) return false;
      for (const entry of surface.entries) {
        if (entry.mentions.imported.some(({ statement }) => statements.has(statement))) {
          this.#mark(file, entry, "whole");
        }
      }
    }
    return true;
  }

  /** Marks what differs between a file as it was and as it is; false where that has no name. */
  #compare(file: number, facts: FileFacts): boolean {
    const now = this.#known(file);
    const old: FileView = { ...now.view, facts };
    const was = surfaceOf(old, new BindingIndex(facts));
    const is = this.#surface(now);
    if (was === null || is === null || was.whole !== is.whole) return false;
    const ofOld = Map.groupBy(was.entries, ({ key }) => key);
    const ofNew = Map.groupBy(is.entries, ({ key }) => key);
    for (const key of new Set([...ofOld.keys(), ...ofNew.keys()])) {
      const a = ofOld.get(key) ?? [];
      const b = ofNew.get(key) ?? [];
      if (a.length === b.length && a.every(({ text }, index) => text === b[index].text)) continue;
      for (const entry of b) this.#mark(now, entry, "whole");
      // What is there no more is marked as it was.
      for (const entry of a) this.#change(now, old, entry, "whole");
    }
    return true;
  }

  #known(file: number): Known {
    const known = this.#files[file];
    if (known !== undefined) return known;
    const view = this.#workspace.files[file];
    return this.#files[file] = this.#knownOf(view, new BindingIndex(view.facts));
  }

  #knownOf(view: FileView, index: BindingIndex): Known {
    return {
      view,
      index,
      said: saidIn(view.facts),
      mentions: null,
      surface: undefined,
      marked: new Set(),
      own: new Set(),
      binds: [],
      leadsTo: (statement, givers) => this.#leadsTo(view, statement, givers),
    };
  }

  #surface(known: Known): Surface | null {
    if (known.surface === undefined) known.surface = surfaceOf(known.view, known.index);
    return known.surface;
  }

  /** Looks whether a file says what changed, and marks what of it is made of that; false where that cannot be told. */
  #visit(view: FileView, fresh: ReadonlySet<string>): boolean {
    const known = this.#files[view.index];
    if (known === undefined && !saysAny(view.facts, fresh)) return true;
    const file = known ?? this.#known(view.index);
    if (known !== undefined && ![...fresh].some((name) => file.said.has(name))) return true;
    const mentions = file.mentions ??= mentionsOf(view, file.index);
    if (this.#changed.touched(mentions, file) === null) return true;
    this.#reached.add(view.index);
    const surface = this.#surface(file);
    if (surface === null) return false;
    // What changed in a file changes what else of it is made of that.
    for (let size = -1; size < file.marked.size + file.own.size;) {
      size = file.marked.size + file.own.size;
      for (const entry of surface.entries) {
        if (file.marked.has(entry)) continue;
        const change = this.#changed.touched(entry.mentions, file);
        if (change === null) continue;
        const definition = entry.definition === NONE ? null : view.facts.definitions[entry.definition];
        const isInside = change === "inside" && definition !== null && isType(definition.kind);
        this.#mark(file, entry, isInside ? "inside" : "whole");
      }
    }
    return true;
  }

  /** Whether an import leads to one of some files. */
  #leadsTo(view: FileView, statement: number, givers: ReadonlySet<number>): boolean {
    const answer = this.#workspace.imports.answer(view, statement);
    // Of a module outside the repository some file may be meant that defines the name.
    if (answer.kind !== "modules") return answer.kind === "external" && answer.isUnlisted === true;
    return answer.modules.some((module) =>
      this.#workspace.module(module).files.some((file) => givers.has(file) || this.#hasStars(file))
    );
  }

  #hasStars(file: number): boolean {
    const { importNames, exports } = this.#workspace.files[file].facts;
    return importNames.some(({ name }) => name === "*") || exports.some(({ kind }) => kind === "star");
  }

  #mark(file: Known, entry: Entry, change: Change): void {
    if (file.marked.has(entry)) return;
    if (change === "whole") file.marked.add(entry);
    this.#change(file, file.view, entry, change);
  }

  /** An entry of a file, as it is or was, means something else. */
  #change(file: Known, view: FileView, entry: Entry, change: Change): void {
    const { name } = entry;
    if (name === "") {
      this.#unnamed(file, view, entry.mentions.imported[0].statement);
      return;
    }
    if (change === "whole" || !file.own.has(name)) file.own.add(name);
    this.#changed.give(name, view.index);
    if (entry.isExport && BY_MODULE.has(name)) {
      // What is exported beside a whole value is reached through it.
      if (name === "=") {
        for (const one of view.facts.exports) if (one.name !== "=") this.#changed.change(one.name, "whole");
      }
      return;
    }
    this.#changed.change(name, change);
    if (entry.definition !== NONE) this.#definition(file, view, entry, change);
  }

  /** An import that does not say what it binds came, went or leads elsewhere: only its own file sees it. */
  #unnamed(file: Known, view: FileView, statement: number): void {
    if (view.index === NONE) return;
    const rules = this.#workspace.moduleRules(view);
    const { specifier } = view.facts.imports[statement];
    const answer = rules.resolve(view, view.facts.imports[statement]);
    const bound = answer.kind === "modules" ? answer.modules.map((module) => rules.boundName(module)) : [];
    const binds = (name: string) => bound.includes(name) || rules.mayBind(specifier, name);
    file.binds.push(binds);
    const mentions = file.mentions ??= mentionsOf(file.view, file.index);
    for (const name of mentions.outside) if (binds(name)) this.#changed.rebind(name);
  }

  #definition(file: Known, view: FileView, { definition: id, name }: Entry, change: Change): void {
    const { facts, rules } = view;
    const definition = facts.definitions[id];
    this.#changed.define(name);
    if (change === "whole") this.#changed.changeMembers(name);
    if (change === "whole" && isType(definition.kind) && rules.isTestFile(view.path)) this.#bases(view, id);
    const container = definition.parent === NONE
      ? definition.receiver
      : facts.definitions[definition.parent].name;
    if (container === "") return;
    const isField = definition.kind === "field" || definition.kind === "property" ||
      definition.kind === "enum_member";
    const isAsked = rules.implementsByMethods || isImplicit(rules.protocol, name) ||
      (isField && (definition.flags & FLAGS.assigned) === 0);
    if (!isAsked) return;
    file.own.add(container);
    this.#changed.give(container, view.index);
    this.#changed.change(container, "inside");
  }

  /** What a class of a test file derives from, however far up, is a test as well. */
  #bases({ facts }: FileView, id: number): void {
    for (const { expr } of facts.definitions[id].bases) {
      for (const name of namesOfBase(facts, expr)) {
        if (this.#tests.has(name)) continue;
        this.#tests.add(name);
        this.#changed.define(name);
        this.#changed.change(name, "whole");
        this.#changed.changeMembers(name);
        for (const view of this.#workspace.files) {
          if (view === undefined) continue;
          view.facts.definitions.forEach((definition, one) => {
            if (definition.name === name && isType(definition.kind)) this.#bases(view, one);
          });
        }
      }
    }
  }
}

/** The names that a base may be called by. */
function namesOfBase(facts: FileFacts, expr: number): string[] {
  const { name, object, kind, args, argStart } = facts.exprs;
  if (expr === NONE) return [];
  const word = EXPR_KINDS[kind[expr]];
  if (word === "name" || word === "member") return [facts.strings[name[expr]]];
  const parts = [object[expr], ...args.subarray(argStart[expr], argStart[expr + 1])];
  return parts.flatMap((part) => namesOfBase(facts, part));
}

/** Members that code asks for without their name. */
function isImplicit(protocol: FileView["rules"]["protocol"], name: string): boolean {
  return /^__.*__$/.test(name) || Object.values(protocol).includes(name);
}
