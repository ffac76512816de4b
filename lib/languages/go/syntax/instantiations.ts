// Whether the brackets of a callee hold type arguments (`f[T](x)`) or an index (`table[i](x)`): Go writes both alike.
// Law kept: what is certain decides. A local value before or inside the brackets, or an index that can be no type,
// means an index; everything else is taken for an instantiation, and resolution sees what the names stand for.

import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass, Place } from "./pass.ts";

/** For a callee that parsed as an index expression. */
export function isInstantiation(pass: Pass, node: NodeId, at: Place): boolean {
  const { tree } = pass;
  return mayBeNonLocal(pass, tree.childByField(node, "operand"), at) &&
    mayBeType(pass, tree.childByField(node, "index"), at);
}

/** For a callee that parsed as a generic type. */
export function isInstantiationType(pass: Pass, node: NodeId, at: Place): boolean {
  const { tree } = pass;
  if (!mayBeNonLocal(pass, tree.childByField(node, "type"), at)) return false;
  const args = tree.namedChildren(tree.childByField(node, "type_arguments"));
  return args.every((argument) => mayBeType(pass, argument, at));
}

/** `f` or `pkg.f`, its first name no local value. */
function mayBeNonLocal(pass: Pass, node: NodeId, at: Place): boolean {
  const { tree } = pass;
  switch (tree.type(node)) {
    case "identifier":
    case "type_identifier":
    case "package_identifier":
      return !pass.isLocalValue(pass.text(node), at.scope);
    case "qualified_type":
      return mayBeNonLocal(pass, tree.childByField(node, "package"), at);
    case "selector_expression": {
      const operand = tree.childByField(node, "operand");
      return tree.type(operand) === "identifier" && mayBeNonLocal(pass, operand, at);
    }
    default:
      return false;
  }
}

function mayBeType(pass: Pass, node: NodeId, at: Place): boolean {
  const { tree } = pass;
  // Nested brackets are few; a bound keeps hostile ones from the stack.
  for (let inner = node, depth = 0; inner !== NO_NODE && depth < 64; depth++) {
    switch (tree.type(inner)) {
      case "type_elem":
        inner = tree.firstNamed(inner);
        break;
      case "generic_type":
        inner = tree.childByField(inner, "type");
        break;
      case "index_expression":
        inner = tree.childByField(inner, "operand");
        break;
      case "unary_expression":
        if (pass.text(tree.childByField(inner, "operator")) !== "*") return false;
        inner = tree.childByField(inner, "operand");
        break;
      case "identifier":
      case "type_identifier":
      case "qualified_type":
      case "selector_expression":
        return mayBeNonLocal(pass, inner, at);
      default:
        return tree.type(inner).endsWith("_type");
    }
  }
  return false;
}
