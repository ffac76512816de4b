// What `--version` says: version, commit, runtime and grammar digests.

import { runtimeFacts } from "../host/mod.ts";
import { COMMIT, GRAMMAR_DIGESTS, VERSION } from "../model/mod.ts";

/** The program and what runs it. Keys in their order: schema, version, commit, runtime, grammars. */
export interface VersionDocument {
  readonly schema: "evident.version.v1";
  readonly version: string;
  readonly commit: string;
  readonly runtime: { readonly name: string; readonly version: string; readonly platform: string };
  /** Grammar name to the SHA-256 of its WASM file. */
  readonly grammars: Readonly<Record<string, string>>;
}

/** The document of `--version`. */
export function versionDocument(): VersionDocument {
  const { name, version, platform } = runtimeFacts();
  return {
    schema: "evident.version.v1",
    version: VERSION,
    commit: COMMIT,
    runtime: { name, version, platform },
    grammars: GRAMMAR_DIGESTS,
  };
}
