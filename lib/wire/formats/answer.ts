// An answer (`evident.query.v1`) as a page: a heading with counts, its items, what it leaves out in plain sentences, what to
// ask next, and the digests that it can be checked by.

import type { JsonObject, JsonValue } from "../../guard/mod.ts";
import { LIMITATIONS } from "../limitations.ts";
import { entryOf } from "./entries.ts";
import { factOf, isObject, numberOf, objectOf, objectsOf, otherFields, textOf, wordsOf } from "./fields.ts";
import { code, type Fact, joined, type Line, type Page, place, warning, words } from "./page.ts";

/** What the caller knows of the question, beside the document. */
export interface Asked {
  /** What is counted, and the word between it and what was asked about: "callers", "of". */
  readonly counted: readonly [things: string, link: string];
  /** Whether the sites that `unbound_sites` counts are among the items. */
  readonly listsUnboundSites: boolean;
  /** What was asked about; "" where nothing was named. */
  readonly subject: string;
  /** The command line that asks a request that leads on: its operation, and the fingerprint that its ids are valid with. */
  commandOf(request: JsonObject): string;
  /** The command line that asks again with another symbol in place of `written`; null where there is no such thing. */
  againWith(symbol: string, written: string): string | null;
}

const ENVELOPE: ReadonlySet<string> = new Set([
  "schema",
  "scope_id",
  "fingerprint",
  "commit",
  "before_fingerprint",
  "before_commit",
  "git_object_format",
  "dirty",
  "checked_at",
  "verified",
  "operation",
  "status",
  "total",
  "truncated",
  "files",
  "files_before",
  "items",
  "coverage",
  "limitations",
  "next",
  "answer_digest",
]);

export function answerPage(document: JsonObject, asked: Asked | null): Page {
  return {
    title: titleOf(document, asked),
    lead: [],
    facts: otherFields(document, ENVELOPE).map(([name, value]) => factOf(name, value)),
    entries: objectsOf(document.items).map(entryOf),
    notes: objectsOf(document.limitations).map(sentenceOf),
    commands: isObject(document.next) && asked !== null ? [asked.commandOf(document.next)] : [],
    seals: sealsOf(document),
    cited: [citedIn("files", document.files), citedIn("files before", document.files_before)].filter((
      { lines },
    ) => lines.length > 0),
  };
}

/** `3 of 12 callers of Config.from_object`; sites that were not bound are counted apart. */
function titleOf(document: JsonObject, asked: Asked | null): Line {
  const items = objectsOf(document.items);
  const total = numberOf(document.total) ?? items.length;
  const [things, link] = asked?.counted ?? [wordsOf(textOf(document.operation)), ""];
  const subject: Line = asked === null || asked.subject === ""
    ? []
    : [words(` ${link} `), code(asked.subject)];
  const unbound = asked?.listsUnboundSites === true ? Math.min(unboundOf(document), total) : 0;
  const shownUnbound = unbound === 0 ? 0 : items.filter(({ unverified }) => isObject(unverified)).length;
  const apart: Line = unbound === 0
    ? []
    : [words(", and "), warning(`${countOf(shownUnbound, unbound)} sites that were not bound`)];
  return [words(`${countOf(items.length - shownUnbound, total - unbound)} ${things}`), ...subject, ...apart];
}

function countOf(shown: number, total: number): string {
  return total === 0 ? "No" : `${shown} of ${total}`;
}

/** How many sites were not bound, shown or not. */
function unboundOf(document: JsonObject): number {
  const notice = objectsOf(document.limitations).find((limitation) => limitation.code === "unbound_sites");
  return numberOf(notice?.count) ?? 0;
}

/** What a limitation says. A statement needs no count. */
function sentenceOf(limitation: JsonObject): Line {
  const name = textOf(limitation.code);
  const says = Object.hasOwn(LIMITATIONS, name)
    ? LIMITATIONS[name as keyof typeof LIMITATIONS].counts
    : wordsOf(name);
  const isStatement = /^(no|nothing|path_prefix|the|what) /.test(says);
  const count = isStatement ? "" : ` (${limitation.count})`;
  return [words(`${says[0].toUpperCase()}${says.slice(1)}${count}.`)];
}

/** Commit, index and digest. */
function sealsOf(document: JsonObject): Fact[] {
  const told = (name: string, ...lines: Line[]): Fact => ({ name, lines: [joined(lines, ", ")] });
  const commitOf = (commit: JsonValue | undefined): Line =>
    commit === null ? [words("none")] : [code(textOf(commit))];
  const { before_fingerprint: before } = document;
  const seals = [
    told(
      "commit",
      commitOf(document.commit),
      ...stateOf(document),
    ),
    told("fingerprint", [code(textOf(document.fingerprint))]),
  ];
  if (before !== undefined) {
    seals.push(
      told("before commit", commitOf(document.before_commit)),
      told("before fingerprint", [code(textOf(before))]),
    );
  }
  return [
    ...seals,
    told("coverage", ...coverageOf(objectOf(document.coverage))),
    told("answer_digest", [code(textOf(document.answer_digest))]),
  ];
}

/** How the worktree differs from its commit, and how the index was compared with the worktree. */
function stateOf({ dirty, verified }: JsonObject): Line[] {
  const { mode, state } = objectOf(verified);
  return [
    dirty === true ? [words("with changes that are not committed")] : [],
    dirty === "unknown" ? [words("changes that are not committed unknown")] : [],
    mode === undefined ? [] : [words(mode === "none" ? "unchecked" : `${textOf(state)} by ${textOf(mode)}`)],
  ];
}

/** Files and references by what became of them, as far as there are any. */
function coverageOf({ files, references }: JsonObject): Line[] {
  const { omitted, ...taken } = objectOf(files);
  const told = { files: taken, omitted: objectOf(omitted), references: objectOf(references) };
  return Object.entries(told).map(([name, counts]) => {
    const some = Object.entries(counts).filter(([, count]) => count !== 0);
    return factOf(name, { [name]: Object.fromEntries(some) }).lines.flat();
  });
}

function citedIn(name: string, files: JsonValue | undefined): Fact {
  const lines = Object.entries(objectOf(files)).map(([path, sha256]) => [
    place(path),
    words(" sha256 "),
    code(textOf(sha256)),
  ]);
  return { name, lines };
}
