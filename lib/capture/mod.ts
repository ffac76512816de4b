// From a worktree to bytes with a manifest, and back: is it still so? Laws kept: hostile trees cannot lead out of the root,
// hang or exhaust; every path that is left out says why. Never here: parsing.

export {
  type Capture,
  capture,
  type CapturedFile,
  type CaptureRequest,
  releaseBytes,
  survey,
} from "./capture.ts";
export { type FileChange, manifestChanges } from "./changes.ts";
export { contentDigest, fingerprint } from "./fingerprint.ts";
export {
  changedSince,
  checkFreshness,
  type Freshness,
  type Memory,
  type Served,
  type VerifyMode,
} from "./freshness.ts";
export { Listings } from "./listings.ts";
export { POLICY_VERSION } from "./policy.ts";
export { captureTree, type TreeRequest } from "./tree.ts";
export { TreeComparison, type TreeMatch } from "./tree_state.ts";
export { observeHead, openWorktree, type Worktree } from "./worktree.ts";
