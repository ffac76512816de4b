// What a reader is told of the question: its subject, and the command lines that ask on from its answer or again after its
// refusal, with the flags that hold for the whole session.

import { OPERATIONS, type QueryRequest } from "../operations/mod.ts";
import { type Asked, type JsonObject, type JsonValue, MAX_BYTES, shellLine } from "../wire/mod.ts";
import { REQUEST_FLAGS } from "./flags.ts";
import { shortFormOf } from "./short_form.ts";

/** `before` and `behind` are the words that every command of this session has before its name and at its end. */
export function askedOf(
  request: QueryRequest,
  before: readonly string[],
  behind: readonly string[],
): Asked {
  const operation = request.operation as JsonObject;
  const own = besideOf(request);
  const command = (asked: JsonObject, beside: JsonObject): string => {
    const words = shortFormOf(asked);
    if (words === null) {
      const input = shellLine([JSON.stringify({ operation: asked, ...beside })]);
      return `${shellLine(["evident", ...before, "query", "--request-file", "-", ...behind])} <<< ${input}`;
    }
    const end = words.includes("--") ? words.indexOf("--") : words.length;
    const flags = REQUEST_FLAGS.flatMap(({ name, field }) =>
      beside[field] === undefined ? [] : [`--${name}`, String(beside[field])]
    );
    return shellLine([
      "evident",
      ...before,
      ...words.slice(0, end),
      ...flags,
      ...behind,
      ...words.slice(end),
    ]);
  };
  const registered = OPERATIONS.find(({ kind }) => kind === operation.kind);
  const counted = registered?.counted ?? [String(operation.kind).replaceAll("_", " "), "of"];
  return {
    counted: typeof counted === "function" ? counted(operation) : counted,
    listsUnboundSites: registered?.listsUnboundSites === true,
    subject: subjectOf(operation),
    commandOf: ({ operation, ...more }) => command(operation as JsonObject, { ...roomy(own), ...more }),
    againWith: (symbol, written) => {
      const again = withSymbol(operation, symbol, written);
      return again === null ? null : command(again, own);
    },
  };
}

/** What stands beside the operation and is no default. */
function besideOf({ max_bytes, expected_fingerprint }: QueryRequest): JsonObject {
  return {
    ...max_bytes !== MAX_BYTES.default && { max_bytes },
    ...expected_fingerprint !== undefined && { expected_fingerprint },
  };
}

/** Without room that is less than the default: another question may not fit into what was enough for this one. */
function roomy({ max_bytes, ...rest }: JsonObject): JsonObject {
  return { ...Number(max_bytes) > MAX_BYTES.default && { max_bytes }, ...rest };
}

/** What was asked about, as it was written. */
function subjectOf(operation: JsonObject): string {
  const { path, line } = operation;
  const at = path === undefined || line === undefined ? path : `${path}:${line}`;
  const one = operation.symbol ?? operation.symbol_id ?? operation.query ?? at ?? operation.name;
  const several = [operation.symbols, operation.symbol_ids, operation.paths].flatMap((list) =>
    Array.isArray(list) ? list : []
  );
  if (several.length > 0) return several.map((part: JsonValue) => String(part)).join(", ");
  return String(one ?? operation.base ?? operation.before_fingerprint ?? "");
}

/** The same question about another symbol. */
function withSymbol(operation: JsonObject, symbol: string, written: string): JsonObject | null {
  if (Array.isArray(operation.symbols) || Array.isArray(operation.symbol_ids)) {
    const { symbols, symbol_ids, ...rest } = operation;
    const [names, ids] = [symbols, symbol_ids].map((list): readonly JsonValue[] =>
      Array.isArray(list) ? list : []
    );
    const others = ids.filter((one) => one !== written);
    return {
      ...rest,
      symbols: [
        ...names.map((one) => one === written ? symbol : one),
        ...ids.length > others.length ? [symbol] : [],
      ],
      ...others.length > 0 && { symbol_ids: others },
    };
  }
  const { symbol: name, symbol_id: id, path, line, column: _column, ...rest } = operation;
  const isOfSymbol = name !== undefined || id !== undefined || (path !== undefined && line !== undefined);
  return isOfSymbol ? { kind: operation.kind, symbol, ...rest } : null;
}
