// Go's syntax door: one file's tree to facts.
// Law kept: it never throws on odd input, and a file's facts depend on its bytes alone.
// Not here: packages, modules and build constraints, which need other files.

import type { FileFacts, SyntaxProblem } from "../../../model/mod.ts";
import { FactsBuilder, type Syntax } from "../../core/mod.ts";
import type { SyntaxTree } from "../../../../wasm/mod.ts";
import { expression } from "./expressions.ts";
import { readFileHead } from "./file_head.ts";
import { Pass } from "./pass.ts";
import { body, statement } from "./statements.ts";
import { typeExpression } from "./type_expressions.ts";

const WALK = { expression, type: typeExpression, statement, body };

export const syntax: Syntax = {
  extractionVersion: 1,
  grammar: () => "go",
  extract,
};

function extract(tree: SyntaxTree, dialect: string): FileFacts {
  const facts = new FactsBuilder();
  const pass = new Pass(tree, facts, WALK);
  readFileHead(pass, 0);
  body(pass, 0, pass.file);
  for (const definition of facts.definitions) {
    // A method may stand above its type: parents are known only now.
    if (definition.receiver === "") continue;
    definition.parent = pass.packageTypes.get(definition.receiver) ?? definition.parent;
  }
  facts.problems.push(...parseProblems(tree));
  facts.problems.sort((a, b) => a.start - b.start || a.end - b.end);
  return facts.finish(dialect, tree.source.bytes);
}

function parseProblems(tree: SyntaxTree): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  if (!tree.hasErrors) return problems;
  for (let node = 0; node < tree.count; node++) {
    const isError = tree.isError(node);
    if (!isError && !tree.isMissing(node)) continue;
    problems.push({
      start: tree.start(node),
      end: tree.end(node),
      code: isError ? "parse_error" : "missing_token",
    });
    // Errors inside an error say nothing new.
    if (isError) node = tree.past(node) - 1;
  }
  return problems;
}
