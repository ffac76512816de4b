// Documents that are no answer, as pages: failures with what the caller can do, and the state and builds of an index.

import type { JsonObject, JsonValue } from "../../guard/mod.ts";
import type { Asked } from "./answer.ts";
import { factOf, numberOf, objectOf, objectsOf, otherFields, textOf } from "./fields.ts";
import { code, type Entry, type Fact, type Line, type Page, place, row, warning, words } from "./page.ts";

const EMPTY = { lead: [], facts: [], entries: [], notes: [], commands: [], seals: [], cited: [] } as const;
const FAILURE: ReadonlySet<string> = new Set(["schema", "code", "message", "hint", "detail", "retry"]);
/** Details that entries tell, or that only a program needs. */
const DETAIL: ReadonlySet<string> = new Set(["choices", "fields", "changed", "operation", "symbol", "total"]);

/** `evident.failure.v1`: what went wrong, what can be done, and the choices with the command that takes each. */
export function failurePage(failure: JsonObject, asked: Asked | null): Page {
  const detail = objectOf(failure.detail);
  const written = textOf(detail.symbol_id ?? detail.symbol) || (asked?.subject ?? "");
  const hint = textOf(failure.hint);
  const listed = objectsOf(detail.choices).length + objectsOf(detail.changed).length;
  const left = (numberOf(detail.total) ?? 0) - listed;
  return {
    ...EMPTY,
    title: [warning(textOf(failure.code)), words(`: ${textOf(failure.message)}`)],
    lead: hint === "" ? [] : [[words(hint)]],
    facts: [...factsOf(detail, DETAIL), ...factsOf(failure, FAILURE)],
    entries: [
      ...objectsOf(detail.choices).map((choice) => choiceEntry(choice, written, asked)),
      ...objectsOf(detail.fields).map(fieldEntry),
      ...objectsOf(detail.changed).map(changedEntry),
    ],
    notes: [
      ...left > 0 ? [[words(`And ${left} more.`)]] : [],
      ...failure.retry === true ? [[words("The same call may succeed later.")]] : [],
    ],
    commands: asked === null || detail.operation === undefined
      ? []
      : [asked.commandOf({ operation: detail.operation })],
  };
}

const entryOf = (cells: readonly Line[]): Entry => ({
  section: "",
  depth: 0,
  head: row(cells),
  rows: [],
  quote: null,
});

/** Where a symbol of that name is, and the command that means just this one. */
function choiceEntry(choice: JsonObject, written: string, asked: Asked | null): Entry {
  const symbol = textOf(choice.symbol);
  const command = asked?.againWith(symbol, written) ?? symbol;
  return entryOf([[place(textOf(choice.path), numberOf(choice.line))], [words(textOf(choice.kind))], [
    code(command),
  ]]);
}

function fieldEntry(field: JsonObject): Entry {
  const path = textOf(field.path);
  return entryOf([
    [path === "" ? words("the request") : code(path)],
    [words("wanted "), code(textOf(field.wanted))],
    [words("came "), code(textOf(field.came))],
  ]);
}

function changedEntry(change: JsonObject): Entry {
  return entryOf([[place(textOf(change.path))], [words(textOf(change.change))]]);
}

function factsOf(value: JsonObject, known: ReadonlySet<string>): Fact[] {
  return otherFields(value, known).map(([name, field]) => factOf(name, field)).filter(({ lines }) =>
    lines.length > 0
  );
}

const SCHEMA: ReadonlySet<string> = new Set(["schema"]);

/** Any other document: what it is in a few words, then all its fields. */
export function statePage(document: JsonObject): Page {
  const title = TITLES[textOf(document.schema)] ?? titleOfAny;
  return { ...EMPTY, title: title(document), facts: factsOf(document, SCHEMA) };
}

const TITLES: Readonly<Record<string, (document: JsonObject) => Line>> = {
  "evident.status.v1": ({ state, freshness }) => [
    words("The index is "),
    state === "ready" ? words("ready") : warning(textOf(state)),
    words(", "),
    freshness === "fresh" ? words("fresh.") : warning(`freshness ${textOf(freshness)}.`),
  ],
  "evident.build.v1": ({ published, files, symbols, edges, elapsed_ms }) => [
    words(
      published === true
        ? `Published ${
          sumOf(files)
        } files, ${symbols} symbols and ${edges} relationships in ${elapsed_ms} ms.`
        : `Nothing changed: nothing was published. Looked for ${elapsed_ms} ms.`,
    ),
  ],
  "evident.clear.v1": ({ removed }) => [
    words(removed === true ? "The cache of this worktree is removed." : "There was no cache to remove."),
  ],
};

function titleOfAny(document: JsonObject): Line {
  return [code(textOf(document.schema))];
}

/** Files that were taken, whatever became of them. */
function sumOf(files: JsonValue | undefined): number {
  const { parsed, partial, failed, text } = objectOf(files);
  return [parsed, partial, failed, text].reduce<number>((sum, count) => sum + (numberOf(count) ?? 0), 0);
}
