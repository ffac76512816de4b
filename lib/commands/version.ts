// What `--version` says: version, commit, runtime and grammar digests.

import { COMMIT, GRAMMAR_DIGESTS, VERSION } from "../model/mod.ts";

/** The program and what runs it. Keys in their order: schema, version, commit, runtime, grammars. */
export interface VersionDocument {
  readonly schema: string;
  readonly version: string;
  readonly commit: string;
  readonly runtime: { readonly name: string; readonly version: string };
  /** Grammar name to the SHA-256 of its WASM file. */
  readonly grammars: { readonly [name: string]: string };
}

/** The document of `--version`. */
export function versionDocument(): VersionDocument {
  return {
    schema: "evident.version.v1",
    version: VERSION,
    commit: COMMIT,
    runtime: runtime(),
    grammars: GRAMMAR_DIGESTS,
  };
}

function runtime(): { name: string; version: string } {
  const { Bun: bun, Deno: deno } = globalThis as {
    Bun?: { version: string };
    Deno?: { version: { deno: string } };
  };
  if (bun !== undefined) return { name: "bun", version: bun.version };
  if (deno !== undefined) return { name: "deno", version: deno.version.deno };
  return { name: "unknown", version: "" };
}
