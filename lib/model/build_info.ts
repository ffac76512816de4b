// What this program is: version, commit and grammar digests. Constants only: the version is package.json's, the commit is
// put in by the build, the digests are those that the build compares with the files it embeds.
// Not here: the runtime it runs on, which is the host room's to say.

import grammars from "../../grammars/grammars.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };

/** Replaced by the build with the commit; absent where the source itself is run. */
declare const EVIDENT_COMMIT: string | undefined;

/** The program's version, as package.json states it. */
export const VERSION: string = manifest.version;

/** The commit the binary was built from, with `+dirty` where tracked files differed; "source" where it was not built. */
export const COMMIT: string = typeof EVIDENT_COMMIT === "string" ? EVIDENT_COMMIT : "source";

/** Grammar name to the SHA-256 of its WASM file, in the order of `grammars.json`. */
export const GRAMMAR_DIGESTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(grammars).map(([name, grammar]) => [name, grammar.sha256]),
);
