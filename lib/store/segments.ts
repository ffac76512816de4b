// Words of search: how identifiers are cut into segments, what text goes into full text, and how a question becomes a match
// expression. Laws kept: only ASCII is lower-cased and split by class, everything else stays as it is; what a user
// writes is quoted, never handed over as an expression.
// Not here: ranking, and which words of a question matter.

/** One word of a question with the segments it consists of; equal to `[word]` where it has one. */
export interface SearchTerm {
  readonly word: string;
  readonly segments: readonly string[];
}

/** Words of a question that are looked at; the rest is dropped. */
const MAX_TERMS = 64;

/** Punctuation and spaces beyond ASCII, which the tokenizer would take for letters. */
const FOREIGN_PUNCTUATION =
  /[\u0080-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u3000-\u303f\ufeff\uff00-\uff0f]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** What separates words: ASCII that is neither letter, digit, `_` nor `$`. */
const SEPARATORS = /[\0-#%-/:-@[-^`{-\x7f]+/;

/** Text as it goes into the full-text table. */
export function searchText(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(FOREIGN_PUNCTUATION, " ") : text;
}

/** Lower-cases ASCII letters alone. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function classOf(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  // Beyond ASCII there is no case here: a letter like a lower-case one.
  return unit > 0x7f ? LOWER : 0;
}

/** The segments of an identifier or path in lower case: `readHTTPBody2_x` gives read, http, body, 2, x. */
export function segmentsOf(identifier: string): string[] {
  const text = searchText(identifier);
  const segments: string[] = [];
  let start = 0;
  let before = 0;
  let hasUpper = false;
  for (let i = 0; i <= text.length; i++) {
    const now = i < text.length ? classOf(text.charCodeAt(i)) : 0;
    // An upper-case run's last letter belongs to the lower-case letters after it.
    const capitalised = now === LOWER && before === UPPER;
    if (capitalised ? i - 1 > start : now !== before) {
      const end = capitalised ? i - 1 : i;
      if (before !== 0) {
        const segment = text.slice(start, end);
        segments.push(hasUpper ? lowerAscii(segment) : segment);
      }
      start = end;
      hasUpper = capitalised;
    }
    hasUpper ||= now === UPPER;
    before = now;
  }
  return segments;
}

/** The words of a question in order, each once. */
export function searchTerms(question: string): SearchTerm[] {
  const terms = new Map<string, SearchTerm>();
  for (const part of searchText(question).split(SEPARATORS)) {
    const word = lowerAscii(part);
    if (word === "" || terms.has(word)) continue;
    const segments = segmentsOf(part);
    if (segments.length === 0) continue;
    terms.set(word, { word, segments });
    if (terms.size === MAX_TERMS) break;
  }
  return [...terms.values()];
}

/** A match expression for symbols that have every word, as itself or as all of its segments; null without words. */
export function matchAll(terms: readonly SearchTerm[]): string | null {
  if (terms.length === 0) return null;
  return terms.map((term) => {
    const segments = term.segments.map(quoted).join(" AND ");
    return isPlain(term) ? quoted(term.word) : `(${quoted(term.word)} OR (${segments}))`;
  }).join(" AND ");
}

/** A match expression for symbols that have any of the words or of their segments; null without words. */
export function matchAny(terms: readonly SearchTerm[]): string | null {
  const words = new Set(terms.flatMap((term) => isPlain(term) ? [term.word] : [term.word, ...term.segments]));
  return words.size === 0 ? null : [...words].map(quoted).join(" OR ");
}

function isPlain(term: SearchTerm): boolean {
  return term.segments.length === 1 && term.segments[0] === term.word;
}

/** A term holds no quote: quotes separate words. */
function quoted(term: string): string {
  return `"${term}"`;
}
