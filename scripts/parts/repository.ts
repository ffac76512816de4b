// This repository as the scripts see it: where it is, what it holds, and how a tool is run in it.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The repository's root folder, absolute. */
export const ROOT: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The built program, absolute. */
export const BINARY: string = join(ROOT, "dist", process.platform === "win32" ? "evident.exe" : "evident");

/** How one command ended. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Added to the environment; undefined takes a name out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** "inherit" shows the output as it comes and returns none. */
  readonly output?: "capture" | "inherit";
}

/** Runs a command to its end. Does not throw where it fails: `code` says so, 127 where it could not start. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { promise, resolve } = Promise.withResolvers<Finished>();
  const child = spawn(command, args, {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, PATH: toolPath(), ...options.env },
    stdio: [
      "ignore",
      options.output === "inherit" ? "inherit" : "pipe",
      options.output === "inherit" ? "inherit" : "pipe",
    ],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => stdout += text);
  child.stderr?.setEncoding("utf8").on("data", (text: string) => stderr += text);
  child.on("error", (error) => resolve({ code: 127, stdout, stderr: stderr + error.message }));
  child.on("close", (code) => resolve({ code: code ?? 70, stdout, stderr }));
  return promise;
}

/** The search path with the repository's own tools first, so that nothing global is needed beside Node, npm and git. */
function toolPath(): string {
  const separator = process.platform === "win32" ? ";" : ":";
  return join(ROOT, "node_modules", ".bin") + separator + (process.env.PATH ?? "");
}

/** Tracked and new files that are not ignored, relative to the root, in UTF-8 order. */
export async function listFiles(): Promise<string[]> {
  const listed = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  if (listed.code !== 0) throw new Error(`git ls-files: ${listed.stderr}`);
  const files = listed.stdout.split("\0").filter((path) => path !== "" && existsSync(join(ROOT, path)));
  return [...new Set(files)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** A file of the repository as text. */
export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** A JSON file of the repository. The caller knows its shape. */
export function readJson<T>(path: string): T {
  return JSON.parse(readText(path)) as T;
}
