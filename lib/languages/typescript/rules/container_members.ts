// Members of the language's own containers: what they give back, and what they hand to the functions they are given.
// Not here: members of strings and other plain values.

import { containerType, listOf, promiseOf, type Type, UNKNOWN } from "../../../typing/mod.ts";
import { LANGUAGE } from "./library_types.ts";

/** Members that every object has. */
export const OBJECT_MEMBERS = new Set(
  "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf call apply bind"
    .split(" "),
);

const SAME_LIST = words("slice concat reverse toReversed splice toSpliced fill add");
const SORTING = words("sort toSorted");
const TESTING = words("some every findIndex findLastIndex forEach");
const FINDING = words("find findLast");
const ELEMENT = words("pop shift at");

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** The type parameter of a member that its function argument's result fills. */
const RESULT: Type = { k: "parameter", file: -1, binding: 0 };

const calling = (result: Type, ...parameters: Type[]): Type => ({ k: "callable", result, parameters });
const either = (...of: Type[]): Type => ({ k: "union", of });

/** The type of a member of a container, or null where it says nothing of the repository's types. */
export function containerMember(type: Type, name: string): Type | null {
  if (type.k !== "container") return null;
  const [first = UNKNOWN, second = UNKNOWN] = type.args;
  switch (type.name) {
    case "record":
      return OBJECT_MEMBERS.has(name) ? null : second;
    case "list":
      return listMember(type, first, name);
    case "map":
      return mapMember(type, first, second, name);
    case "promise":
      return promiseMember(type, first, name);
    default:
      return null;
  }
}

function listMember(list: Type, element: Type, name: string): Type | null {
  const visit = (result: Type) => calling(result, element, LANGUAGE, list);
  if (SAME_LIST.has(name)) return calling(list);
  if (ELEMENT.has(name)) return calling(element);
  if (TESTING.has(name)) return calling(LANGUAGE, visit(LANGUAGE));
  if (FINDING.has(name)) return calling(element, visit(LANGUAGE));
  if (SORTING.has(name)) return calling(list, calling(LANGUAGE, element, element));
  switch (name) {
    case "filter":
      return calling(list, visit(LANGUAGE));
    case "map":
      return calling(listOf(RESULT), visit(RESULT));
    case "flatMap":
      return calling(listOf(RESULT), visit(either(listOf(RESULT), RESULT)));
    case "reduce":
    case "reduceRight":
      return calling(RESULT, calling(RESULT, RESULT, element, LANGUAGE, list), RESULT);
    case "values":
      return calling(list);
    case "entries":
      return calling(listOf(containerType("tuple", LANGUAGE, element)));
    default:
      return null;
  }
}

function mapMember(map: Type, key: Type, value: Type, name: string): Type | null {
  switch (name) {
    case "get":
      return calling(value);
    case "set":
      return calling(map);
    case "values":
      return calling(listOf(value));
    case "keys":
      return calling(listOf(key));
    case "entries":
      return calling(listOf(containerType("tuple", key, value)));
    case "forEach":
      return calling(LANGUAGE, calling(LANGUAGE, value, key, map));
    default:
      return null;
  }
}

function promiseMember(promise: Type, value: Type, name: string): Type | null {
  const next = either(promiseOf(RESULT), RESULT);
  if (name === "then") return calling(promiseOf(RESULT), calling(next, value));
  return name === "catch" || name === "finally" ? calling(promise) : null;
}
