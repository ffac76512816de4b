// A request as the command line that asks it, so that what an answer offers can be copied. Not here: what stands around
// the operation.

import { type Flag, type Operation, OPERATIONS, STATUS } from "../operations/mod.ts";
import type { JsonObject, JsonValue } from "../wire/mod.ts";
import { flagsOf } from "./flags.ts";

/** The words behind `evident` that ask an operation; null for what has no short form. */
export function shortFormOf(operation: JsonObject): string[] | null {
  if (operation.kind === STATUS) return [STATUS];
  const asked = OPERATIONS.find(({ kind }) => kind === operation.kind);
  return asked === undefined ? null : shortForm(asked, operation);
}

/** The short form; null where a field has no word for its value. */
function shortForm(asked: Operation, operation: JsonObject): string[] | null {
  const { kind, ...fields } = operation;
  const flags = flagsOf(asked);
  const said: string[] = [];
  const positional: string[] = [];
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined || isDefault(asked, field, value)) continue;
    // A file that was read has no word.
    if (asked.positionals.some((one) => one.field === field && one.isAnswerFile === true)) return null;
    if (asked.positionals.some((one) => one.field === field)) {
      positional.push(...(Array.isArray(value) ? value : [value]).map(String));
      continue;
    }
    const flag = flags.find((one) => one.field === field);
    const words = flag === undefined ? null : wordsOf(flag, value);
    if (words === null) return null;
    said.push(`--${flag!.name}`, ...words);
  }
  const name = String(kind);
  // A word that looks like a flag is none behind `--`.
  return positional.some((word) => word.startsWith("-"))
    ? [name, ...said, "--", ...positional]
    : [name, ...positional, ...said];
}

/** What stands behind a flag; null where it cannot say the value. */
function wordsOf({ value: shape }: Flag, value: JsonValue): string[] | null {
  if (shape === "switch") return value === true ? [] : null;
  if (!Array.isArray(value)) return typeof value === "object" ? null : [String(value)];
  const hasComma = value.some((part: JsonValue) => String(part).includes(","));
  return shape === "list" && !hasComma ? [value.join(",")] : null;
}

/** Whether the field means the same where it is left out. */
function isDefault({ schema }: Operation, field: string, value: JsonValue): boolean {
  const left = schema().shape[field]?.safeParse(undefined);
  return left?.success === true && left.data === value;
}
