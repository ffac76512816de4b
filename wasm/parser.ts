// tree-sitter behind one class. It owns all WASM tree memory: every tree is freed before `parse` returns.
// Laws kept: a parse is bounded in time (the input callback serves end-of-file after the deadline, inside a grammar's
// scanner too) and in memory (a WASM memory with a maximum).
// Not here: what nodes mean.

import { Language, Parser, type Tree } from "web-tree-sitter";
import { assetBytes, type GrammarName } from "./assets.ts";
import { readGrammar } from "./grammar_tables.ts";
import { SourceText } from "./source.ts";
import type { Address } from "./subtree.ts";
import { SyntaxTree } from "./syntax_tree.ts";
import { CHECK_TEXT, checkReading } from "./tree_check.ts";

const PAGE_BYTES = 65_536;
const INITIAL_PAGES = 512;
/** Half of tree-sitter's input buffer, which is what one callback may serve. */
const CHUNK_UNITS = 5_119;

let started: Promise<void> | null = null;
let memory: WebAssembly.Memory | null = null;

/** Starts the runtime once for this thread; `maxBytes` bounds its memory. */
export function startParser(maxBytes: number): Promise<void> {
  memory ??= new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: Math.ceil(maxBytes / PAGE_BYTES) });
  started ??= Parser.init(
    {
      wasmBinary: assetBytes("tree-sitter"),
      // What it says where memory ran out is nobody's: the file is named in the answer.
      printErr: () => undefined,
      wasmMemory: memory,
      // The published types describe only `locateFile`.
    } as unknown as Parameters<typeof Parser.init>[0],
  );
  return started;
}

/** Parses one grammar's files, one at a time. `startParser` comes first. */
export class GrammarParser {
  readonly #parser: Parser;
  readonly #tree: SyntaxTree;

  private constructor(language: Language) {
    this.#parser = new Parser().setLanguage(language);
    this.#tree = new SyntaxTree(language, readGrammar(memory!, addressOf(language)));
    const tree = this.#parser.parse(CHECK_TEXT)!;
    this.#tree.read(memory!, addressOf(tree), new SourceText(new TextEncoder().encode(CHECK_TEXT)));
    checkReading(this.#tree, tree.rootNode.toString());
    tree.delete();
  }

  /** Loads a grammar's WASM; rejects where it cannot be loaded, or where its trees are not laid out as known here. */
  static async load(grammar: GrammarName): Promise<GrammarParser> {
    return new GrammarParser(await Language.load(assetBytes(`grammar:${grammar}`)));
  }

  /**
   * The tree of a source, valid until the next call, or null where the parse was cut at the limit.
   * Another text of the same length may be parsed in the source's place: offsets and quoted text stay the source's.
   * Throws `WebAssembly.RuntimeError` where memory ran out: this thread's runtime is then unusable.
   */
  parse(source: SourceText, maxParseMs: number, text = source.text): SyntaxTree | null {
    const deadline = performance.now() + maxParseMs;
    let cut = false;
    const expired = () => performance.now() > deadline && (cut = true);
    const tree = this.#parser.parse(
      (unit) => expired() ? "" : text.slice(unit, unit + CHUNK_UNITS),
      null,
      { progressCallback: expired },
    );
    // Where end-of-file was served the tree is a well-formed one of truncated text: only the flag tells.
    if (tree === null || cut) {
      tree?.delete();
      this.#parser.reset();
      return null;
    }
    this.#tree.read(memory!, addressOf(tree), source);
    tree.delete();
    return this.#tree;
  }

  delete(): void {
    this.#parser.delete();
  }
}

/** Where the package's object is in memory, which its published types keep to themselves. */
function addressOf(object: Tree | Language): Address {
  return (object as unknown as [Address])[0];
}
