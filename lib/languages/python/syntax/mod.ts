// The syntax door of Python: sources and stub files to facts, in one walk of the tree.
// Laws kept: nothing is ever thrown at odd input; what does not parse is a problem with its range.
// Not here: modules, members, types and test conventions that need a path (the rules door).

import { addAll, type FileFacts, type SyntaxProblem } from "../../../model/mod.ts";
import type { SyntaxTree } from "../../../../wasm/mod.ts";
import type { Syntax } from "../../core/mod.ts";
import { annotation } from "./annotations.ts";
import { expression } from "./expressions.ts";
import { type Place, type Topics, Walk } from "./place.ts";
import { block } from "./statements.ts";
import { docstring } from "./text.ts";

const topics: Topics = { expression, annotation, block, loose: block };

export const syntax: Syntax = { extract };

function extract(tree: SyntaxTree, dialect: string): FileFacts {
  const walk = new Walk(tree, dialect, topics);
  const { facts, module } = walk;
  const place: Place = { scope: module.scope, frame: module, owner: module.def, arm: 0, typeOnly: false };
  block(walk, 0, place);
  const doc = docstring(tree, 0);
  if (doc !== null) facts.attributes["python.doc"] = doc;
  if (tree.hasErrors) addAll(facts.problems, parseProblems(tree));
  facts.problems.sort((a, b) => a.start - b.start || a.end - b.end);
  return facts.finish(dialect, tree.source.bytes);
}

/** Outermost text that did not parse, and tokens that the parser put in. */
function parseProblems(tree: SyntaxTree): SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  let past = 0;
  for (let node = 0; node < tree.count; node++) {
    const isError = tree.isError(node);
    if (!tree.isMissing(node) && (!isError || node < past)) continue;
    problems.push({
      start: tree.start(node),
      end: tree.end(node),
      code: isError ? "parse_error" : "missing_token",
    });
    if (isError) past = tree.past(node);
  }
  return problems;
}
