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

const DOCTOR: ReadonlySet<string> = new Set(["schema", "healthy", "findings"]);

/** Any other document: what it is in a few words, then all its fields. */
export function statePage(document: JsonObject): Page {
  const schema = textOf(document.schema);
  const title = (TITLES[schema] ?? titleOfAny)(document);
  if (schema !== "evident.doctor.v1") return { ...EMPTY, title, facts: factsOf(document, SCHEMA) };
  return {
    ...EMPTY,
    title,
    facts: factsOf(document, DOCTOR),
    entries: objectsOf(document.findings).map(findingEntry),
  };
}

/** What was found, and below it what mends it. */
function findingEntry({ code: name, severity, message, command, hint }: JsonObject): Entry {
  const what = severity === "note" ? words(textOf(name)) : warning(textOf(name));
  const mends = [
    ...textOf(command) === "" ? [] : [row([[code(textOf(command))]])],
    ...textOf(hint) === "" ? [] : [row([[words(textOf(hint))]])],
  ];
  return { ...entryOf([[words(textOf(severity))], [what], [words(textOf(message))]]), rows: mends };
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
  "evident.gc.v1": ({ removed_bytes, kept_bytes, over_max_bytes }) => [
    words(`Removed ${removed_bytes} bytes, kept ${kept_bytes}.`),
    ...numberOf(over_max_bytes) === 0 ? [] : [warning(` That is ${over_max_bytes} more than was allowed.`)],
  ],
  "evident.doctor.v1": ({ healthy, findings }) => {
    const wrong = objectsOf(findings).filter(({ severity }) => severity !== "note").length;
    if (healthy === true) return [words("Nothing is wrong.")];
    return [warning(wrong === 1 ? "One thing is wrong." : `${wrong} things are wrong.`)];
  },
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
