// Import declarations. Law kept: facts name the module, never the package that it turns out to be: without an alias the
// name is bound under the path's last element, and `local` stays empty so that resolution may bind it by the package
// clause's name instead.

import { NONE } from "../../../model/mod.ts";
import { NO_NODE, type NodeId } from "../../../../wasm/mod.ts";
import type { Pass } from "./pass.ts";

/** `import "path"` or `import ( … )`; its scope is always the file. */
export function importDeclaration(pass: Pass, node: NodeId): void {
  const { tree } = pass;
  const list = tree.childOfType(node, "import_spec_list");
  const group = list === NO_NODE ? node : list;
  for (let spec = tree.firstNamed(group); spec !== NO_NODE; spec = tree.nextNamed(spec)) {
    if (tree.type(spec) === "import_spec") importSpec(pass, spec);
  }
}

function importSpec(pass: Pass, spec: NodeId): void {
  const { tree, facts, file } = pass;
  const path = tree.childByField(spec, "path");
  const start = tree.start(path) + 1;
  const end = Math.max(start, tree.end(path) - 1);
  const specifier = tree.source.slice(start, end);
  if (specifier === "") return;
  const alias = tree.childByField(spec, "name");
  const aliasType = alias === NO_NODE ? "" : tree.type(alias);
  const isBlank = aliasType === "blank_identifier" || (alias !== NO_NODE && pass.text(alias) === "_");
  facts.imports.push({
    kind: isBlank ? "side_effect" : "module",
    specifier,
    level: 0,
    start,
    end,
    scope: file.scope,
    owner: NONE,
    typeOnly: false,
    arm: 0,
  });
  if (isBlank) return;
  const isDot = aliasType === "dot";
  const local = alias === NO_NODE || isDot ? "" : pass.text(alias);
  const nameStart = alias === NO_NODE ? start : tree.start(alias);
  facts.importNames.push({
    import: facts.imports.length - 1,
    name: isDot ? "*" : "",
    local,
    top: false,
    start: nameStart,
    end: alias === NO_NODE ? end : tree.end(alias),
  });
  if (isDot) return;
  facts.binding({
    scope: file.scope,
    name: local === "" ? lastElement(specifier) : local,
    kind: "import",
    start: nameStart,
    target: facts.importNames.length - 1,
  });
}

/** The path's last element, its version apart: `caddy` of `…/caddy/v2`, `yaml` of `gopkg.in/yaml.v3`. */
export function lastElement(path: string): string {
  const elements = path.split("/").filter((element) => element !== "");
  const isVersion = /^v[0-9]+$/;
  let last = elements.at(-1) ?? path;
  if (elements.length > 1 && isVersion.test(last)) last = elements[elements.length - 2];
  return last.replace(/\.v[0-9]+$/, "");
}
