// The house rules that a file's own text can break. Pure: one module and its tree in, findings out.

import { lineAt, type Module, stringValue } from "./sources.ts";
import { NO_NODE, type NodeId, type SyntaxTree } from "../../wasm/mod.ts";

/** What the rules depend on beside the module. */
export interface HouseRules {
  /** Ids of the registered languages. */
  readonly languageIds: readonly string[];
  /** Folders under lib/languages; a language without one shares another's. */
  readonly languageFolders: readonly string[];
}

/** Where a rule holds, by path. */
type Part = "program" | "test" | "script" | "other";

/** One place that breaks a rule. */
export interface Finding {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly problem: string;
}

type Report = (node: NodeId, problem: string) => void;

const FILE_LINES = 500;
const FILE_LINES_WITHOUT_REASON = 300;
const REASON = /^\/\/ Long because: \S/m;
const REASON_WITHIN_LINES = 20;
const FUNCTION_LINES = 80;
const FORBIDDEN_NAMES = /(^|_)(utils?|helpers?|misc|managers?)(_|$)|^(common|types)$/;
const FUNCTIONS = new Set([
  "function_declaration",
  "function_expression",
  "generator_function_declaration",
  "generator_function",
  "arrow_function",
  "method_definition",
]);
/** The one file that ends the process, and the one that watches for it in tests. */
const ENDS_PROCESS = ["cli.ts", "tests/guard.mjs"];
const REGISTRY = "lib/languages/mod.ts";
const LANGUAGE_FOLDER = /^lib\/languages\/([^/]+)\//;
const TEST_FUNCTIONS = ["test", "it", "describe", "suite"];

/** Everything in one module that breaks a rule. */
export function houseFindings(module: Module, tree: SyntaxTree, rules: HouseRules): Finding[] {
  const findings: Finding[] = [];
  const at = (line: number, problem: string): void =>
    void findings.push({ path: module.path, line, problem });
  const report: Report = (node, problem) => at(lineAt(tree, tree.start(node)), problem);
  fileFindings(module, at);
  const part = partOf(module.path);
  for (let node = 0; node < tree.count; node++) {
    const type = tree.type(node);
    if (tree.isError(node) || tree.isMissing(node)) report(node, "does not parse");
    if (FUNCTIONS.has(type)) functionFindings(tree, node, part, report);
    if (type === "catch_clause") catchFindings(tree, node, report);
    if (type === "comment") commentFindings(tree, node, report);
    if (type === "string") stringFindings(tree, node, module.path, part, rules, report);
    if (type === "member_expression") memberFindings(tree, node, module.path, part, report);
    if (part === "program") orderFindings(tree, node, report);
    if (part === "test" && type === "call_expression") testFindings(tree, node, report);
  }
  return findings;
}

function partOf(path: string): Part {
  if (/^(lib|wasm)\/|^(cli|mod)\.ts$/.test(path)) return "program";
  if (path.startsWith("tests/")) return "test";
  return path.startsWith("scripts/") ? "script" : "other";
}

function fileFindings({ path, text }: Module, at: (line: number, problem: string) => void): void {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const head = text.split("\n", REASON_WITHIN_LINES).join("\n");
  if (lines >= FILE_LINES) at(1, `${lines} lines: a file stays under ${FILE_LINES}`);
  else if (lines >= FILE_LINES_WITHOUT_REASON && !REASON.test(head)) {
    at(1, `${lines} lines: split it by topic, or say "// Long because: …" at its top`);
  }
  for (const name of path.split("/")) {
    if (FORBIDDEN_NAMES.test(name.replace(/\..*$/, ""))) at(1, `${name}: name it after what it is for`);
  }
  if (partOf(path) !== "other" && !/^(#!.*\n)?\/[/*]/.test(text)) at(1, "a module opens with a comment");
}

function functionFindings(tree: SyntaxTree, node: NodeId, part: Part, report: Report): void {
  const lines = lineAt(tree, tree.end(node)) - lineAt(tree, tree.start(node)) + 1;
  // A group of tests is a list, not a function to be read as one.
  if (part === "test" && tree.type(tree.parent(node)) === "arguments") return;
  if (lines >= FUNCTION_LINES) report(node, `${lines} lines: a function stays under ${FUNCTION_LINES}`);
}

function catchFindings(tree: SyntaxTree, node: NodeId, report: Report): void {
  const body = tree.childByField(node, "body");
  if (body !== NO_NODE && tree.firstNamed(body) === NO_NODE) report(node, "empty catch");
}

function commentFindings(tree: SyntaxTree, node: NodeId, report: Report): void {
  if (/\b(TODO|FIXME|XXX)\b/.test(tree.text(node))) report(node, "finish it, or write down nothing");
}

function stringFindings(
  tree: SyntaxTree,
  node: NodeId,
  path: string,
  part: Part,
  rules: HouseRules,
  report: Report,
): void {
  if (part !== "program" || path === REGISTRY) return;
  const value = stringValue(tree, node);
  const folder = LANGUAGE_FOLDER.exec(path)?.[1] ?? "core";
  const shared = folder !== "core" && !rules.languageFolders.includes(value);
  if (rules.languageIds.includes(value) && value !== folder && !shared) {
    report(node, `language id "${value}" outside its own folder and the registry`);
  }
}

function memberFindings(tree: SyntaxTree, node: NodeId, path: string, part: Part, report: Report): void {
  const object = tree.text(tree.childByField(node, "object"));
  const property = tree.text(tree.childByField(node, "property"));
  const ofRuntime = ["process", "Deno", "Bun", "globalThis.process", "globalThis.Deno"].includes(object);
  if (ofRuntime && property === "exit" && !ENDS_PROCESS.includes(path)) {
    report(node, "the process ends only in cli.ts");
  }
  const environment = (ofRuntime && property === "env") || tree.text(node) === "import.meta.env";
  if (environment && part === "program" && !path.startsWith("lib/host/")) {
    report(node, "the environment is read only in host");
  }
}

/** What would make an order or a term depend on the runtime. */
function orderFindings(tree: SyntaxTree, node: NodeId, report: Report): void {
  const type = tree.type(node);
  if (type === "property_identifier" && tree.text(node) === "localeCompare") {
    report(node, "order is compareUtf8");
  }
  if (type === "identifier" && tree.text(node) === "Intl") report(node, "Intl differs between runtimes");
  if (type === "regex" && /\\[pP]\{/.test(tree.text(node))) {
    report(node, "Unicode classes differ between runtimes");
  }
}

function testFindings(tree: SyntaxTree, node: NodeId, report: Report): void {
  const callee = tree.text(tree.childByField(node, "function"));
  const [name, modifier] = callee.split(".");
  if (/^t\.(skip|todo)$/.test(callee)) report(node, "no test is skipped");
  if (!TEST_FUNCTIONS.includes(name)) return;
  if (["only", "skip", "todo"].includes(modifier)) report(node, `no test has .${modifier}`);
  const args = tree.childByField(node, "arguments");
  if (args === NO_NODE) return;
  for (const argument of tree.namedChildren(args)) {
    if (tree.type(argument) === "object") optionFindings(tree, argument, report);
    const isFunction = FUNCTIONS.has(tree.type(argument));
    if (
      isFunction && (name === "describe" || name === "suite") &&
      tree.childOfType(argument, "async") !== NO_NODE
    ) {
      report(argument, "an async describe hides its tests on Deno");
    }
  }
}

function optionFindings(tree: SyntaxTree, object: NodeId, report: Report): void {
  for (const pair of tree.namedChildren(object)) {
    const key = tree.type(pair) === "pair" ? tree.text(tree.childByField(pair, "key")) : "";
    if (["only", "skip", "todo"].includes(key)) report(pair, `no test has the option ${key}`);
  }
}
