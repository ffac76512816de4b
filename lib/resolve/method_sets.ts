// Types that implement an interface by their methods alone, where a language works that way: names and signatures have
// to be equal. Laws kept: nothing by names alone; an interface with a part that is unknown here is implemented by nobody.
// Not here: implementing by declaration, which is a reference like any other.

import { compareUtf8, type Definition, EXPR_KINDS, isType, NONE } from "../model/mod.ts";
import { basesOf, type FileView, findMember, lineage, STATIC, type Strength } from "../typing/mod.ts";
import type { EdgeCollector } from "./references.ts";
import type { Workspace } from "./workspace.ts";

interface Method {
  readonly symbol: number;
  readonly signature: string;
  /** How the types were bound through which it is inherited or promoted. */
  readonly strength: Strength;
}

/** Methods by name, inherited and promoted ones included. */
type MethodSet = ReadonlyMap<string, Method>;

/** Adds `implements` from each type to each interface it satisfies, and `overrides` between their methods. */
export function addMethodSets(workspace: Workspace, into: EdgeCollector): void {
  const sets = new MethodSets(workspace);
  const interfaces: number[] = [];
  const holders = new Map<string, number[]>();
  workspace.views((view) => {
    if (!view.rules.implementsByMethods) return;
    view.facts.definitions.forEach((definition, index) => {
      if (!isType(definition.kind)) return;
      const symbol = workspace.symbolOf(view, index);
      if (definition.kind === "interface") interfaces.push(symbol);
      else for (const name of sets.of(symbol).keys()) holders.set(name, [...holders.get(name) ?? [], symbol]);
    });
  });
  for (const one of interfaces) {
    const wanted = sets.of(one);
    if (wanted.size === 0 || !sets.isWhole(one)) continue;
    const [rarest] = [...wanted.keys()].map((name) => holders.get(name) ?? []).sort((a, b) =>
      a.length - b.length
    );
    for (const type of rarest) {
      if (satisfies(sets.of(type), wanted)) {
        addImplementation(workspace, into, type, one, sets.of(type), wanted);
      }
    }
  }
}

function satisfies(has: MethodSet, wanted: MethodSet): boolean {
  return [...wanted].every(([name, { signature }]) => has.get(name)?.signature === signature);
}

function addImplementation(
  workspace: Workspace,
  into: EdgeCollector,
  type: number,
  implemented: number,
  has: MethodSet,
  wanted: MethodSet,
): void {
  const put = (kind: "implements" | "overrides", source: number, target: number, strength: Strength) => {
    const { nameStart, name } = workspace.definition(source)!;
    into.add(kind, source, target, workspace.file(source), nameStart, name, strength, null, "method_set");
  };
  const pairs = [...wanted].map(([name, method]) => ({ wanted: method, own: has.get(name)! }));
  const strengths = pairs.map(({ wanted, own }) => Math.max(wanted.strength, own.strength));
  put("implements", type, implemented, Math.max(...strengths));
  pairs.forEach(({ wanted, own }, i) => put("overrides", own.symbol, wanted.symbol, strengths[i]));
}

class MethodSets {
  readonly #workspace: Workspace;
  readonly #sets = new Map<number, MethodSet>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  of(symbol: number): MethodSet {
    const known = this.#sets.get(symbol);
    if (known !== undefined) return known;
    const evaluator = this.#workspace.exports.evaluator;
    const methods = new Map<string, Method>();
    for (const ancestor of lineage(evaluator, symbol)) {
      for (const name of this.#workspace.members(ancestor).keys()) {
        if (methods.has(name)) continue;
        // A field, or two at one depth, hide what lies deeper.
        const found = findMember(evaluator, symbol, name);
        const method = found?.symbols
          .find((member) => this.#workspace.definition(member)?.kind === "method");
        if (found === null || method === undefined) continue;
        const strength = Math.max(found.strength, STATIC);
        methods.set(name, { symbol: method, signature: this.#signature(method), strength });
      }
    }
    const sorted = new Map([...methods].sort(([a], [b]) => compareUtf8(a, b)));
    this.#sets.set(symbol, sorted);
    return sorted;
  }

  /** Whether all that an interface embeds is known here. */
  isWhole(symbol: number): boolean {
    return lineage(this.#workspace.exports.evaluator, symbol).every((ancestor) => {
      const { external, unknown } = basesOf(this.#workspace.exports.evaluator, ancestor);
      return external === null && !unknown;
    });
  }

  #signature(symbol: number): string {
    const definition: Definition = this.#workspace.definition(symbol)!;
    const view = this.#workspace.file(symbol);
    const parameters = definition.parameters
      .filter(({ kind }) => kind !== "receiver")
      .map(({ annotation, kind }) => `${kind === "rest" ? "..." : ""}${this.#type(view, annotation)}`);
    return `(${parameters.join()})${this.#type(view, definition.annotation)}`;
  }

  /** A type expression as text in which every name says what it names. */
  #type(view: FileView, expr: number): string {
    if (expr === NONE) return "";
    const { kind, name, object, args, argStart } = view.facts.exprs;
    const word = EXPR_KINDS[kind[expr]];
    if (word === "name" || word === "member") {
      const denotation = this.#workspace.exports.evaluator.denote(view, expr);
      const target = denotation.targets[0]?.symbol;
      if (target !== undefined) return `#${target}`;
      return `${denotation.module_name ?? ""}.${view.facts.strings[name[expr]]}`;
    }
    const inner = [...args.subarray(argStart[expr], argStart[expr + 1])].map((arg) => this.#type(view, arg));
    return `${word}:${view.facts.strings[name[expr]]}(${this.#type(view, object[expr])};${inner.join()})`;
  }
}
