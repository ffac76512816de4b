// A symbol's name out of its id, for readers: `src/config.py#Config#from_object().` is read as `Config.from_object`, a file's
// own id as its path.

import { unescapePath } from "../../model/mod.ts";

const DESCRIPTOR = /((?:[A-Za-z0-9_$%]|[\u0080-\uffff])+)(?:\((?:\+\d+)?\)\.|(?:\+\d+)?[/#.!])/gy;

/** The name that an id says; a text that is no id is left as it is. */
export function nameOfSymbol(id: string): string {
  const hash = id.indexOf("#");
  if (hash < 1) return id;
  const path = unescapePath(id.slice(0, hash));
  const rest = id.slice(hash + 1);
  if (rest === "") return path;
  const descriptors = [...rest.matchAll(DESCRIPTOR)];
  const isWhole = descriptors.reduce((units, [text]) => units + text.length, 0) === rest.length;
  return isWhole ? descriptors.map(([, name]) => unescapeName(name)).join(".") : id;
}

function unescapeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    // Percent signs that no descriptor of ours has.
    if (error instanceof URIError) return name;
    throw error;
  }
}
