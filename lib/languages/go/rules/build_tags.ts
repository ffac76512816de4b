// The condition under which the Go tool builds a file: from its name (`_linux_amd64`) and its build lines, as one
// canonical text. Law kept: equal texts mean equal conditions. The other way round is not said: two texts may be
// equivalent without being equal. Not here: whether two conditions can hold together.

import { compareUtf8 } from "../../../model/mod.ts";

export const SYSTEMS: ReadonlySet<string> = new Set(
  ("aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos")
    .split(" "),
);
export const ARCHITECTURES: ReadonlySet<string> = new Set(
  ("386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 " +
    "ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm").split(" "),
);
/** Longer or deeper conditions are compared as they are written. */
const MAX_TEXT_BYTES = 4_096;
const MAX_DEPTH = 100;

export type Condition =
  | { readonly kind: "tag"; readonly tag: string; readonly negated: boolean }
  | { readonly kind: "and" | "or"; readonly of: readonly Condition[] };

/**
 * The canonical condition of a file. `buildText` is its `//go:build` line or its `// +build` lines joined by newlines,
 * "" without any. The answer is "" for a file that is always built; otherwise negations stand at the tags, operands are
 * sorted and said once. A condition that does not parse is its own text with white space folded.
 */
export function constraintOf(fileName: string, buildText: string): string {
  const condition = conditionOf(fileName, buildText);
  if (condition !== null) return printed(condition);
  const byName = combined("and", namedTags(fileName));
  const raw = buildText.trim().replace(/[ \t\r\n]+/g, " ");
  return printed(byName) === "" ? raw : `${printed(byName)} && (${raw})`;
}

/** The condition of a file, an empty `and` where it is always built; null where its build lines do not parse. */
export function conditionOf(fileName: string, buildText: string): Condition | null {
  const byName = namedTags(fileName);
  const text = buildText.trim();
  if (text === "") return combined("and", byName);
  const condition = text.length > MAX_TEXT_BYTES ? null : parsedBuildText(text);
  return condition === null ? null : combined("and", [...byName, condition]);
}

function namedTags(fileName: string): Condition[] {
  return nameTags(fileName).map((tag) => ({ kind: "tag", tag, negated: false }));
}

/** System and architecture that a file name asks for. What stands before the first underscore never counts. */
function nameTags(fileName: string): string[] {
  const [stem] = fileName.split(".");
  const underscore = stem.indexOf("_");
  if (underscore < 0) return [];
  const parts = stem.slice(underscore + 1).split("_");
  if (parts.at(-1) === "test") parts.pop();
  const last = parts.at(-1) ?? "";
  const before = parts.at(-2) ?? "";
  if (ARCHITECTURES.has(last)) return SYSTEMS.has(before) ? [before, last] : [last];
  return SYSTEMS.has(last) ? [last] : [];
}

function parsedBuildText(text: string): Condition | null {
  if (text.startsWith("//go:build")) return new Parser(text.slice("//go:build".length)).parse();
  const lines = text.split("\n").map((line) => line.replace(/^\/\/[ \t]*\+build/, ""));
  if (lines.every((line, index) => line === text.split("\n")[index])) return new Parser(text).parse();
  return plusBuild(lines);
}

/** `// +build a,!b c`: lines are and, words are or, commas are and. */
function plusBuild(lines: readonly string[]): Condition | null {
  const all: Condition[] = [];
  for (const line of lines) {
    const words = line.split(/[ \t\r]+/).filter((word) => word !== "");
    const alternatives = words.map((word) => {
      const tags = word.split(",").map(plainTag);
      return tags.includes(null) ? null : combined("and", tags as Condition[]);
    });
    if (alternatives.length === 0 || alternatives.includes(null)) return null;
    all.push(combined("or", alternatives as Condition[]));
  }
  return combined("and", all);
}

function plainTag(word: string): Condition | null {
  const negated = word.startsWith("!");
  const tag = negated ? word.slice(1) : word;
  return isTag(tag) ? { kind: "tag", tag, negated } : null;
}

function isTag(text: string): boolean {
  return /^[^\s!&|(),]+$/.test(text);
}

/** `a && (b || !c)`, with negations carried down to the tags. */
class Parser {
  readonly #tokens: readonly string[];
  #next = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = text.match(/&&|\|\||[!()]|[^\s!&|(),]+|\S/g) ?? [];
  }

  /** The whole condition, or null where it is none. */
  parse(): Condition | null {
    const condition = this.#any(false);
    return this.#next === this.#tokens.length ? condition : null;
  }

  #any(negated: boolean): Condition | null {
    return this.#chain(
      "||",
      negated ? "and" : "or",
      () => this.#chain("&&", negated ? "or" : "and", () => this.#one(negated)),
    );
  }

  #chain(operator: string, kind: "and" | "or", operand: () => Condition | null): Condition | null {
    const of: Condition[] = [];
    for (;;) {
      const one = operand();
      if (one === null) return null;
      of.push(one);
      if (this.#tokens[this.#next] !== operator) return combined(kind, of);
      this.#next++;
    }
  }

  #one(negated: boolean): Condition | null {
    const token = this.#tokens[this.#next++];
    if (token === undefined || this.#depth >= MAX_DEPTH) return null;
    if (token !== "!" && token !== "(") return isTag(token) ? { kind: "tag", tag: token, negated } : null;
    this.#depth++;
    const inner = token === "!" ? this.#one(!negated) : this.#any(negated);
    this.#depth--;
    if (token === "(" && this.#tokens[this.#next++] !== ")") return null;
    return inner;
  }
}

/** One condition of several: flat, sorted, each operand once. */
function combined(kind: "and" | "or", of: readonly Condition[]): Condition {
  const flat = of.flatMap((one) => one.kind === kind ? one.of : [one]);
  const byText = new Map(flat.map((one) => [printed(one), one]));
  const sorted = [...byText.keys()].sort(compareUtf8).map((text) => byText.get(text)!);
  return sorted.length === 1 ? sorted[0] : { kind, of: sorted };
}

function printed(condition: Condition): string {
  if (condition.kind === "tag") return condition.negated ? `!${condition.tag}` : condition.tag;
  const operator = condition.kind === "and" ? " && " : " || ";
  return condition.of.map((one) => one.kind === "tag" ? printed(one) : `(${printed(one)})`).join(operator);
}
