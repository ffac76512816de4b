// Types of the language's own values, as its tables of names write them. Not here: which value has which.

import type { Type } from "../../../typing/mod.ts";

/** A text, number, pattern, date or other value whose members are the language's own and lead nowhere else. */
export const LANGUAGE: Type = { k: "external", module: "globalThis" };
