// JSON Schemas (draft 2020-12) of requests and answers, made from their zod schemas. Law kept: descriptions, and what a
// refinement says beside the fields (`meta` of its schema), are part of them.

import { z } from "zod";
import type { JsonObject } from "../guard/mod.ts";

/** A schema as JSON Schema: of what may come in, with defaults left out, or of what is written. */
export function jsonSchemaOf(schema: z.ZodType, side: "input" | "output"): JsonObject {
  return z.toJSONSchema(schema, { io: side, override: ({ jsonSchema }) => plain(jsonSchema) }) as JsonObject;
}

/** Takes out bounds that only say which integers a double can hold, and types that a constant says already. */
function plain(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  delete schema.propertyNames;
}
