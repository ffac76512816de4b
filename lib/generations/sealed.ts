// Small JSON files that know whether they are whole: an object whose last key is the SHA-256 of the rest. This frame
// holds for every format, so that a damaged file is never taken for one of a newer format. Pure: no disk.

import { sha256Hex } from "../../wasm/mod.ts";
import { FORMAT } from "./layout.ts";

export type Unsealed =
  | { readonly state: "whole"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly state: "newer"; readonly format: number }
  /** Written by an earlier format, whose shape is not known here. */
  | { readonly state: "older"; readonly format: number }
  | { readonly state: "malformed" | "checksum" };

/** The bytes of a sealed file. */
export function seal(body: Readonly<Record<string, unknown>>): Uint8Array {
  const framed = { format: FORMAT, ...body };
  const text = JSON.stringify({ ...framed, checksum: sha256Hex(JSON.stringify(framed)) });
  return new TextEncoder().encode(text + "\n");
}

/** Reads a sealed file. `body` has neither `format` nor `checksum`. */
export function unseal(bytes: Uint8Array): Unsealed {
  const value = parsed(bytes);
  if (value === null) return { state: "malformed" };
  const { checksum, ...framed } = value;
  if (checksum !== sha256Hex(JSON.stringify(framed))) return { state: "checksum" };
  const { format, ...body } = framed;
  if (typeof format !== "number") return { state: "malformed" };
  if (format > FORMAT) return { state: "newer", format };
  return format < FORMAT ? { state: "older", format } : { state: "whole", body };
}

function parsed(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value as Record<string, unknown>
      : null;
  } catch {
    return null;
  }
}
