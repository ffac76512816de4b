// What this process is: runtime, version, and how to start another one of itself.

interface RuntimeGlobals {
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly Bun?: { readonly version: string; readonly main: string };
}

export interface RuntimeFacts {
  readonly name: "bun" | "deno" | "node";
  readonly version: string;
  /** Whether this is the self-contained executable. */
  readonly compiled: boolean;
  /** `linux-x64` and the like. */
  readonly platform: string;
}

/** Facts about the running process. */
export function runtimeFacts(): RuntimeFacts {
  const { Deno, Bun } = globalThis as RuntimeGlobals;
  const platform = `${process.platform}-${process.arch}`;
  if (Deno !== undefined) return { name: "deno", version: Deno.version.deno, compiled: false, platform };
  if (Bun === undefined) {
    return { name: "node", version: process.versions.node ?? "", compiled: false, platform };
  }
  const compiled = Bun.main.startsWith("/$bunfs/") || Bun.main.includes("~BUN");
  return { name: "bun", version: Bun.version, compiled, platform };
}

/** Without all three, Bun runs what `bunfig.toml`, `.env` or the paths of a `tsconfig.json` of the current folder say. */
export const BUN_SOURCE_FLAGS: readonly string[] = [
  "--config=/dev/null",
  "--no-env-file",
  "--tsconfig-override=/dev/null",
];

/**
 * The command that starts this program again: the executable itself, or the runtime with `entryFile` (the path of
 * `cli.ts`), started so that it reads no configuration of the folder it starts in (Deno looks beside the entry only).
 */
export function selfCommand(entryFile: string): { program: string; args: string[] } {
  const facts = runtimeFacts();
  const program = process.execPath;
  if (facts.compiled) return { program, args: [] };
  if (facts.name === "deno") return { program, args: ["run", "-A", entryFile] };
  return { program, args: [...BUN_SOURCE_FLAGS, entryFile] };
}

/**
 * How the engine works for a build of seconds and for a question of a tenth of one. It can be told only by the environment that a
 * process starts with. Measured together: 30 to 40 % of all CPU time and a seventh of the memory of an index, 15 to 35 % of
 * the CPU time of a question (docs/adr/0012).
 */
const ENGINES = {
  // The last compilers cost more than they gain: all of JavaScript's, and WASM's for functions of SQLite's size.
  build: {
    BUN_JSC_useFTLJIT: "0",
    BUN_JSC_maximumOMGCandidateCost: "5000",
    BUN_JSC_thresholdForOptimizeAfterWarmUp: "8000",
    // As if the machine were small, and its heap to grow by half rather than twofold: garbage is collected earlier.
    BUN_JSC_forceRAMSize: "1000000000",
    BUN_JSC_smallHeapGrowthFactor: "1.5",
  },
  question: {
    BUN_JSC_useFTLJIT: "0",
    BUN_JSC_maximumOMGCandidateCost: "1000",
    BUN_JSC_thresholdForOptimizeAfterWarmUp: "8000",
    // Most answers end before that many bytes are allocated, and nothing is ever collected.
    BUN_JSC_largeHeapSize: "67108864",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Starts the executable again in this same process, as it suits the work ahead; returns where that is already so, or cannot be
 * done. Call it before anything else: nothing of this run is left.
 */
export function restartFor(work: keyof typeof ENGINES, argv: readonly string[]): void {
  if (!runtimeFacts().compiled) return;
  const engine = ENGINES[work];
  if (Object.keys(engine).some((name) => process.env[name] !== undefined)) return;
  // A new start closes what a shell opened for this one, as in `<(…)`.
  if (argv.some((word) => /\/fd\/\d+$/.test(word))) return;
  // The path may be gone or name another file by now.
  const own = process.platform === "linux" ? "/proc/self/exe" : process.execPath;
  try {
    process.execve?.(own, [process.argv0, ...argv], { ...process.env, ...engine });
  } catch {
    // Slower is all that comes of it.
    return;
  }
}

/** How many workers this machine runs at once. */
export function processorCount(): number {
  return Math.max(1, navigator.hardwareConcurrency ?? 1);
}
