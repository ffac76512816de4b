// The user's configuration file: scopes and where the cache lies. Law kept: nothing in a repository is read here, and a
// file that says something unknown is refused rather than half obeyed.

import { parse as parseToml } from "smol-toml";
import { parse as parseJson, type ParseError } from "jsonc-parser";
import { z } from "zod";
import { configFile, errorCode, readInput } from "../host/mod.ts";
import { Failure, systemWords } from "../model/mod.ts";

const MIB = 1024 * 1024;

/** Every limit with what it may be: beyond that no runtime could keep it, or read a file so large. */
const LIMITS = z.strictObject({
  max_files: z.int().positive(),
  max_file_bytes: z.int().positive().max(256 * MIB),
  max_source_bytes: z.int().positive(),
  max_cache_bytes: z.int().positive(),
  max_build_ms: z.int().positive(),
  max_parse_ms: z.int().positive(),
  max_parser_bytes: z.int().min(32 * MIB).max(2048 * MIB),
  max_parsing_bytes: z.int().min(32 * MIB),
  max_graph_bytes: z.int().positive(),
  max_query_ms: z.int().positive(),
}).partial();

const SCOPE = z.strictObject({
  enabled: z.boolean().default(true),
  root: z.string().min(1),
  source_roots: z.array(z.string()).optional(),
  include_untracked: z.boolean().optional(),
  exclude: z.array(z.string()).optional(),
  limits: LIMITS.default({}),
});

const CONFIG = z.strictObject({
  cache_dir: z.string().min(1).optional(),
  scopes: z.record(z.string().regex(/^[A-Za-z0-9._-]{1,64}$/), SCOPE).default({}),
});

/** A scope as the configuration file declares it. */
export type ScopeConfig = z.infer<typeof SCOPE>;
export type Config = z.infer<typeof CONFIG>;

/** Reads the configuration file, TOML or JSON by its name; an absent one that nobody named is empty. */
export function readConfig(): Config {
  const { path, explicit } = configFile();
  const bytes = configBytes(path);
  if (bytes === null) {
    if (!explicit) return { scopes: {} };
    throw malformed("The configuration file is not there.", null);
  }
  const result = CONFIG.safeParse(parsed(path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)), {
    jitless: true,
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw malformed(
    `The configuration file is wrong at ${issue.path.join(".") || "its top"}: ${issue.message}`,
    null,
  );
}

function configBytes(path: string): Uint8Array | null {
  try {
    return readInput(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "") throw error;
    throw malformed(`The configuration file cannot be read: ${systemWords(code)}.`, null);
  }
}

function parsed(path: string, text: string): unknown {
  if (!path.endsWith(".json") && !path.endsWith(".jsonc")) {
    try {
      return parseToml(text);
    } catch (error) {
      throw malformed("The configuration file is not valid TOML.", error);
    }
  }
  try {
    const errors: ParseError[] = [];
    const value = parseJson(text, errors, { allowTrailingComma: true });
    if (errors.length === 0) return value;
  } catch (error) {
    // What nests deeper than the parser's stack.
    throw malformed("The configuration file is not valid JSON.", error);
  }
  throw malformed("The configuration file is not valid JSON.", null);
}

function malformed(message: string, cause: unknown): Failure {
  return new Failure("config.malformed", message, {
    hint: "EVIDENT_CONFIG names the file that is read.",
    cause,
  });
}
