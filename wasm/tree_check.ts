// Asks, once a grammar, whether trees are read as the loaded tree-sitter means them: a small text is parsed, and what was
// read of it is compared with what tree-sitter itself says in words. A layout that is not the one known here shows at
// once and the grammar is refused; without this a misread tree would be facts.

import type { NodeId, SyntaxTree } from "./syntax_tree.ts";

/** Read by every grammar, if only as an error; most see members, arguments, a text and names that stand for others. */
export const CHECK_TEXT = 'a.b(c, "d")\n';

/** Throws unless the tree of `CHECK_TEXT` is the one that tree-sitter writes as that S-expression. */
export function checkReading(tree: SyntaxTree, expression: string): void {
  const nodes = Array.from({ length: tree.count }, (_, node) => node);
  const leaves = nodes.filter((node) => tree.past(node) === node + 1).map((node) => tree.text(node).trim());
  if (expressionOf(tree, 0) !== expression || leaves.join("") !== CHECK_TEXT.replaceAll(/\s/g, "")) {
    throw new Error("the trees of this web-tree-sitter are laid out in another way");
  }
}

/** A tree as tree-sitter writes it: named nodes with their fields. */
function expressionOf(tree: SyntaxTree, node: NodeId): string {
  let text = `(${tree.type(node)}`;
  for (let child = tree.first(node); child >= 0; child = tree.next(child)) {
    if (!tree.isNamed(child)) continue;
    const field = tree.field(child);
    text += ` ${field === null ? "" : `${field}: `}${expressionOf(tree, child)}`;
  }
  return `${text})`;
}
