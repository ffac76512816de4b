// The filter policy: what is left out of a worktree and why. Laws kept: what is tracked is taken wherever it lies, secrets
// apart; nothing a repository says widens it. Its version is part of every fingerprint.

import picomatch from "picomatch";
import { baseName, folderOf, type OmissionReason, type Policy } from "../model/mod.ts";

/** Raised when the same worktree would be filtered otherwise. */
export const POLICY_VERSION = 2;

/** Files that hold credentials, by name. Letters of ASCII count without their case. */
const CREDENTIALS = [
  /^\.env(\..+)?$/,
  /.\.env$/,
  /^\.envrc$/,
  /^id_(rsa|dsa|ecdsa|ed25519)(_sk)?$/,
  /\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/,
  /^[._]netrc$/,
  /^\.(pgpass|my\.cnf|pypirc|npmrc|htpasswd|dockercfg|git-credentials|vault-token)$/,
  /^(credentials|secrets)\.(json|ya?ml|toml)$/,
  /^(service[-_]?account|client[-_]secret).*\.json$/,
  /\.tfvars(\.json)?$/,
  /\.tfstate(\..+)?$/,
  /^kubeconfig$/,
];
/** The same by the end of the path. */
const CREDENTIAL_PATHS = [
  /(^|\/)\.aws\/credentials$/,
  /(^|\/)\.docker\/config\.json$/,
  /(^|\/)\.kube\/config$/,
];
/** Names that look like credentials and are templates to fill in. */
const TEMPLATE = /\.(example|sample|template|dist|defaults?)$/;

/** Folders that hold caches and nothing else. */
const CACHES = new Set([
  "node_modules",
  "bower_components",
  "jspm_packages",
  "__pycache__",
  ".venv",
  "venv",
  ".tox",
  ".nox",
  ".eggs",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".hypothesis",
  ".ipynb_checkpoints",
  ".gradle",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".parcel-cache",
  ".turbo",
  ".cache",
  ".dart_tool",
  ".terraform",
]);
/** Folders that hold build outputs where nothing in them is tracked; without Git nobody says what is. */
const OUTPUTS = new Set(["dist", "build", "target", "out", "coverage", "htmlcov"]);
/** A folder with this file in it says itself that it is a cache. */
const CACHE_TAG = "CACHEDIR.TAG";

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

  reason(path: string): OmissionReason | null {
    if (this.#excluded(path)) return "excluded";
    return isCredential(path) ? "credentials" : null;
  }
}

function isCredential(path: string): boolean {
  const lower = path.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (CREDENTIAL_PATHS.some((pattern) => pattern.test(lower))) return true;
  const name = baseName(lower);
  return !TEMPLATE.test(name) && CREDENTIALS.some((pattern) => pattern.test(name));
}

/** Whether a folder of a worktree without Git is a cache by its name. */
export function isCacheName(name: string): boolean {
  return CACHES.has(name);
}

/** Whether a folder says itself that it is a cache. */
export function isTaggedCache(names: ReadonlySet<string>): boolean {
  return names.has(CACHE_TAG);
}

/** The outermost folder of untracked paths that is a cache or a build output; null for a path in none. */
export class GeneratedFolders {
  readonly #tagged: ReadonlySet<string>;

  constructor(untracked: readonly string[]) {
    this.#tagged = new Set(untracked.filter((path) => baseName(path) === CACHE_TAG).map(folderOf));
  }

  folderOf(path: string): string | null {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash);
      const name = baseName(folder);
      if (CACHES.has(name) || OUTPUTS.has(name) || this.#tagged.has(folder)) return folder;
    }
    return null;
  }
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
