// What did not parse: one problem for each outermost error and each token that the parser had to imagine.
// Not here: nesting that is too deep, which the walk meets by itself.

import type { Pass } from "./pass.ts";

/** Notes the tree's errors. */
export function problems(pass: Pass): void {
  const { tree, facts } = pass;
  if (!tree.hasErrors) return;
  for (let node = 0; node < tree.count;) {
    const start = tree.start(node);
    if (tree.isError(node)) {
      facts.problems.push({ start, end: tree.end(node), code: "parse_error" });
      node = tree.past(node);
      continue;
    }
    if (tree.isMissing(node)) facts.problems.push({ start, end: tree.end(node), code: "missing_token" });
    node++;
  }
}
