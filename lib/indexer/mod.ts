// Plan, extract, resolve, stage, publish: how a captured worktree becomes a generation, for index and sync. Law kept: a
// sync and a fresh index of one tree give the same generation in everything a query can see. Never here: JSON, printing.

export { build, type BuildReport, type BuildRequest, GRAPH_PART, RANK_PART } from "./build.ts";
export { changedRules, ruleDigests } from "./rules.ts";
