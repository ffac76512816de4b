// What holds of the facts of any file and of the graph of any files, whatever they were made of: every range lies in its
// file, every number names something that is there.

import { type FileFacts, NONE } from "../../lib/model/mod.ts";
import type { ToldGraph } from "../../tests/told_graph.ts";

/** What is wrong with facts; none where they are well formed. */
export function factsProblems(facts: FileFacts): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds && problems.length < 5) problems.push(what);
  };
  const { byteLength, exprs, references, scopes, bindings, definitions, imports, exports, strings } = facts;
  const range = (what: string, start: number, end: number) =>
    check(0 <= start && start <= end && end <= byteLength, `${what} ${start}-${end} of ${byteLength}`);
  const number = (what: string, value: number, count: number, least = NONE) =>
    check(least <= value && value < count, `${what} ${value} of ${count}`);
  const count = exprs.kind.length;
  for (let i = 0; i < count; i++) {
    range(`expr ${i}`, exprs.start[i], exprs.end[i]);
    number(`expr ${i} name`, exprs.name[i], strings.length, 0);
    number(`expr ${i} scope`, exprs.scope[i], scopes.kind.length, 0);
    number(`expr ${i} object`, exprs.object[i], count);
    check(exprs.argStart[i] <= exprs.argStart[i + 1], `expr ${i} arguments`);
  }
  check(exprs.argStart[count] === exprs.args.length, "arguments end elsewhere");
  for (const arg of exprs.args) number("argument", arg, count);
  for (let i = 0; i < references.expr.length; i++) {
    number(`reference ${i}`, references.expr[i], count, 0);
    number(`reference ${i} owner`, references.owner[i], definitions.length);
  }
  for (let i = 0; i < scopes.kind.length; i++) {
    range(`scope ${i}`, scopes.start[i], scopes.end[i]);
    number(`scope ${i} parent`, scopes.parent[i], i);
    number(`scope ${i} owner`, scopes.owner[i], definitions.length);
  }
  for (let i = 0; i < bindings.scope.length; i++) {
    number(`binding ${i} scope`, bindings.scope[i], scopes.kind.length, 0);
    number(`binding ${i} name`, bindings.name[i], strings.length, 0);
    number(`binding ${i} start`, bindings.start[i], byteLength + 1, 0);
    number(`binding ${i} value`, bindings.value[i], count);
    number(`binding ${i} annotation`, bindings.annotation[i], count);
  }
  definitions.forEach((definition, i) => {
    const { name, start, end, nameStart, nameEnd, parent } = definition;
    range(`definition ${i} ${name}`, start, end);
    range(`definition ${i} ${name}'s name`, nameStart, nameEnd);
    number(`definition ${i} parent`, parent, definitions.length);
    let [above, steps] = [parent, 0];
    while (above >= 0 && steps++ <= definitions.length) above = definitions[above].parent;
    check(steps <= definitions.length, `definition ${i} holds itself`);
    check(i === 0 || definitions[i - 1].start <= start, `definition ${i} is out of order`);
  });
  for (const statement of imports) range("import", statement.start, statement.end);
  for (const entry of facts.importNames) {
    range("imported name", entry.start, entry.end);
    number("imported name's import", entry.import, imports.length, 0);
  }
  for (const entry of exports) {
    range("export", entry.start, entry.end);
    number("export's import", entry.import, imports.length);
    number("export's expr", entry.expr, count);
  }
  for (const problem of facts.problems) range("problem", problem.start, problem.end);
  return problems;
}

/** What is wrong with a graph; none where it is well formed. */
export function graphProblems({ files, symbols, edges, unresolved }: ToldGraph): string[] {
  const problems: string[] = [];
  const check = (holds: boolean, what: string) => {
    if (!holds && problems.length < 5) problems.push(what);
  };
  const ids = new Set<string>();
  for (const symbol of symbols) {
    const { id, file, startByte, endByte, nameStart, nameEnd, startLine, endLine, line, parent } = symbol;
    check(!ids.has(id), `two symbols ${id}`);
    ids.add(id);
    check(
      id.startsWith(files[file].path.replaceAll("%", "%25").replaceAll("#", "%23")) ||
        symbol.kind === "package",
      `${id} in ${files[file].path}`,
    );
    check(startByte <= endByte && endByte <= files[file].sizeBytes, `${id} ends behind its file`);
    check(nameStart <= nameEnd && nameEnd <= files[file].sizeBytes, `${id}'s name ends behind its file`);
    check(1 <= startLine && startLine <= endLine && 1 <= line, `${id} lines ${startLine}-${endLine}`);
    check(parent >= NONE && parent < symbols.length, `${id} parent ${parent}`);
  }
  const site = (what: string, one: { file: number; byteOffset: number; line: number; column: number }) =>
    check(
      one.byteOffset <= files[one.file].sizeBytes && one.line >= 1 && one.column >= 0,
      `${what} lies nowhere`,
    );
  for (const edge of edges) {
    check(symbols[edge.source] !== undefined && symbols[edge.target] !== undefined, `an edge to nothing`);
    site(`a ${edge.kind} edge`, edge);
  }
  for (const miss of unresolved) {
    check(symbols[miss.source] !== undefined, "what is not bound belongs to nothing");
    site(`unbound ${miss.name}`, miss);
  }
  return problems;
}
