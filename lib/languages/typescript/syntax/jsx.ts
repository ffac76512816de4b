// JSX: components are references, attributes and children are walked. Tags in lower case are the host's, not ours.
// Not here: what rendering means.

import { NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { ExpressionVisitor, Pass } from "./pass.ts";

/** Visitors of JSX. */
export const JSX: ReadonlyMap<string, ExpressionVisitor> = new Map<string, ExpressionVisitor>([
  ["jsx_element", children],
  ["jsx_self_closing_element", element],
  ["jsx_opening_element", element],
  ["jsx_closing_element", () => NONE],
  ["jsx_attribute", attribute],
  ["jsx_expression", children],
  ["jsx_text", () => NONE],
  ["jsx_namespace_name", () => NONE],
]);

function children(pass: Pass, node: NodeId): number {
  const { tree } = pass;
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) pass.value(child);
  return NONE;
}

function element(pass: Pass, node: NodeId): number {
  const { tree } = pass;
  const name = tree.childByField(node, "name");
  if (name !== NO_NODE && isComponent(pass, name)) pass.value(name, "jsx");
  for (let child = tree.firstNamed(node); child !== NO_NODE; child = tree.nextNamed(child)) {
    if (child === name) continue;
    if (tree.type(child) === "type_arguments") {
      for (const type of tree.namedChildren(child)) pass.type(type);
    } else pass.value(child);
  }
  return NONE;
}

function isComponent(pass: Pass, name: NodeId): boolean {
  const { tree } = pass;
  if (tree.type(name) === "member_expression") return true;
  if (tree.type(name) !== "identifier") return false;
  const first = tree.source.bytes[tree.start(name)];
  return !(first >= 97 && first <= 122) && !pass.text(name).includes("-");
}

/** An attribute's name is a label; its value is walked. */
function attribute(pass: Pass, node: NodeId): number {
  const name = pass.tree.firstNamed(node);
  if (name !== NO_NODE) pass.value(pass.tree.nextNamed(name));
  return NONE;
}
