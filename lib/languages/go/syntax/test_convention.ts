// Which functions the Go tool runs as tests: by name and signature, without a path.
// Not here: `_test.go`, which is the rules' to know.

import { type DefinitionDraft } from "../../core/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

/** The one parameter that each prefix asks for; an example takes none. */
const PARAMETER_OF: readonly (readonly [prefix: string, type: string])[] = [
  ["Test", "*testing.T"],
  ["Benchmark", "*testing.B"],
  ["Fuzz", "*testing.F"],
  ["Example", ""],
];

/** Whether a function declaration is a test, benchmark, fuzz target or example. */
export function isTestFunction(pass: Pass, node: NodeId, draft: DefinitionDraft): boolean {
  for (const [prefix, type] of PARAMETER_OF) {
    if (!draft.name.startsWith(prefix)) continue;
    if (isLowerCase(draft.name.charCodeAt(prefix.length)) || draft.annotation >= 0) return false;
    if (type === "") return draft.parameters.length === 0;
    return draft.parameters.length === 1 && onlyParameterType(pass, node) === type;
  }
  return false;
}

/** Letters beyond ASCII follow a prefix as capitals do. */
function isLowerCase(unit: number): boolean {
  return unit >= 97 && unit <= 122;
}

function onlyParameterType(pass: Pass, node: NodeId): string {
  const { tree } = pass;
  const parameter = tree.firstNamed(tree.childByField(node, "parameters"));
  const type = tree.childByField(parameter, "type");
  return type === NO_NODE ? "" : pass.text(type);
}
