// Facts of all files to the graph: whole, in memory, pure. Laws kept: the same facts give the same graph in any order of
// files; no author picks a confidence. Never here: parsing, storage, Git, IO.

import {
  compareUtf8,
  type Diagnostic,
  type FileFacts,
  type FileRows,
  type Graph,
  type GraphFile,
  NONE,
} from "../model/mod.ts";
import { LANGUAGES } from "../languages/mod.ts";
import type { LanguageRules } from "../typing/mod.ts";
import { describedSymbols } from "./described_symbols.ts";
import { findMethodSets, type MethodSets } from "./method_sets.ts";
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
  /** All files and symbols; the rows of those files that were resolved. */
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
export function resolutionVersions(): Record<string, number> {
  return Object.fromEntries(
    LANGUAGES.flatMap(({ id, versions: { resolution } }) =>
      resolution === null ? [] : [[id, resolution] as const]
    ),
  );
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
  const { circles, exports: { evaluator } } = workspace;
  const { met } = circles;
  const symbols = describedSymbols(workspace, files, input.facts, toGraph);
  const methodSets = findMethodSets(workspace, only);
  // What stands on the order of questions beyond one file is the same only where everything is asked.
  const isOrdered = methodSets.isWhole && circles.met === met;
  const { circular, rows, texts } = eachFile(workspace, toGraph, only, methodSets);
  const isResumable = isOrdered && !evaluator.isDeep;
  if (only !== null && !isResumable) return await resolve({ ...input, earlier: null });
  // A circle that was entered from elsewhere may have been entered by its own file before.
  for (const file of circles.entered) circular.add(file);
  const missing = only === null ? [] : [...circular].filter((file) => !only.has(file));
  if (missing.length > 0) {
    const again = new Set([...input.earlier!.again, ...missing.map((file) => files[file].path)]);
    return await resolve({ ...input, earlier: { ...input.earlier!, again } });
  }
  const diagnostics = files.flatMap((file, index) =>
    diagnosticsOf(input.facts.get(file.path), toGraph[index])
  );
  return {
    graph: { files: input.files, symbols, rows, texts, diagnostics },
    resolved: only === null ? null : new Set([...only].map((file) => toGraph[file])),
    circular: new Set([...circular].map((file) => toGraph[file])),
    isResumable,
  };
}

/** Resolves files, all of them where none are told; `circular` are those whose answers came of circles. */
function eachFile(
  workspace: Workspace,
  toGraph: readonly number[],
  only: ReadonlySet<number> | null,
  methodSets: MethodSets,
): Pick<Graph, "rows" | "texts"> & { readonly circular: Set<number> } {
  const collector = new EdgeCollector(workspace, toGraph);
  const { circles } = workspace;
  const rows: FileRows[] = [];
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
      methodSets.addTo(view, collector);
      rows.push(collector.finish(view));
    }
    if (circles.foreign > foreign) circular.add(view.index);
    workspace.forget(view);
  });
  circles.file = NONE;
  return { rows, texts: collector.texts, circular };
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

function diagnosticsOf(facts: FileFacts | undefined, file: number): Diagnostic[] {
  return (facts?.problems ?? []).map(({ start, end, code }) => ({
    file,
    startByte: start,
    endByte: end,
    code,
  }));
}
