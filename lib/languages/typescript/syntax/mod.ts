// The syntax door of TypeScript and JavaScript: one tree to facts. Both languages share every visitor; the dialect picks
// the grammar, and JSDoc types and constructor functions are read in JavaScript only.
// Laws kept: one pass, nothing thrown on odd input, no target. Not here: what modules and members mean.

import type { FileFacts } from "../../../model/mod.ts";
import type { Syntax } from "../../core/mod.ts";
import type { SyntaxTree } from "../../../../wasm/mod.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { mend } from "./mend.ts";
import { Pass, type Visitors } from "./pass.ts";
import { problems } from "./problems.ts";
import { settle } from "./settle.ts";
import { statementList, STATEMENTS } from "./statements.ts";
import { TYPES } from "./type_expressions.ts";

const VISITORS: Visitors = {
  expressions: EXPRESSIONS,
  statements: STATEMENTS,
  types: TYPES,
  list: statementList,
};

export const syntax: Syntax = { mend, extract };

function extract(tree: SyntaxTree, dialect: string): FileFacts {
  const pass = new Pass(tree, dialect, VISITORS);
  pass.openContainerScope("module", 0);
  problems(pass);
  pass.statements(0);
  settle(pass);
  return pass.facts.finish(dialect, tree.source.bytes);
}
