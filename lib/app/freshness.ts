// Whether a generation speaks of the worktree as it is, under the rules in force. Law kept: the graph is only opened where more than
// its fingerprint is needed.

import {
  checkFreshness,
  fingerprint,
  type Freshness,
  Listings,
  type Memory,
  type VerifyMode,
  type Worktree,
} from "../capture/mod.ts";
import { HeadMemory } from "../git/mod.ts";
import type { Generation } from "../generations/mod.ts";
import { changedRules, ruleDigests } from "../indexer/mod.ts";
import { Failure, type Manifest, type Policy } from "../model/mod.ts";
import type { GraphReader } from "../store/mod.ts";

/** What a generation is made of beside its bytes. */
export interface Scoped {
  readonly worktree: Worktree;
  readonly bindingId: string;
  readonly policy: Policy;
  readonly remembered: Remembered;
}

/** What earlier questions of this process have read, and the next most likely need again. */
export class Remembered implements Memory {
  readonly listings = new Listings();
  readonly heads = new HeadMemory();
  #last: {
    readonly fingerprint: string;
    readonly manifest: Manifest;
    readonly capturedAtMs: number;
  } | null = null;

  /** The manifest of a generation. */
  manifestOf(fingerprint: string, reader: GraphReader) {
    if (this.#last?.fingerprint === fingerprint) return this.#last;
    const capturedAtMs = Number(reader.meta.get("captured_at_ms"));
    return this.#last = { fingerprint, manifest: reader.manifest(), capturedAtMs };
  }
}

/** Compares a generation with the worktree. Failure index.code_changed where its rules are others. */
export async function freshnessOf(
  { worktree, bindingId, policy, remembered }: Scoped,
  generation: Generation,
  opening: () => Promise<GraphReader>,
  mode: VerifyMode,
): Promise<Freshness> {
  const digests = ruleDigests(policy);
  const rules = changedRules(generation.manifest.meta["rules"] as Record<string, string>, digests);
  if (rules.length > 0) {
    throw new Failure("index.code_changed", `The index was made under other rules: ${rules.join(", ")}.`, {
      hint: "Run evident sync.",
      detail: { rules },
    });
  }
  return await checkFreshness(mode, { worktree, policy }, {
    isOf: (manifest) => fingerprint({ bindingId, manifest, digests }) === generation.fingerprint,
    read: async () => remembered.manifestOf(generation.fingerprint, await opening()),
  }, remembered);
}
