// The digests of everything beside the worktree that decides a graph: which of them changed says what has to be done
// again. Law kept: a program with other rules never serves an index of these.

import { POLICY_VERSION } from "../capture/mod.ts";
import { extractionVersions } from "../extract/mod.ts";
import { GRAMMAR_DIGESTS, type Policy } from "../model/mod.ts";
import { resolutionVersions } from "../resolve/mod.ts";
import { schemaDigest } from "../store/mod.ts";

/** Raised when references bind otherwise although no language's rules changed. */
const RESOLVER_VERSION = 4;

/** Rule digests by name, for a policy. */
export function ruleDigests(policy: Policy): Readonly<Record<string, string>> {
  const { maxFileBytes, maxParseMs, maxParserBytes } = policy.limits;
  return {
    filter: JSON.stringify([POLICY_VERSION, policy.includeUntracked, policy.exclude, maxFileBytes]),
    source_roots: JSON.stringify(policy.sourceRoots),
    parsing: JSON.stringify([maxParseMs, maxParserBytes]),
    grammars: JSON.stringify(GRAMMAR_DIGESTS),
    extraction: JSON.stringify([...extractionVersions()]),
    resolution: JSON.stringify([RESOLVER_VERSION, resolutionVersions()]),
    schema: schemaDigest(),
  };
}

/** The names of rules that differ, in order. */
export function changedRules(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
    before[name] !== after[name]
  ).sort();
}
