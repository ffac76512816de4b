// The environment: the only place that reads it. Laws kept: the environment of a child is made here, without what could
// make a runtime or a program run code of a repository. Not here: what the configuration file says.

import { fstatSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

const PROGRAM = "evident";
/** Both make a Bun binary run something else than itself. */
const NEVER_INHERITED = ["BUN_OPTIONS", "BUN_BE_BUN"];

/** The user's home folder. */
export function homeFolder(): string {
  return variable("HOME") ?? homedir();
}

/** The folder of all caches: `EVIDENT_CACHE_DIR`, else the platform's place. `explicit` where the user named it. */
export function cacheFolder(): { path: string; explicit: boolean } {
  const named = variable("EVIDENT_CACHE_DIR");
  if (named !== null) return { path: resolve(named), explicit: true };
  return { path: join(platformFolder("cache"), PROGRAM), explicit: false };
}

/** The configuration file: `EVIDENT_CONFIG`, else the platform's place. It need not exist unless `explicit`. */
export function configFile(): { path: string; explicit: boolean } {
  const named = variable("EVIDENT_CONFIG");
  if (named !== null) return { path: resolve(named), explicit: true };
  return { path: join(platformFolder("config"), PROGRAM, "config.toml"), explicit: false };
}

/** The folder for what must outlive any cache (failed attempts, invariants). */
export function dataFolder(): string {
  return join(platformFolder("data"), PROGRAM);
}

const XDG = {
  cache: ["XDG_CACHE_HOME", ".cache"],
  config: ["XDG_CONFIG_HOME", ".config"],
  data: ["XDG_DATA_HOME", ".local/share"],
} as const;

function platformFolder(use: keyof typeof XDG): string {
  const home = homeFolder();
  if (process.platform === "darwin") {
    return join(home, "Library", use === "cache" ? "Caches" : "Application Support");
  }
  if (process.platform === "win32") {
    const local = variable("LOCALAPPDATA") ?? join(home, "AppData", "Local");
    return use === "cache" ? local : variable("APPDATA") ?? join(home, "AppData", "Roaming");
  }
  const [name, fallback] = XDG[use];
  const named = variable(name);
  // The base directory specification says that a relative path here is to be ignored.
  return named !== null && isAbsolute(named) ? named : join(home, fallback);
}

/** Whether an output is a terminal. */
export function isTerminal(stream: "stdout" | "stderr"): boolean {
  const descriptor = stream === "stdout" ? 1 : 2;
  // The module that can tell takes longer to load than many a question to answer.
  return isDevice(descriptor) && process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** Whether an output leads to a device, as a terminal is one; a closed one leads nowhere. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    return false;
  }
}

/** Whether the user wants to be told everything of a defect, what others said of it too (`EVIDENT_DEBUG`). */
export function isDebugging(): boolean {
  return variable("EVIDENT_DEBUG") !== null;
}

/** Whether colours are wanted on an output. */
export function wantsColor(stream: "stdout" | "stderr"): boolean {
  return isTerminal(stream) && variable("NO_COLOR") === null && variable("TERM") !== "dumb";
}

/** The absolute folders of PATH, in order. Relative ones would name programs of the repository. */
export function programFolders(): string[] {
  const separator = process.platform === "win32" ? ";" : ":";
  return (variable("PATH") ?? "").split(separator).filter((folder) => isAbsolute(folder));
}

/**
 * The environment for a child: ours without every variable whose name starts with one of `withoutPrefixes`, and with
 * `values` put in.
 */
export function childEnvironment(
  withoutPrefixes: readonly string[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined || NEVER_INHERITED.includes(name)) continue;
    if (!withoutPrefixes.some((prefix) => name.startsWith(prefix))) result[name] = value;
  }
  return Object.assign(result, values);
}

/** The names of all variables this process has. */
export function environmentNames(): string[] {
  return Object.keys(process.env);
}

/** A variable, null where it is unset or empty. */
function variable(name: string): string | null {
  const value = process.env[name];
  return value === undefined || value === "" ? null : value;
}

/** The folder the process was started in. */
export function currentFolder(): string {
  return process.cwd();
}
