// The filter policy: what is left out of a worktree and why. Laws kept: what is tracked is taken wherever it lies, secrets
// apart; nothing a repository says widens it. Its version is part of every fingerprint.

import picomatch from "picomatch";
import { baseName, type OmissionReason, type Policy } from "../model/mod.ts";

/** Raised when the same worktree would be filtered otherwise. */
export const POLICY_VERSION = 1;

/** Files that hold credentials by their name. */
const CREDENTIALS = [
  /^\.env(\..+)?$/,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^\.(netrc|pgpass|pypirc|npmrc|htpasswd|dockercfg)$/,
  /^(credentials|secrets)\.(json|ya?ml|toml)$/,
  /^service[-_]?account.*\.json$/,
];
/** Names that look like credentials and are templates to fill in. */
const TEMPLATE = /\.(example|sample|template|dist|defaults?)$/;

/** Folders of caches and build outputs: left out only where they are untracked. */
const GENERATED = new Set([
  "node_modules",
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  "dist",
  "build",
  "target",
  "out",
  ".next",
  ".nuxt",
  ".cache",
  ".gradle",
  "coverage",
]);

const BINARY_PROBE_BYTES = 8_000;
const LFS_PREFIX = new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\n");
const MINIFIED_NAME = /[.-]min\.(js|mjs|cjs|css)$/;
/** A longer file with longer lines on average is a bundle, not something a person wrote. */
const MINIFIED_BYTES = 64 * 1024;
const MINIFIED_LINE_BYTES = 5_000;
const LINE_FEED = 10;

/** The reasons that a path alone gives; null where it gives none. */
export class PathPolicy {
  readonly #excluded: (path: string) => boolean;

  constructor(policy: Policy) {
    const matchers = policy.exclude.map((glob) => picomatch(glob, { dot: true }));
    const inside = policy.exclude.map((glob) => picomatch(`${glob.replace(/\/+$/, "")}/**`, { dot: true }));
    this.#excluded = (path) =>
      matchers.some((matches) => matches(path)) || inside.some((matches) => matches(path));
  }

  reason(path: string, tracked: boolean): OmissionReason | null {
    if (this.#excluded(path)) return "excluded";
    const name = baseName(path);
    if (!TEMPLATE.test(name) && CREDENTIALS.some((pattern) => pattern.test(name))) return "credentials";
    if (!tracked && path.split("/").slice(0, -1).some((folder) => GENERATED.has(folder))) {
      return "generated_untracked";
    }
    return null;
  }
}

/** Whether a folder of that name is not entered where nothing in it is tracked. */
export function isGeneratedFolder(name: string): boolean {
  return GENERATED.has(name);
}

/** The reason that a file's content gives; null where it gives none. */
export function contentReason(path: string, bytes: Uint8Array): OmissionReason | null {
  if (LFS_PREFIX.every((byte, at) => bytes[at] === byte)) return "lfs_pointer";
  if (bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return "binary";
  return isMinified(path, bytes) ? "minified" : null;
}

function isMinified(path: string, bytes: Uint8Array): boolean {
  if (MINIFIED_NAME.test(path)) return true;
  if (bytes.length <= MINIFIED_BYTES || !/\.([cm]?[jt]sx?|css)$/.test(path)) return false;
  let lines = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return bytes.length / lines > MINIFIED_LINE_BYTES;
}
