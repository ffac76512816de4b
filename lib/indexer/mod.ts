// Plan, extract, resolve, stage, publish: how a captured worktree becomes a generation, for index and sync, and
// how a commit becomes one to compare with. Law kept: a
// sync and a fresh index of one tree give the same generation in everything a query can see. Never here: JSON, printing.

export { type BaseBuildRequest, baseKey, buildBase } from "./base.ts";
export { build, type BuildReport, type BuildRequest } from "./build.ts";
export { GRAPH_PART, RANK_PART } from "./make.ts";
export { changedRules, ruleDigests } from "./rules.ts";
