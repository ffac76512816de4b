// The project's own sources, parsed with the grammar that the program embeds. What a check wants to know of a file is
// read from its syntax tree, so that text inside comments and strings is never taken for code.

import { DEFAULT_LIMITS } from "../../lib/model/mod.ts";
import {
  GrammarParser,
  NO_NODE,
  type NodeId,
  SourceText,
  startParser,
  type SyntaxTree,
} from "../../wasm/mod.ts";

/** One module's text under its path relative to the root. */
export interface Module {
  readonly path: string;
  readonly text: string;
}

/** One module specifier that a file names. */
export interface Imported {
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /** How it is named; `url` is `new URL("./x.ts", import.meta.url)`. */
  readonly form: "import" | "export" | "dynamic" | "url";
  /** Whether only types are named, so that nothing of it is there at run time. */
  readonly typeOnly: boolean;
}

/** Whether the checks read this file as a module. */
export function isModule(path: string): boolean {
  return /\.(ts|mts|mjs|js)$/.test(path) && !path.startsWith("fixtures/");
}

/** Parses modules one at a time; a tree is valid until the next one. */
export class ModuleReader {
  readonly #parser: GrammarParser;

  private constructor(parser: GrammarParser) {
    this.#parser = parser;
  }

  static async open(): Promise<ModuleReader> {
    await startParser(DEFAULT_LIMITS.maxParserBytes);
    return new ModuleReader(await GrammarParser.load("typescript"));
  }

  /** The tree of a module. Throws where it does not parse. */
  tree(module: Module): SyntaxTree {
    const source = new SourceText(new TextEncoder().encode(module.text));
    const tree = this.#parser.parse(source, DEFAULT_LIMITS.maxParseMs);
    if (tree === null) throw new Error(`${module.path}: parsing was cut`);
    return tree;
  }
}

/** The 1-based line of a byte offset. */
export function lineAt(tree: SyntaxTree, byteOffset: number): number {
  const { bytes } = tree.source;
  let line = 1;
  for (let i = bytes.indexOf(10); i >= 0 && i < byteOffset; i = bytes.indexOf(10, i + 1)) line++;
  return line;
}

/** A string node's text without its quotes. */
export function stringValue(tree: SyntaxTree, node: NodeId): string {
  return tree.text(node).slice(1, -1);
}

/** Every module specifier of a file, in source order. */
export function importsOf(tree: SyntaxTree): Imported[] {
  const found: Imported[] = [];
  for (let node = 0; node < tree.count; node++) {
    const importing = importAt(tree, node);
    if (importing === null) continue;
    const { form, string } = importing;
    found.push({
      specifier: stringValue(tree, string),
      line: lineAt(tree, tree.start(string)),
      form,
      typeOnly: isTypeOnly(tree, node),
    });
  }
  return found;
}

/** `import type …`, `export type …`, or a list in which every name says `type`. */
function isTypeOnly(tree: SyntaxTree, statement: NodeId): boolean {
  if (tree.childOfType(statement, "type") !== NO_NODE) return true;
  let names = 0;
  for (let node = statement + 1; node < tree.past(statement); node++) {
    const type = tree.type(node);
    if (type === "namespace_import" || type === "namespace_export" || type === "*") return false;
    if (type === "identifier" && tree.type(tree.parent(node)) === "import_clause") return false;
    if (type !== "import_specifier" && type !== "export_specifier") continue;
    names++;
    if (tree.childOfType(node, "type") === NO_NODE) return false;
  }
  return names > 0;
}

function importAt(tree: SyntaxTree, node: NodeId): { form: Imported["form"]; string: NodeId } | null {
  const type = tree.type(node);
  if (type === "import_statement" || type === "export_statement") {
    const string = tree.childByField(node, "source");
    return string === NO_NODE ? null : { form: type === "import_statement" ? "import" : "export", string };
  }
  if (type !== "call_expression" && type !== "new_expression") return null;
  const callee = tree.childByField(node, type === "call_expression" ? "function" : "constructor");
  const form = tree.type(callee) === "import" ? "dynamic" : tree.text(callee) === "URL" ? "url" : null;
  const args = tree.childByField(node, "arguments");
  if (form === null || args === NO_NODE) return null;
  const string = tree.firstNamed(args);
  if (string === NO_NODE || tree.type(string) !== "string") return null;
  if (form === "url" && !/^\.\.?\//.test(stringValue(tree, string))) return null;
  return { form, string };
}
