// The examples of rules and reasons: one text each and language under fixtures/rules, resolved in this process.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Edge, Unresolved } from "../../lib/model/mod.ts";
import { type FixtureFile, type Mark, parseFixture } from "../../tests/fixture.ts";
import { graphOf } from "../../tests/graph_of.ts";
import type { ToldGraph } from "../../tests/told_graph.ts";
import { ROOT } from "../parts/repository.ts";

export interface Example {
  /** Language id, and the head of the rule ids that its edges have. */
  readonly language: string;
  /** The rule or reason that it shows. */
  readonly name: string;
  readonly files: readonly FixtureFile[];
  readonly marks: readonly Mark[];
  readonly graph: ToldGraph;
}

const FOLDER = join(ROOT, "fixtures", "rules");

/** All examples, by language and name. */
export async function readExamples(): Promise<Example[]> {
  const examples: Example[] = [];
  for (const language of readdirSync(FOLDER).sort()) {
    for (const file of readdirSync(join(FOLDER, language)).sort()) {
      const { files, marks } = parseFixture(readFileSync(join(FOLDER, language, file), "utf8"));
      const name = file.replace(/\.txt$/, "");
      examples.push({ language, name, files, marks, graph: await graphOf(files) });
    }
  }
  return examples;
}

/** The rule of an edge without language and version. */
export function ruleOf({ ruleId }: Edge): { readonly language: string; readonly rule: string } {
  const [, language, rule] = /^(.+)\.(\w+)@\d+$/.exec(ruleId)!;
  return { language, rule };
}

/** The marked edges of an example that its own rule made, in order of their marks. */
export function shownEdges(example: Example): Edge[] {
  const { graph, language, name } = example;
  return example.marks.flatMap((mark) =>
    graph.edges.filter((edge) => {
      const by = ruleOf(edge);
      return isAt(graph, edge, mark) && mark.text.startsWith(`${edge.kind} `) && by.rule === name &&
        by.language === language;
    })
  );
}

/** The marked references of an example that are not bound for the reason it shows. */
export function shownMisses({ graph, marks, name }: Example): Unresolved[] {
  return marks.flatMap((mark) =>
    graph.unresolved.filter((miss) => isAt(graph, miss, mark) && miss.reason === name)
  );
}

function isAt(graph: ToldGraph, site: Edge | Unresolved, mark: Mark): boolean {
  return graph.files[site.file].path === mark.path && site.line === mark.line && site.column === mark.column;
}
