// Facts of all files to the graph: whole, in memory, pure. Laws kept: the same facts give the same graph in any order of
// files; no author picks a confidence. Never here: parsing, storage, Git, IO.

import {
  compareUtf8,
  type Diagnostic,
  type Edge,
  type FileFacts,
  type Graph,
  type GraphFile,
  type GraphSymbol,
  LineIndex,
  NONE,
  type Unresolved,
} from "../model/mod.ts";
import { LANGUAGES } from "../languages/mod.ts";
import type { LanguageRules } from "../typing/mod.ts";
import { addMethodSets } from "./method_sets.ts";
import { reachedFiles } from "./reach/reached.ts";
import { EdgeCollector } from "./references.ts";
import { addContainment, addImports, addOverrides, addSuppliers } from "./structure.ts";
import { Workspace, type WorkspaceFile } from "./workspace.ts";

export interface ResolveInput {
  /** Every captured file in path order, omitted ones too. */
  readonly files: readonly GraphFile[];
  /** Facts by path, for files that were extracted. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** Text of configuration files by path. */
  readonly configurations: ReadonlyMap<string, string>;
  readonly sourceRoots: readonly string[];
  /** Called now and then while the work goes on: what it throws ends it. */
  readonly checkpoint?: () => void;
  /** What is known of an earlier resolution under the same rules and configuration; null for none. */
  readonly earlier?: EarlierFacts | null;
}

/** From where a resolution may go on. */
export interface EarlierFacts {
  /** The facts as they were, by path, of files whose facts are others now. */
  readonly before: ReadonlyMap<string, FileFacts>;
  /** Paths that are new. */
  readonly added: ReadonlySet<string>;
  /** Paths that are there no more, with what was there. */
  readonly removed: ReadonlyMap<
    string,
    { readonly language: string | null; readonly facts: FileFacts | null }
  >;
  /** Files that are resolved again whatever changed. */
  readonly again: ReadonlySet<string>;
  /** Where more files than this would be resolved again, all of them are. */
  readonly most: number;
}

/** A graph, or the part of it that may be another than it was. */
export interface Resolution {
  /** All files and symbols; edges, unresolved references and diagnostics of those files that were resolved. */
  readonly graph: Graph;
  /** The files that were resolved, as indexes into the graph's; null for all of them. */
  readonly resolved: ReadonlySet<number> | null;
  /** Files whose answers came of circles: they depend on the order of questions, and are asked again each time. */
  readonly circular: ReadonlySet<number>;
  /** Whether a later resolution may go on from this one. */
  readonly isResumable: boolean;
}

let loaded: Promise<ReadonlyMap<string, LanguageRules>> | null = null;

/** The rules of all languages by language id. */
export function languageRules(): Promise<ReadonlyMap<string, LanguageRules>> {
  return loaded ??= (async () => {
    const rules = new Map<string, LanguageRules>();
    for (const language of LANGUAGES) {
      if (language.rules !== null) rules.set(language.id, await language.rules());
    }
    return rules;
  })();
}

/** Whether some language's resolution reads the file at a path as configuration. */
export async function isConfiguration(path: string): Promise<boolean> {
  for (const rules of (await languageRules()).values()) if (rules.isConfiguration(path)) return true;
  return false;
}

/** The digestible versions of all resolution rules. */
export async function resolutionVersions(): Promise<Record<string, number>> {
  const rules = await languageRules();
  return Object.fromEntries([...rules].map(([id, { resolutionVersion }]) => [id, resolutionVersion]));
}

/** Resolves a repository, the whole of it where nothing is known of an earlier resolution. */
export async function resolve(input: ResolveInput): Promise<Resolution> {
  const rules = await languageRules();
  const files = input.files.filter((file) => file.status !== "omitted");
  const workspace = workspaceOf(
    input,
    files.map((file) => ({
      path: file.path,
      language: file.language,
      facts: input.facts.get(file.path) ?? null,
      rules: file.language === null ? null : rules.get(file.language) ?? null,
    })),
  );
  // File numbers in the graph count omitted files too.
  const graphIndex = new Map(input.files.map((file, index) => [file.path, index]));
  const toGraph = files.map((file) => graphIndex.get(file.path)!);
  const only = input.earlier == null ? null : filesAgain(workspace, files, input, input.earlier, rules);
  const collector = new EdgeCollector(workspace, toGraph);
  const { circles, exports: { evaluator } } = workspace;
  const circular = new Set<number>();
  workspace.views((view) => {
    const { foreign } = circles;
    circles.file = view.index;
    if (only === null || only.has(view.index)) {
      addContainment(workspace, view, collector);
      addImports(workspace, view, collector);
      collector.file(view);
      addSuppliers(workspace, view, collector);
      addOverrides(workspace, view, collector);
    }
    if (circles.foreign > foreign) circular.add(view.index);
    workspace.forget(view);
  });
  const { met } = circles;
  circles.file = NONE;
  const isWhole = addMethodSets(workspace, collector, only);
  const symbols = describeSymbols(workspace, files, input.facts, toGraph);
  // What stands on the order of questions beyond one file is the same only where everything is asked.
  const isResumable = isWhole && circles.met === met && !evaluator.isDeep;
  if (only !== null && !isResumable) return await resolve({ ...input, earlier: null });
  // A circle that was entered from elsewhere may have been entered by its own file before.
  for (const file of circles.entered) circular.add(file);
  const missing = only === null ? [] : [...circular].filter((file) => !only.has(file));
  if (missing.length > 0) {
    const again = new Set([...input.earlier!.again, ...missing.map((file) => files[file].path)]);
    return await resolve({ ...input, earlier: { ...input.earlier!, again } });
  }
  const graph: Graph = {
    files: input.files,
    symbols,
    edges: unique(collector.edges, symbols),
    unresolved: orderedMisses(collector.unresolved),
    words: collector.words,
    diagnostics: files.flatMap((file, index) => diagnosticsOf(input.facts.get(file.path), toGraph[index])),
  };
  const resolved = only === null ? null : new Set([...only].map((file) => toGraph[file]));
  const circularFiles = new Set([...circular].map((file) => toGraph[file]));
  return { graph, resolved, circular: circularFiles, isResumable };
}

function workspaceOf(input: ResolveInput, files: readonly WorkspaceFile[]): Workspace {
  const { configurations, sourceRoots, checkpoint } = input;
  const paths = new Set(files.map(({ path }) => path));
  return new Workspace({ files, paths, configurations, sourceRoots, checkpoint });
}

/** The files that have to be resolved again, by their number in the workspace; null for all of them. */
function filesAgain(
  workspace: Workspace,
  files: readonly GraphFile[],
  input: ResolveInput,
  { before, added, removed, again, most }: EarlierFacts,
  rules: ReadonlyMap<string, LanguageRules>,
): ReadonlySet<number> | null {
  const numbers = new Map(files.map(({ path }, index) => [path, index]));
  const changed = new Map([...before].map(([path, facts]) => [numbers.get(path)!, facts]));
  let old: Workspace | null = null;
  if (added.size + removed.size > 0) {
    const kept = files.filter(({ path }) => !added.has(path))
      .map(({ path, language }) => ({
        path,
        language,
        facts: before.get(path) ?? input.facts.get(path) ?? null,
      }));
    const gone = [...removed].map(([path, { language, facts }]) => ({ path, language, facts }));
    const all = [...kept, ...gone].sort((a, b) => compareUtf8(a.path, b.path));
    const withRules = (language: string | null) => language === null ? null : rules.get(language) ?? null;
    old = workspaceOf(input, all.map((file) => ({ ...file, rules: withRules(file.language) })));
  }
  const reached = reachedFiles(workspace, old, changed, most);
  if (reached === null) return null;
  const all = new Set([...reached, ...[...again].map((path) => numbers.get(path)!)]);
  return all.size > most ? null : all;
}

function describeSymbols(
  workspace: Workspace,
  files: readonly GraphFile[],
  facts: ReadonlyMap<string, FileFacts>,
  toGraph: readonly number[],
): GraphSymbol[] {
  const symbols: GraphSymbol[] = [];
  const table = workspace.symbols;
  const lines = files.map((file) => {
    const own = facts.get(file.path);
    return own === undefined ? null : new LineIndex(own.lineStarts, own.byteLength);
  });
  for (let symbol = 0; symbol < table.count; symbol++) {
    const file = table.fileOf[symbol];
    const index = lines[file];
    const at = (start: number, end: number, nameStart: number) => ({
      line: index === null ? 1 : index.line(nameStart),
      startLine: index === null ? 1 : index.line(start),
      endLine: index === null ? files[file].lastLine ?? 1 : index.lastLine(start, end),
    });
    const common = { id: table.id(symbol), file: toGraph[file], qualifiedName: table.qualifiedName(symbol) };
    const definition = table.definition(symbol);
    const path = files[file].path;
    if (definition === null) {
      const packaged = table.isPackage(symbol) ? table.package(file)! : null;
      const byteLength = packaged === null ? facts.get(path)?.byteLength ?? files[file].sizeBytes : 0;
      const start = packaged?.byteOffset ?? 0;
      const end = packaged === null ? byteLength : start + new TextEncoder().encode(packaged.name).length;
      symbols.push({
        ...common,
        ...at(start, end, start),
        name: packaged?.name ?? path.slice(path.lastIndexOf("/") + 1),
        kind: packaged === null ? "file" : "package",
        startByte: start,
        endByte: end,
        nameStart: start,
        nameEnd: packaged === null ? start : end,
        parent: packaged === null ? table.package(file)?.symbol ?? NONE : NONE,
        signature: packaged === null ? null : `package ${packaged.name}`,
        doc: null,
        visibility: "public",
        exported: true,
        decorators: [],
        isTest: workspace.files[file]?.rules.isTestFile(path) ?? false,
      });
      continue;
    }
    const view = workspace.files[file];
    const container = view === undefined
      ? table.symbol(file, definition.parent)
      : workspace.containerOf(view, definition);
    symbols.push({
      ...common,
      ...at(definition.start, definition.end, definition.nameStart),
      name: definition.name,
      kind: definition.kind,
      startByte: definition.start,
      endByte: definition.end,
      nameStart: definition.nameStart,
      nameEnd: definition.nameEnd,
      parent: container === NONE ? table.fileSymbol[file] : container,
      signature: definition.signature,
      doc: definition.doc,
      visibility: definition.visibility,
      exported: definition.exported,
      decorators: definition.decoratorNames,
      isTest: view?.rules.isTest(workspace.exports.evaluator, view, table.definitionOf[symbol]) ?? false,
    });
  }
  return symbols;
}

/** One edge per kind, site and target, in the order of the export. */
function unique(edges: readonly Edge[], symbols: readonly GraphSymbol[]): Edge[] {
  const sorted = [...edges].sort((a, b) =>
    a.file - b.file || a.byteOffset - b.byteOffset || compareUtf8(a.kind, b.kind) ||
    compareUtf8(symbols[a.source].id, symbols[b.source].id) ||
    compareUtf8(symbols[a.target].id, symbols[b.target].id)
  );
  return sorted.filter((edge, i) => {
    const before = sorted[i - 1];
    return before === undefined || before.file !== edge.file || before.byteOffset !== edge.byteOffset ||
      before.kind !== edge.kind || before.target !== edge.target || before.source !== edge.source;
  });
}

function orderedMisses(misses: readonly Unresolved[]): Unresolved[] {
  return [...misses].sort((a, b) =>
    a.file - b.file || a.byteOffset - b.byteOffset || compareUtf8(a.role, b.role) ||
    compareUtf8(a.name, b.name)
  );
}

function diagnosticsOf(facts: FileFacts | undefined, file: number): Diagnostic[] {
  return (facts?.problems ?? []).map(({ start, end, code }) => ({
    file,
    startByte: start,
    endByte: end,
    code,
  }));
}
