// What fixture marks say about one file's facts, checked. A mark speaks of what starts at its place.
//
//     def KIND PATH            a definition's name; PATH is dotted, containers first
//     ref ROLE [owner=PATH]    a reference; `<module>` is the file
//     bind KIND [in=SCOPE]     a binding of that kind, in a scope of that kind
//     bound NAME               a binding of that name, which may not be the text at its place
//     none                     no reference, definition or binding
//     value TEXT               the value of a binding or definition, as `expressionText` prints it; several by ` | `
//     annotation TEXT          declared type of a binding, declared type or result of a definition
//     flags A,B                all flags of a definition
//     params A: T, …rest: T    parameters of a definition; `recv` before a receiver
//     bases inherits T         bases of a definition
//     typeparams A,B           type parameters of a definition
//     receiver NAME TEXT       receiver of a definition
//     signature TEXT           signature of a definition
//     doc JSON                 documentation of a definition, null where there is none
//     visibility WORD [exported]
//     lines A-B                first and last line of a definition
//     decorators A,B           names of a definition's decorators
//     more A,B                 first lines of a definition's further ranges
//     explicit A,B             the names of the explicit list, wherever the mark stands
//     arm always | NUMBER      the branch arm of a binding; or the kind of its scope where arms are scopes
//     in NUMBER | KIND         the scope in which a name is evaluated
//     body KIND                kind of the scope of a definition's body
//     import KIND SPECIFIER    an import; then any of level=N, typeonly, arm=N; `import none`
//     import_name NAME LOCAL   an imported name; "" is written as -
//     export NAME KIND REST    an export entry: `local X`, `from X MODULE`, `star MODULE`, `namespace MODULE`, `expr TEXT`;
//                              then typeonly; `export none`
//     problem CODE             a problem starts here
//     attribute KEY=JSON       an attribute of the file, wherever the mark stands

import {
  BINDING_KINDS,
  type Definition,
  type Export,
  EXPR_KINDS,
  type FileFacts,
  FLAGS,
  type Import,
  LineIndex,
  NONE,
  ROLES,
  SCOPE_KINDS,
} from "../../lib/model/mod.ts";
import type { Mark } from "../fixture.ts";

/** An expression as marks write it: `f.g`, `call(f; a, b)`, `pointer(T)`, `literal:string`, `-` for none. */
export function expressionText(facts: FileFacts, expr: number): string {
  if (expr === NONE) return "-";
  const { exprs } = facts;
  const kind = EXPR_KINDS[exprs.kind[expr]];
  const name = facts.strings[exprs.name[expr]];
  const object = exprs.object[expr];
  if (kind === "name") return name;
  if (kind === "member") return `${expressionText(facts, object)}.${name}`;
  const args = [...exprs.args.subarray(exprs.argStart[expr], exprs.argStart[expr + 1])]
    .map((arg) => expressionText(facts, arg)).join(", ");
  const head = name === "" ? kind : `${kind}:${name}`;
  const inner = (object === NONE ? "" : expressionText(facts, object)) + (args === "" ? "" : `; ${args}`);
  return inner === "" ? head : `${head}(${inner.replace(/^; /, "")})`;
}

/** A definition's dotted path; `<module>` for the file. */
export function definitionPath(facts: FileFacts, id: number): string {
  if (id === NONE) return "<module>";
  const { name, parent, receiver } = facts.definitions[id];
  if (parent !== NONE) return `${definitionPath(facts, parent)}.${name}`;
  return receiver === "" ? name : `${receiver}.${name}`;
}

/** What of the marks does not hold, a line each. */
export function failedMarks(facts: FileFacts, marks: readonly Mark[]): string[] {
  const lines = new LineIndex(facts.lineStarts, facts.byteLength);
  const failures = marks.flatMap((mark) => {
    const offset = lines.starts[mark.line - 1] + mark.column;
    const found = saidAt(facts, lines, offset, mark.text.split(" ")[0]);
    const holds = mark.text === "none" ? found.length === 0 : found.includes(mark.text);
    return holds ? [] : [`${mark.line}:${mark.column} expected ${mark.text}; there is ${found.join(" / ")}`];
  });
  return [...failures, ...brokenLaws(facts)];
}

/** Everything that holds at an offset and could be said with a word. */
function saidAt(facts: FileFacts, lines: LineIndex, offset: number, word: string): string[] {
  const definitions = facts.definitions.flatMap((definition, id) =>
    definition.nameStart === offset ? [{ definition, id }] : []
  );
  switch (word) {
    case "ref":
      return references(facts, offset);
    case "bind":
      return bindings(facts, offset, (binding) => {
        const kind = BINDING_KINDS[facts.bindings.kind[binding]];
        const scope = SCOPE_KINDS[facts.scopes.kind[facts.bindings.scope[binding]]];
        return [`bind ${kind}`, `bind ${kind} in=${scope}`];
      });
    case "bound":
      return bindings(facts, offset, (b) => [`bound ${facts.strings[facts.bindings.name[b]]}`]);
    case "none":
      return [...saidAt(facts, lines, offset, "ref"), ...saidAt(facts, lines, offset, "bind")];
    case "value":
      return [
        ...bindings(facts, offset, (b) => [`value ${expressionText(facts, facts.bindings.value[b])}`]),
        ...definitions.map(({ definition }) =>
          `value ${definition.values.map((value) => expressionText(facts, value)).join(" | ") || "-"}`
        ),
      ];
    case "annotation":
      return [
        ...bindings(
          facts,
          offset,
          (b) => [`annotation ${expressionText(facts, facts.bindings.annotation[b])}`],
        ),
        ...definitions.map(({ definition }) => `annotation ${expressionText(facts, definition.annotation)}`),
      ];
    case "import": {
      const found = facts.imports.filter(({ start }) => start === offset).map(importText);
      return found.length > 0 ? found : ["import none"];
    }
    case "import_name":
      return facts.importNames.filter(({ start }) => start === offset)
        .map(({ name, local, top }) => `import_name ${name || "-"} ${local || "-"}${top ? " top" : ""}`);
    case "export": {
      const found = facts.exports.filter(({ start }) => start === offset).map((one) =>
        exportText(facts, one)
      );
      return found.length > 0 ? found : ["export none"];
    }
    case "arm":
      return bindings(facts, offset, (b) => {
        const arm = facts.bindings.arm[b];
        const kind = facts.scopes.kind[arm];
        return [
          `arm ${arm || "always"}`,
          ...arm > 0 && kind !== undefined ? [`arm ${SCOPE_KINDS[kind]}`] : [],
        ];
      });
    case "in":
      return [...facts.references.expr].filter((expr) => facts.exprs.start[expr] === offset)
        .map((expr) => facts.exprs.scope[expr])
        .flatMap((scope) => [`in ${scope}`, `in ${SCOPE_KINDS[facts.scopes.kind[scope]]}`]);
    case "explicit":
      return [`explicit ${facts.explicitNames?.join(",") ?? "-"}`];
    case "problem":
      return facts.problems.filter(({ start }) => start === offset).map(({ code }) => `problem ${code}`);
    case "attribute":
      return Object.entries(facts.attributes).map(([key, text]) =>
        `attribute ${key}=${JSON.stringify(text)}`
      );
    default:
      return definitions.flatMap(({ definition, id }) => definitionWords(facts, lines, definition, id, word));
  }
}

function importText({ kind, specifier, level, typeOnly, arm }: Import): string {
  const words = [level > 0 ? `level=${level}` : "", typeOnly ? "typeonly" : "", arm > 0 ? `arm=${arm}` : ""];
  return ["import", kind, specifier || "-", ...words].filter((word) => word !== "").join(" ");
}

function exportText(facts: FileFacts, entry: Export): string {
  const { name, kind, local, import: imported, expr, typeOnly } = entry;
  const module = imported === NONE ? "" : facts.imports[imported].specifier;
  const words = [local, module, expr === NONE ? "" : expressionText(facts, expr), typeOnly ? "typeonly" : ""];
  return ["export", name, kind, ...words].filter((word) => word !== "").join(" ");
}

function references(facts: FileFacts, offset: number): string[] {
  const { expr, role, owner } = facts.references;
  const out: string[] = [];
  for (let i = 0; i < expr.length; i++) {
    if (facts.exprs.start[expr[i]] !== offset) continue;
    const said = `ref ${ROLES[role[i]]}`;
    out.push(said, `${said} owner=${definitionPath(facts, owner[i])}`);
  }
  return out;
}

function bindings(facts: FileFacts, offset: number, say: (binding: number) => string[]): string[] {
  const out: string[] = [];
  facts.bindings.start.forEach((start, binding) => {
    if (start === offset) out.push(...say(binding));
  });
  return out;
}

function definitionWords(
  facts: FileFacts,
  lines: LineIndex,
  definition: Definition,
  id: number,
  word: string,
): string[] {
  const text = (expr: number) => expressionText(facts, expr);
  switch (word) {
    case "def":
      return [`def ${definition.kind} ${definitionPath(facts, id)}`];
    case "flags": {
      const names = Object.entries(FLAGS).filter(([, bit]) => (definition.flags & bit) !== 0);
      return [`flags ${names.map(([name]) => name).join(",") || "-"}`];
    }
    case "params":
      return [
        `params ${definition.parameters.map((parameter) => parameterText(facts, parameter)).join(", ")}`,
      ];
    case "bases":
      return [
        `bases ${definition.bases.map((base) => `${base.relation} ${text(base.expr)}`).join(", ") || "-"}`,
      ];
    case "typeparams":
      return [`typeparams ${definition.typeParameters.join(",") || "-"}`];
    case "receiver":
      return [`receiver ${definition.receiver || "-"} ${text(definition.receiverExpr)}`];
    case "signature":
      return [`signature ${definition.signature}`];
    case "doc":
      return [`doc ${JSON.stringify(definition.doc)}`];
    case "visibility":
      return [`visibility ${definition.visibility}${definition.exported ? " exported" : ""}`];
    case "decorators":
      return [`decorators ${definition.decoratorNames.join(",") || "-"}`];
    case "more": {
      const starts = definition.moreRanges.filter((_, i) => i % 3 === 0);
      return [`more ${starts.map((start) => lines.line(start)).join(",") || "-"}`];
    }
    case "lines":
      return [`lines ${lines.line(definition.start)}-${lines.lastLine(definition.start, definition.end)}`];
    case "body":
      return [
        `body ${definition.body === NONE ? "-" : SCOPE_KINDS[facts.scopes.kind[definition.body]]}`,
      ];
    default:
      return [];
  }
}

function parameterText(facts: FileFacts, parameter: Definition["parameters"][number]): string {
  const prefix = { rest: "…", keyword_rest: "……", receiver: "recv ", positional: "", keyword: "*" };
  const { name, annotation, kind } = parameter;
  const type = annotation === NONE ? "" : `: ${expressionText(facts, annotation)}`;
  const value = parameter.default === NONE ? "" : ` = ${expressionText(facts, parameter.default)}`;
  return `${prefix[kind]}${name || "_"}${type}${value}`;
}

/** Laws that hold for all facts of all languages. */
function brokenLaws(facts: FileFacts): string[] {
  const broken: string[] = [];
  const { references, exprs } = facts;
  for (let i = 1; i < references.expr.length; i++) {
    const before = exprs.start[references.expr[i - 1]];
    const here = exprs.start[references.expr[i]];
    if (before > here) broken.push(`references out of order at ${here}`);
    if (before === here) broken.push(`two references at ${here}`);
  }
  facts.bindings.kind.forEach((kind, binding) => {
    if (BINDING_KINDS[kind] !== "definition") return;
    const bound = facts.strings[facts.bindings.name[binding]];
    const { name, nameEnd, end } = facts.definitions[facts.bindings.target[binding]];
    const start = facts.bindings.start[binding];
    // Only inside of itself may a definition go by another name (`const a = function b() {}`).
    if (bound !== name && (start < nameEnd || start >= end)) broken.push(`${bound} is bound to ${name}`);
  });
  facts.definitions.forEach((definition, id) => {
    const before = facts.definitions[id - 1];
    if (before !== undefined && before.start > definition.start) {
      broken.push(`${definition.name} out of order`);
    }
    if (definition.start > definition.nameStart || definition.end < definition.nameEnd) {
      broken.push(`${definition.name} lies outside its range`);
    }
  });
  return broken;
}
