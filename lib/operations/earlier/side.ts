// What claims about one generation are checked with: the graph of now, the generation that the answer came from where it is
// kept, and the digests that the answer cites. A claim about an earlier generation is checked against that one alone.

import { unescapePath } from "../../model/mod.ts";
import type { StoredSymbol } from "../../query/mod.ts";
import type { Sha256 } from "../../wire/mod.ts";
import type { Ground } from "./ground.ts";

export class Side {
  /** Where claims are looked for. */
  readonly ground: Ground;
  /** The generation that the claims were made from; null where it is not kept. */
  readonly origin: Ground | null;
  readonly sha256: Sha256;
  /** Path to SHA-256, as the answer has it. */
  readonly #cited: ReadonlyMap<string, string>;
  readonly #located = new Map<string, StoredSymbol | null>();

  constructor(
    ground: Ground,
    origin: Ground | null,
    cited: ReadonlyMap<string, string>,
    sha256: Sha256,
  ) {
    this.ground = ground;
    this.origin = origin;
    this.#cited = cited;
    this.sha256 = sha256;
  }

  citedDigest(path: string): string | undefined {
    return this.#cited.get(path);
  }

  /** Whether a file has the very content that the answer cites. */
  isAsCited(path: string): boolean {
    const sha256 = this.ground.file(path)?.sha256;
    return sha256 !== undefined && sha256 === this.#cited.get(path);
  }

  /** Where the content of a cited file lies now: at its path, or else at exactly one other. */
  pathNow(path: string): string | null {
    if (this.ground.file(path) !== null) return path;
    const sha256 = this.#cited.get(path) ?? this.origin?.file(path)?.sha256;
    const files = sha256 === undefined || sha256 === null ? [] : this.ground.filesOf(sha256);
    return files.length === 1 ? files[0].path : null;
  }

  /** The symbol that an id of the answer means now: by its id, in its file where that was moved, or by its unchanged text. */
  locate(id: string): StoredSymbol | null {
    let symbol = this.#located.get(id);
    if (symbol === undefined) this.#located.set(id, symbol = this.#find(id));
    return symbol;
  }

  #find(id: string): StoredSymbol | null {
    const { ground, origin } = this;
    const own = ground.symbol(id);
    if (own !== null) return own;
    const then = origin?.symbol(id) ?? null;
    const path = then?.path ?? pathOfId(id);
    const moved = path === null ? null : this.pathNow(path);
    if (moved !== null && moved !== path) return ground.symbolMoved(id, moved);
    if (then === null) return null;
    const alike = ground.named(then.qualifiedName, then.kind).filter((symbol) => this.hasText(symbol, then));
    return alike.length === 1 ? alike[0] : null;
  }

  /** Whether a symbol has the text that one of the origin had. */
  hasText(symbol: StoredSymbol, then: StoredSymbol): boolean {
    const text = this.origin?.textOf(then) ?? null;
    return text !== null && text === this.ground.textOf(symbol);
  }
}

function pathOfId(id: string): string | null {
  const hash = id.indexOf("#");
  return hash < 1 ? null : unescapePath(id.slice(0, hash));
}
