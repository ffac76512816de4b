// One file's bytes to facts, in the thread that runs it. Laws kept: a file that cannot be read is named with its reason,
// never quietly missing; a parser whose memory ran out is not used again, and what it says of the last file does not count
// where earlier files may have taken that memory. Not here: threads, other files.

import { encodeFacts, type FileFacts, type ParseFailure, type SyntaxProblem } from "../model/mod.ts";
import type { Syntax, TextSyntax } from "../languages/core/mod.ts";
import { type Language, LANGUAGES } from "../languages/mod.ts";
import { type GrammarName, GrammarParser, SourceText, startParser } from "../../wasm/mod.ts";
import type { Job, JobResult } from "./protocol.ts";

export interface ExtractorLimits {
  readonly maxParserBytes: number;
  readonly maxParseMs: number;
}

/** Extracts files one at a time; loads languages and grammars when first needed. */
export class Extractor {
  /** True once the parser's memory ran out: make another extractor in another thread. */
  broken = false;
  /** True where memory ran out that earlier files had a part in: the last file is to be tried again from the start. */
  unfair = false;
  /** Files parsed so far. */
  #parsed = 0;
  readonly #limits: ExtractorLimits;
  readonly #syntaxes = new Map<string, Syntax | TextSyntax>();
  readonly #parsers = new Map<GrammarName, GrammarParser | null>();

  constructor(limits: ExtractorLimits) {
    this.#limits = limits;
  }

  async extract(job: Job): Promise<JobResult> {
    const { index } = job;
    try {
      const outcome = await this.#facts(job);
      return typeof outcome === "string"
        ? { index, facts: null, failure: outcome }
        : { index, facts: encodeFacts(outcome), failure: null };
    } catch (error) {
      // Of whatever else goes wrong, too deep or too much of something, this file alone has to know.
      if (!(error instanceof WebAssembly.RuntimeError)) {
        return { index, facts: null, failure: "extract_failed" };
      }
      this.#runOut();
      return { index, facts: null, failure: "parse_memory" };
    }
  }

  #runOut(): void {
    this.broken = true;
    this.unfair = this.#parsed > 0;
  }

  async #facts(job: Job): Promise<FileFacts | ParseFailure> {
    const source = new SourceText(job.bytes);
    const language = LANGUAGES.find(({ id }) => id === job.language)!;
    const syntax = await this.#syntax(language);
    if ("extractText" in syntax) return withEncoding(syntax.extractText(source, job.dialect), source);
    const parser = await this.#parser(language.versions.grammars[job.dialect]);
    if (parser === null) return "grammar_unavailable";
    if (this.broken) return "parse_memory";
    let tree = parser.parse(source, this.#limits.maxParseMs);
    const mended = tree?.hasErrors ? syntax.mend?.(source.text, job.dialect) ?? null : null;
    if (mended !== null) tree = parser.parse(source, this.#limits.maxParseMs, mended);
    this.#parsed++;
    return tree === null ? "parse_timeout" : withEncoding(syntax.extract(tree, job.dialect), source);
  }

  async #syntax(language: Language): Promise<Syntax | TextSyntax> {
    let syntax = this.#syntaxes.get(language.id);
    if (syntax === undefined) {
      syntax = await language.syntax();
      this.#syntaxes.set(language.id, syntax);
    }
    return syntax;
  }

  async #parser(grammar: GrammarName): Promise<GrammarParser | null> {
    const known = this.#parsers.get(grammar);
    if (known !== undefined) return known;
    let parser: GrammarParser | null = null;
    try {
      await startParser(this.#limits.maxParserBytes);
      parser = await GrammarParser.load(grammar);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) this.#runOut();
    }
    this.#parsers.set(grammar, parser);
    return parser;
  }
}

/** Says of a file that is not UTF-8 that it was read through Latin-1. */
function withEncoding(facts: FileFacts, source: SourceText): FileFacts {
  if (source.encoding === "utf8") return facts;
  const problem: SyntaxProblem = { start: 0, end: source.bytes.length, code: "not_utf8" };
  return { ...facts, problems: [problem, ...facts.problems] };
}
