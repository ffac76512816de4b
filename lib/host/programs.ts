// Running other programs. Laws kept: no shell; the program is found through absolute folders of PATH only, never in the
// current folder; output and time are bounded; the environment is given, not inherited. Not here: what is run.

import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "./calls.ts";
import { pathBelow, realPath } from "./disk.ts";
import { environmentNames, programFolders } from "./environment.ts";

export interface RunRequest {
  /** Absolute path (`findProgram`). */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Default 256 MiB; each of stdout and stderr. */
  readonly maxOutputBytes?: number;
  /** Default one minute. */
  readonly timeoutMs?: number;
  readonly input?: Uint8Array;
}

/** How a run ended. Only `exited` has complete output. */
export type RunResult =
  | {
    readonly outcome: "exited";
    readonly exitCode: number;
    readonly stdout: Uint8Array;
    readonly stderr: string;
  }
  | { readonly outcome: "not_found" | "timed_out" | "too_much_output" | "killed" | "not_started" };

const DEFAULT_OUTPUT_BYTES = 256 * 1024 * 1024;
const DEFAULT_TIMEOUT_MS = 60_000;

/** The absolute path of a program on PATH that does not lie below a folder (canonical, absolute), or null. */
export function findProgram(name: string, outside?: string): string | null {
  const suffixes = process.platform === "win32" ? [".exe"] : [""];
  for (const folder of programFolders()) {
    for (const suffix of suffixes) {
      const path = join(folder, name + suffix);
      if (isExecutable(path) && (outside === undefined || !liesBelow(outside, path))) return path;
    }
  }
  return null;
}

/** Whether a program lies below a folder, by its own path or by the links on the way to it. */
function liesBelow(folder: string, path: string): boolean {
  const real = realPath(path);
  return real === null || pathBelow(folder, real) !== null || pathBelow(folder, path) !== null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs a program and waits for its end, on Deno also for that of programs it started itself. */
export function run(request: RunRequest): RunResult {
  const { program, args } = withoutInheritance(request);
  const result = spawnSync(program, args, {
    cwd: request.cwd,
    env: { ...request.env },
    input: request.input,
    stdio: [request.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    maxBuffer: request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES,
    timeout: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  switch (errorCode(result.error)) {
    case "":
      break;
    case "ENOENT":
      return { outcome: isExecutable(request.program) ? "not_started" : "not_found" };
    case "ETIMEDOUT":
      return { outcome: "timed_out" };
    case "ENOBUFS":
      return { outcome: "too_much_output" };
    // The child ended without reading all of its input; its exit code says why.
    case "EPIPE":
      break;
    default:
      return { outcome: "not_started" };
  }
  if (typeof result.status !== "number") return { outcome: "killed" };
  return {
    outcome: "exited",
    exitCode: result.status,
    stdout: result.stdout,
    stderr: new TextDecoder().decode(result.stderr),
  };
}

/**
 * Deno's `spawnSync` adds the given environment to its own instead of replacing it. There the program starts through
 * `env`, which takes the rest away (by name: no value ever stands on a command line).
 */
function withoutInheritance(request: RunRequest): { program: string; args: string[] } {
  const args = [...request.args];
  if (!("Deno" in globalThis)) return { program: request.program, args };
  const surplus = environmentNames().filter((name) => request.env[name] === undefined);
  if (surplus.length === 0 || !isExecutable(request.program)) return { program: request.program, args };
  return {
    program: "/usr/bin/env",
    args: [...surplus.flatMap((name) => ["-u", name]), request.program, ...args],
  };
}

/** Runs a program without blocking this thread. */
export function runAsync(request: RunRequest): Promise<RunResult> {
  const limit = request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES;
  return new Promise((resolve) => {
    const child = spawn(request.program, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    const output = { stdout: new Collected(limit), stderr: new Collected(limit) };
    let stopped: "timed_out" | "too_much_output" | null = null;
    const stop = (why: "timed_out" | "too_much_output") => {
      stopped ??= why;
      child.kill("SIGKILL");
      // Whatever the child itself started may keep the pipes open for ever.
      child.stdout.destroy();
      child.stderr.destroy();
      clearTimeout(timer);
      resolve({ outcome: stopped });
    };
    const timer = setTimeout(() => stop("timed_out"), request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    child.on("error", () => {
      clearTimeout(timer);
      resolve({ outcome: isExecutable(request.program) ? "not_started" : "not_found" });
    });
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (chunk: Uint8Array) => {
        if (!output[name].add(chunk)) stop("too_much_output");
      });
    }
    // A child may end without reading its input.
    child.stdin.on("error", () => child.stdin.destroy());
    child.stdin.end(request.input);
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      if (exitCode === null) return resolve({ outcome: "killed" });
      const stderr = new TextDecoder().decode(output.stderr.bytes());
      resolve({ outcome: "exited", exitCode, stdout: output.stdout.bytes(), stderr });
    });
  });
}

class Collected {
  readonly #limitBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** False where the limit is passed. */
  add(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.#length > this.#limitBytes) return false;
    this.#chunks.push(chunk);
    return true;
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#length);
    let offset = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    return all;
  }
}
