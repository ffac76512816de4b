// Checks values against the JSON Schemas that the program prints, as a stranger's validator would. Knows just the keywords
// that are printed, and stops at any other.

// deno-lint-ignore no-explicit-any
type Json = any;

const WORDS = new Set(["$schema", "$defs", "description", "default"]);

/** Whether a value is as a schema says; `$ref` is looked up in `root`. */
export function isValid(schema: Json, value: Json, root: Json = schema): boolean {
  return Object.entries(schema).every(([keyword, said]) => {
    if (WORDS.has(keyword)) return true;
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`no keyword ${keyword} is known`);
    return check(said, value, schema, (part, of = value) => isValid(part, of, root), root);
  });
}

type Check = (
  said: Json,
  value: Json,
  schema: Json,
  valid: (schema: Json, value?: Json) => boolean,
  root: Json,
) => boolean;

const isObject = (value: Json) => typeof value === "object" && value !== null && !Array.isArray(value);
const units = (value: Json) => typeof value === "string" ? value.length : null;
const within = (holds: boolean | null) => holds ?? true;

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
  integer: Number.isInteger,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
};

const KEYWORDS: Readonly<Record<string, Check>> = {
  $ref: (ref: string, value, _, valid, root) => valid(root.$defs[ref.replace("#/$defs/", "")], value),
  type: (type, value) => [type].flat().some((one: string) => TYPES[one](value)),
  const: (constant, value) => constant === value,
  enum: (values, value) => values.includes(value),
  required: (names, value) => !isObject(value) || names.every((name: string) => name in value),
  properties: (properties, value, _, valid) =>
    !isObject(value) ||
    Object.entries(properties).every(([name, schema]) => !(name in value) || valid(schema, value[name])),
  additionalProperties: (said, value, { properties = {} }, valid) =>
    !isObject(value) ||
    Object.keys(value).every((name) => name in properties || said !== false && valid(said, value[name])),
  dependentRequired: (needs, value) =>
    !isObject(value) ||
    Object.entries(needs).every(([name, others]) =>
      !(name in value) || (others as string[]).every((other) => other in value)
    ),
  items: (schema, value, _, valid) => !Array.isArray(value) || value.every((one: Json) => valid(schema, one)),
  minItems: (least, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most, value) => !Array.isArray(value) || value.length <= most,
  minLength: (least, value) => within(units(value) === null ? null : units(value)! >= least),
  maxLength: (most, value) => within(units(value) === null ? null : units(value)! <= most),
  pattern: (pattern, value) => typeof value !== "string" || new RegExp(pattern, "u").test(value),
  minimum: (least, value) => typeof value !== "number" || value >= least,
  maximum: (most, value) => typeof value !== "number" || value <= most,
  anyOf: (schemas, _value, _schema, valid) => schemas.some((one: Json) => valid(one)),
  oneOf: (schemas, _value, _schema, valid) => schemas.filter((one: Json) => valid(one)).length === 1,
  not: (schema, _value, _schema, valid) => !valid(schema),
  if: (schema, _value, { then }, valid) => !valid(schema) || valid(then),
  then: () => true,
};
