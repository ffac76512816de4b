// Symbols as the graph tells them: where they stand, what they are called, what they belong to. Law kept: one entry a symbol of the
// table, in its order.
// Not here: how symbols are numbered and named (`symbols.ts`).

import { type FileFacts, type GraphFile, type GraphSymbol, LineIndex, NONE } from "../model/mod.ts";
import type { Workspace } from "./workspace.ts";

/** `toGraph` gives a file's number in the graph by its number among `files`. */
export function describedSymbols(
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
