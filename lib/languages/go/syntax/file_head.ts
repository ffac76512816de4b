// What a file says before its declarations: package clause, build constraint, the mark of generated code.
// Law kept: constraints and marks count only above the package clause and in line comments, as the Go tool has it.

import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

/** Sets the file's attributes. */
export function readFileHead(pass: Pass, root: NodeId): void {
  const { tree, facts } = pass;
  const plusBuild: string[] = [];
  for (let node = tree.first(root); node !== NO_NODE; node = tree.next(node)) {
    const type = tree.type(node);
    if (type === "package_clause") {
      const name = tree.firstNamed(node);
      if (name === NO_NODE || tree.isMissing(name)) return;
      facts.attributes["go.package"] = pass.text(name);
      facts.attributes["go.package_at"] = String(tree.start(name));
      break;
    }
    if (type === "comment") readComment(pass, pass.text(node).trimEnd(), plusBuild);
  }
  if (plusBuild.length > 0) facts.attributes["go.build"] ??= plusBuild.join("\n");
}

function readComment(pass: Pass, text: string, plusBuild: string[]): void {
  const { attributes } = pass.facts;
  if (text.startsWith("//go:build ")) attributes["go.build"] ??= text;
  else if (/^\/\/[ \t]*\+build[ \t]/.test(text)) plusBuild.push(text);
  else if (text.startsWith("// Code generated ") && text.endsWith(" DO NOT EDIT.")) {
    attributes["go.generated"] = "1";
  }
}
