// Which worktree a command speaks of, and what the user allows there. Laws kept: a scope that was removed or disabled is
// refused although its cache still exists; source roots never widen the root; flags of `index` are kept with the binding.

import { DEFAULT_LIMITS, Failure, type Limits, type Policy } from "../model/mod.ts";
import { openWorktree, type Worktree } from "../capture/mod.ts";
import { absolutePath, cacheFolder, configFile, currentFolder, parentPath } from "../host/mod.ts";
import { type Config, readConfig, type ScopeConfig } from "./config.ts";

export interface OpenOptions {
  /** Folder to start from; the process's own by default. */
  readonly cwd?: string;
  /** A folder instead of it, relative to it (`-C`). */
  readonly directory?: string;
  /** A scope that the configuration file declares. */
  readonly scope?: string;
}

/** A scope bound to one worktree. */
export interface Scope {
  /** The declared name, or "worktree" for the one that holds the current folder. */
  readonly id: string;
  readonly worktree: Worktree;
  readonly cacheFolder: string;
  /** What the configuration says; null for an undeclared scope. */
  readonly declared: ScopeConfig | null;
}

/** What `index` can be told; kept in the binding and valid for later commands. */
export interface PolicyFlags {
  readonly sourceRoots?: readonly string[];
  readonly includeUntracked?: boolean;
  readonly exclude?: readonly string[];
}

/** Finds the scope that options name. Failures: scope.unknown, scope.disabled, worktree.not_found, config.malformed. */
export function findScope(options: OpenOptions): Scope {
  const config = readConfig();
  const cwd = absolutePath(options.cwd ?? currentFolder());
  const folder = cacheOf(config);
  if (options.scope !== undefined) {
    const declared = config.scopes[options.scope];
    if (declared === undefined) {
      const known = Object.keys(config.scopes).sort();
      throw new Failure("scope.unknown", `No scope ${options.scope} is declared.`, {
        detail: { scopes: known },
      });
    }
    return enabled({
      id: options.scope,
      worktree: openWorktree(besideConfig(declared.root)),
      cacheFolder: folder,
      declared,
    });
  }
  const start = options.directory === undefined ? cwd : absolutePath(options.directory, cwd);
  const worktree = openWorktree(start);
  for (const [id, declared] of Object.entries(config.scopes)) {
    if (sameRoot(declared.root, worktree.root)) {
      return enabled({ id, worktree, cacheFolder: folder, declared });
    }
  }
  return { id: "worktree", worktree, cacheFolder: folder, declared: null };
}

function enabled(scope: Scope): Scope {
  if (scope.declared?.enabled !== false) return scope;
  throw new Failure("scope.disabled", `The scope ${scope.id} is disabled.`, {
    hint: "The configuration file says `enabled = false` for it.",
  });
}

function sameRoot(declared: string, root: string): boolean {
  try {
    return openWorktree(besideConfig(declared)).root === root;
  } catch (error) {
    // A declared scope whose folder is gone is no other scope's trouble.
    if (error instanceof Failure) return false;
    throw error;
  }
}

function cacheOf(config: Config): string {
  const { path, explicit } = cacheFolder();
  if (explicit || config.cache_dir === undefined) return path;
  return besideConfig(config.cache_dir);
}

/** A path of the configuration file is relative to the folder of that file, wherever a command is started. */
function besideConfig(path: string): string {
  return absolutePath(path, parentPath(configFile().path));
}

/** What the user's flags say: those given now, else those kept from an earlier build. What no flag said is absent. */
export function toldBy(flags: PolicyFlags, kept: Partial<Policy>): Partial<Policy> {
  const sourceRoots = toldOr(flags.sourceRoots, kept.sourceRoots);
  const includeUntracked = flags.includeUntracked ?? kept.includeUntracked;
  const exclude = toldOr(flags.exclude, kept.exclude);
  return {
    ...sourceRoots !== undefined && { sourceRoots: sorted(sourceRoots) },
    ...includeUntracked !== undefined && { includeUntracked },
    ...exclude !== undefined && { exclude: sorted(exclude) },
  };
}

/** A list that was told, else what was kept; nothing but empty words takes back what was kept. */
function toldOr(told: readonly string[] | undefined, kept: readonly string[] | undefined) {
  if (told === undefined) return kept;
  return told.length > 0 && told.every((word) => word === "") ? undefined : told;
}

/** The policy in force: flags, else the configuration, else the defaults. Limits are the configuration's alone. */
export function policyOf({ declared }: Scope, told: Partial<Policy>): Policy {
  return {
    sourceRoots: told.sourceRoots ?? sorted(declared?.source_roots ?? []),
    includeUntracked: told.includeUntracked ?? declared?.include_untracked ?? false,
    exclude: told.exclude ?? sorted(declared?.exclude ?? []),
    limits: limitsOf(declared),
  };
}

/** Order says nothing here: the same set is the same policy. Empty words name nothing. */
function sorted(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}

function limitsOf(declared: ScopeConfig | null): Limits {
  const told = declared?.limits ?? {};
  return {
    maxFiles: told.max_files ?? DEFAULT_LIMITS.maxFiles,
    maxFileBytes: told.max_file_bytes ?? DEFAULT_LIMITS.maxFileBytes,
    maxSourceBytes: told.max_source_bytes ?? DEFAULT_LIMITS.maxSourceBytes,
    maxCacheBytes: told.max_cache_bytes ?? DEFAULT_LIMITS.maxCacheBytes,
    maxBuildMs: told.max_build_ms ?? DEFAULT_LIMITS.maxBuildMs,
    maxParseMs: told.max_parse_ms ?? DEFAULT_LIMITS.maxParseMs,
    maxParserBytes: told.max_parser_bytes ?? DEFAULT_LIMITS.maxParserBytes,
    maxParsingBytes: told.max_parsing_bytes ?? DEFAULT_LIMITS.maxParsingBytes,
    maxGraphBytes: told.max_graph_bytes ?? DEFAULT_LIMITS.maxGraphBytes,
    maxQueryMs: told.max_query_ms ?? DEFAULT_LIMITS.maxQueryMs,
  };
}
