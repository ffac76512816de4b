// Go's syntax door: one file's tree to facts.
// Law kept: it never throws on odd input, and a file's facts depend on its bytes alone.
// Not here: packages, modules and build constraints, which need other files.

import type { FileFacts, SyntaxProblem } from "../../../model/mod.ts";
import { FactsBuilder, type Syntax } from "../../core/mod.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../../../wasm/mod.ts";
import { expression } from "./expressions.ts";
import { readFileHead } from "./file_head.ts";
import { Pass } from "./pass.ts";
import { body, statement } from "./statements.ts";
import { typeExpression } from "./type_expressions.ts";

const WALK = { expression, type: typeExpression, statement, body };

export const syntax: Syntax = { extract };

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
  addParseProblems(tree, facts.problems);
  facts.problems.sort((a, b) => a.start - b.start || a.end - b.end);
  return facts.finish(dialect, tree.source.bytes);
}

function addParseProblems(tree: SyntaxTree, problems: SyntaxProblem[]): void {
  if (!tree.hasErrors) return;
  for (let node = 0; node < tree.count; node++) {
    const isError = tree.isError(node);
    if (!isError && !tree.isMissing(node)) continue;
    // Errors inside an error say nothing new.
    const last = isError ? lastOfError(tree, node) : node;
    problems.push({
      start: tree.start(node),
      end: Math.max(tree.end(node), tree.end(last)),
      code: isError ? "parse_error" : "missing_token",
    });
    node = tree.past(last) - 1;
  }
}

/**
 * The last node that an error spoils. A declaration that did not parse inside a function (a brace is missing above it)
 * spoils what follows there: its body looks like statements of the wrong function.
 */
function lastOfError(tree: SyntaxTree, error: NodeId): NodeId {
  let last = error;
  if (tree.source.slice(tree.start(error), tree.start(error) + 5) !== "func ") return last;
  for (let node = error; node !== NO_NODE; node = tree.next(node)) last = node;
  return last;
}
