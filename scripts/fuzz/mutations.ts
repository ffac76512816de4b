// Texts that are almost programs: bytes, tokens and ranges of real ones changed by chance.

import type { Chance } from "../parts/chance.ts";

type Mutation = (bytes: Uint8Array, chance: Chance, other: Uint8Array) => Uint8Array;

/** What grammars, scanners and readers of trees are known to trip over. */
const TOKENS = [
  ..."(){}[]<>;:,.#@!?*&|^~%=+-/\\\"'`$",
  ...["/*", "*/", "//", "${", "<!--", "-->", "</", "/>", '"""', "'''", 'f"{', "=>", "->", "...", "?.", "??"],
  ...["\0", "\n", "\r", "\r\n", "\t", "\ufeff", "\u2028", "\u202e", "\u00e9", "\u{1f600}", "\\u{41}"],
  ...["async ", "await ", "class ", "def ", "func ", "function ", "import ", "from ", "export ", "type "],
  ...[
    "interface ",
    "lambda ",
    "yield ",
    "return ",
    "if ",
    "else ",
    "for ",
    "in ",
    "as ",
    "new ",
    "namespace ",
  ],
  ...[
    "declare ",
    "__all__ = [",
    "@overload\n",
    "struct{",
    "map[",
    "chan ",
    "<T>(",
    "case ",
    "match ",
    "del ",
  ],
];
/** Bytes that are no UTF-8: cut characters, surrogates, what no character begins with. */
const BROKEN = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f], [0x80, 0x80], [0xfe, 0xff]];
const MAX_BYTES = 64 * 1024;
const MOST_REPEATED = 400;

const encoder = new TextEncoder();

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Start and end of some range, most of them short. */
function range({ length }: Uint8Array, chance: Chance): [number, number] {
  const start = chance.between(0, length + 1);
  const most = chance.next() < 0.8 ? Math.min(60, length - start) : length - start;
  return [start, start + chance.between(0, most + 1)];
}

function inserted(bytes: Uint8Array, chance: Chance, what: Uint8Array): Uint8Array {
  const at = chance.between(0, bytes.length + 1);
  return joined(bytes.subarray(0, at), what, bytes.subarray(at));
}

/** Words, blanks and signs, each by itself. */
function tokensOf(bytes: Uint8Array): string[] {
  return new TextDecoder("latin1").decode(bytes).match(/\w+|\s+|[^\w\s]/g) ?? [];
}

const fromLatin1 = (text: string) => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

const MUTATIONS: readonly Mutation[] = [
  function flip(bytes, chance) {
    const flipped = bytes.slice();
    for (let count = chance.between(1, 8); count > 0 && flipped.length > 0; count--) {
      flipped[chance.between(0, flipped.length)] ^= 1 << chance.between(0, 8);
    }
    return flipped;
  },
  function remove(bytes, chance) {
    const [start, end] = range(bytes, chance);
    return joined(bytes.subarray(0, start), bytes.subarray(end));
  },
  function repeat(bytes, chance) {
    const [start, end] = range(bytes, chance);
    const count = chance.next() < 0.7 ? 2 : chance.between(2, MOST_REPEATED);
    return joined(
      bytes.subarray(0, start),
      ...Array(count).fill(bytes.subarray(start, end)),
      bytes.subarray(end),
    );
  },
  function cut(bytes, chance) {
    return bytes.slice(0, chance.between(0, bytes.length + 1));
  },
  function splice(bytes, chance, other) {
    const [start, end] = range(other, chance);
    return inserted(bytes, chance, other.subarray(start, end));
  },
  function cross(bytes, chance, other) {
    return joined(
      bytes.subarray(0, chance.between(0, bytes.length + 1)),
      other.subarray(chance.between(0, other.length + 1)),
    );
  },
  function insert(bytes, chance) {
    const token = encoder.encode(chance.of(TOKENS));
    const count = chance.next() < 0.8 ? 1 : chance.between(1, MOST_REPEATED);
    return inserted(bytes, chance, joined(...Array(count).fill(token)));
  },
  function insertBroken(bytes, chance) {
    return inserted(bytes, chance, Uint8Array.from(chance.of(BROKEN)));
  },
  function shuffle(bytes, chance) {
    const tokens = tokensOf(bytes);
    const start = chance.between(0, tokens.length + 1);
    const some = tokens.slice(start, start + chance.between(2, 12));
    for (let at = some.length - 1; at > 0; at--) {
      const other = chance.between(0, at + 1);
      [some[at], some[other]] = [some[other], some[at]];
    }
    tokens.splice(start, some.length, ...some);
    return fromLatin1(tokens.join(""));
  },
  function replace(bytes, chance) {
    const tokens = tokensOf(bytes);
    if (tokens.length === 0) return bytes;
    const name = chance.of(tokens);
    for (let count = chance.between(1, 10); count > 0; count--) {
      tokens[chance.between(0, tokens.length)] = name;
    }
    return fromLatin1(tokens.join(""));
  },
  function indent(bytes, chance) {
    const text = new TextDecoder("latin1").decode(bytes);
    const lines = text.split("\n");
    const at = chance.between(0, lines.length);
    lines[at] = " ".repeat(chance.between(0, 12)) + lines[at].trimStart();
    return fromLatin1(lines.join("\n"));
  },
];

/** A text changed a few times; `other` is what parts of another are taken from. */
export function mutated(bytes: Uint8Array, chance: Chance, other: Uint8Array): Uint8Array {
  let text = bytes;
  for (let count = chance.between(1, 6); count > 0; count--) {
    text = chance.of(MUTATIONS)(text, chance, other).slice(0, MAX_BYTES);
  }
  return text;
}
