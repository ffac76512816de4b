// The byte budget. Laws kept: an answer in compact form, its line feed included, is at most `max_bytes` of UTF-8; what is
// shown is the longest run from the top of the ranking that fits; an item is shown whole, with its citations, or not.
// Bytes are counted with the encoder that prints them, so an estimate can never be wrong.
// Not here: ranking; what an item says.

import { encodeJson, guardValue, type JsonObject, type JsonValue } from "../guard/mod.ts";
import { Failure } from "../model/mod.ts";
import { type Citation, type Contents, envelope, type Observed, sealed, type Sha256 } from "./envelope.ts";
import type { Limitation } from "./limitations.ts";

/** One way to say an item. */
export interface ItemForm {
  readonly value: JsonObject;
  /** Every file that the value cites. */
  readonly cites: readonly Citation[];
}

/** An item as its forms, longest first: the first that fits is shown. Asked only for items that are reached. */
export type RankedItem = () => Iterable<ItemForm>;

/** What an operation found, before it is cut. */
export interface Answer {
  readonly operation: string;
  /** In order of rank. */
  readonly items: readonly RankedItem[];
  /** How many there are in all, at least as many as `items`. */
  readonly total: number;
  /** How many may be shown. */
  readonly limit: number;
  /** What only this operation's answers say of the whole; never cut. */
  readonly head?: JsonObject;
  readonly coverage: JsonObject;
  readonly limitations: readonly Limitation[];
  /** Requests that lead on from here. */
  readonly next: JsonValue;
  /** Stands for `next` where the answer shows less than there is: a narrower request. */
  readonly nextIfCut?: JsonValue;
}

const LINE_FEED_BYTES = 1;
const encoder = new TextEncoder();

/** The answer's document, cut to `maxBytes`. Throws Failure `request.budget_too_small` where not even an empty one fits. */
export function assemble(observed: Observed, answer: Answer, maxBytes: number, sha256: Sha256): JsonObject {
  const listed = answer.items.slice(0, answer.limit);
  const frame = {
    head: guardValue(answer.head ?? {}).value,
    coverage: guardValue(answer.coverage).value,
    next: guardValue(answer.next).value,
    nextIfCut: guardValue(answer.nextIfCut ?? answer.next).value,
  };
  let page = new Page(observed, { ...answer, ...frame }, listed.length);
  const empty = page.bytes();
  let fits = empty <= maxBytes;
  for (let next = 0; fits && next < listed.length; next++) {
    fits = page.addFirstThatFits(listed[next](), maxBytes);
  }
  if (!fits) page = rest(page, listed.slice(page.shown), maxBytes) ?? page;
  if (page.bytes() > maxBytes) throw tooSmall(empty, maxBytes);
  return sealed(page.document(), sha256);
}

/** Refuses a document that is never cut where it does not fit. Failure `request.budget_too_small`. */
export function requireWithin(document: JsonObject, maxBytes: number): void {
  const needed = byteLength(document) + LINE_FEED_BYTES;
  if (needed > maxBytes) throw tooSmall(needed, maxBytes);
}

function tooSmall(neededBytes: number, maxBytes: number): Failure {
  return new Failure("request.budget_too_small", `The answer takes at least ${neededBytes} bytes.`, {
    hint: `Ask with max_bytes ${neededBytes} or more.`,
    detail: { max_bytes: maxBytes, needed_bytes: neededBytes },
  });
}

/** A page with all the rest, which then needs no notice of a cut; null where it does not fit. */
function rest(page: Page, items: readonly RankedItem[], maxBytes: number): Page | null {
  const whole = page.copyWithoutNotice();
  return items.every((item) => whole.addFirstThatFits(item(), maxBytes)) ? whole : null;
}

interface GuardedForm extends ItemForm {
  readonly redacted: boolean;
  readonly bidiControls: boolean;
  readonly bytes: number;
}

/** The form as it may leave: redacted where needed, and saying so. */
function guarded(form: ItemForm): GuardedForm {
  const { value, redacted, bidiControls } = guardValue(form.value);
  const told: JsonObject = {
    ...value,
    ...(redacted ? { redacted: true } : {}),
    ...(bidiControls ? { bidi_controls: true } : {}),
  };
  const cites = form.cites.map((cited) => ({ ...cited, path: guardValue(cited.path).value }));
  return {
    value: told,
    cites,
    redacted: redacted || value.redacted === true,
    bidiControls,
    bytes: byteLength(told),
  };
}

function byteLength(value: JsonValue): number {
  return encoder.encode(encodeJson(value)).length;
}

/** What is shown so far, with its exact size. */
class Page {
  readonly #observed: Observed;
  readonly #answer: Answer;
  /** How many items would be shown if bytes did not count. */
  readonly #listed: number;
  #noticesCut = true;
  #items: JsonObject[] = [];
  #files = new Map<string, string>();
  #filesBefore = new Map<string, string>();
  /** Of items and files, commas included. */
  #contentBytes = 0;
  #redacted = 0;
  #bidiControls = 0;

  constructor(observed: Observed, answer: Answer, listed: number) {
    this.#observed = observed;
    this.#answer = answer;
    this.#listed = listed;
  }

  get shown(): number {
    return this.#items.length;
  }

  copyWithoutNotice(): Page {
    const copy = new Page(this.#observed, this.#answer, this.#listed);
    copy.#noticesCut = false;
    copy.#items = [...this.#items];
    copy.#files = new Map(this.#files);
    copy.#filesBefore = new Map(this.#filesBefore);
    copy.#contentBytes = this.#contentBytes;
    copy.#redacted = this.#redacted;
    copy.#bidiControls = this.#bidiControls;
    return copy;
  }

  /** Adds the first form with which the whole document fits, asking for no more; false where none does. */
  addFirstThatFits(forms: Iterable<ItemForm>, maxBytes: number): boolean {
    for (const form of forms) {
      const told = guarded(form);
      if (this.#bytesWith(told) > maxBytes) continue;
      this.#add(told);
      return true;
    }
    return false;
  }

  #add(fitting: GuardedForm): void {
    this.#contentBytes += this.#addedBytes(fitting);
    this.#items.push(fitting.value);
    for (const { path, sha256, generation } of fitting.cites) this.#filesOf(generation).set(path, sha256);
    if (fitting.redacted) this.#redacted++;
    if (fitting.bidiControls) this.#bidiControls++;
  }

  /** The document's size in compact form, line feed included. */
  bytes(): number {
    return this.#frameBytes(0, 0, 0) + this.#contentBytes;
  }

  document(): JsonObject {
    const contents = this.#contents(0, 0, 0);
    return envelope(this.#observed, {
      ...contents,
      items: this.#items,
      files: this.#files,
      filesBefore: this.#filesBefore,
    });
  }

  #bytesWith(form: GuardedForm): number {
    const frame = this.#frameBytes(1, form.redacted ? 1 : 0, form.bidiControls ? 1 : 0);
    return frame + this.#contentBytes + this.#addedBytes(form);
  }

  #addedBytes(form: GuardedForm): number {
    let bytes = form.bytes + (this.#items.length > 0 ? 1 : 0);
    const added = new Set<string>();
    const sizes = new Map([[this.#files, this.#files.size], [this.#filesBefore, this.#filesBefore.size]]);
    for (const { path, sha256, generation } of form.cites) {
      const files = this.#filesOf(generation);
      const key = `${files === this.#files}${path}`;
      if (files.has(path) || added.has(key)) continue;
      added.add(key);
      const size = sizes.get(files) ?? 0;
      sizes.set(files, size + 1);
      bytes += byteLength(path) + 1 + byteLength(sha256) + (size > 0 ? 1 : 0);
    }
    return bytes;
  }

  #filesOf(generation: Citation["generation"]): Map<string, string> {
    return generation === "before" ? this.#filesBefore : this.#files;
  }

  /** Size of the document with its lists empty, as it would be with so many more items. */
  #frameBytes(items: number, redacted: number, bidiControls: number): number {
    const contents = this.#contents(items, redacted, bidiControls);
    const document = envelope(this.#observed, contents);
    // Emptying the lists must not change what the document says of them.
    const truncated = this.#items.length + items < this.#answer.total;
    return byteLength({ ...document, truncated }) + LINE_FEED_BYTES;
  }

  #contents(items: number, redacted: number, bidiControls: number): Contents {
    const { operation, total, head, coverage, nextIfCut } = this.#answer;
    const shown = this.#items.length + items;
    const isCut = this.#noticesCut ? shown < total : this.#listed < total;
    const next = isCut && nextIfCut !== undefined ? nextIfCut : this.#answer.next;
    const limitations = [
      ...this.#answer.limitations,
      { code: "bidi_controls", count: this.#bidiControls + bidiControls } as const,
      { code: "limit", count: total - this.#listed } as const,
      { code: "max_bytes", count: this.#noticesCut ? this.#listed - shown : 0 } as const,
      { code: "redacted", count: this.#redacted + redacted } as const,
    ];
    const none: ReadonlyMap<string, string> = new Map();
    const nothing = { items: [], files: none, filesBefore: none };
    return { operation, total, ...nothing, head, coverage, limitations, next };
  }
}
