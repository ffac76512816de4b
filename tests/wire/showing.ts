// Documents shown in a format, and items to show: for the tests of formats.

import { type Asked, type Format, formatDocument, type JsonObject } from "../../lib/wire/mod.ts";

export const ASKED: Asked = {
  counted: ["callers", "of"],
  listsUnboundSites: true,
  subject: "Config.load",
  commandOf: ({ operation }) => `evident ${(operation as JsonObject).kind}`,
  againWith: (symbol) => `evident callers '${symbol}'`,
};

export function shown(document: JsonObject, format: Format, asked: Asked | null = ASKED): string {
  return formatDocument(document, format, { isIndented: false, hasColour: false, asked });
}

export const SYMBOL = {
  symbol_id: "src/config.py#Config#load().",
  kind: "method",
  name: "load",
  qualified_name: "Config.load",
  path: "src/config.py",
  start_line: 10,
  end_line: 12,
  line: 11,
};
export const CALL = {
  kind: "calls",
  site: { path: "src/config.py", line: 15, column: 4 },
  resolution: "resolved_static",
  confidence: "static",
  rule_id: "python.scope@1",
  via: [],
};
