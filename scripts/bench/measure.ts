// One command, measured as the system accounts for it. Times are wall and CPU milliseconds of the process and of all it waited
// for; memory is the most that one process had resident. Runs under Bun, which alone tells a child's use of resources.

/** What one run of a command took. */
export interface Measured {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface BunChild {
  readonly exited: Promise<number>;
  readonly stderr: ReadableStream<Uint8Array>;
  resourceUsage(): { readonly cpuTime: { readonly total: bigint | number }; readonly maxRSS: number };
}

declare const Bun: {
  spawn(command: readonly string[], options: Readonly<Record<string, unknown>>): BunChild;
};

/** Runs a command to its end. Throws with its words where it fails. */
export async function measure({ program, args, cwd, env }: CommandLine): Promise<Measured> {
  const startMs = performance.now();
  const child = Bun.spawn([program, ...args], {
    cwd,
    env,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [code, words] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  const wallMs = performance.now() - startMs;
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}: exit ${code}\n${words.slice(-2000)}`);
  const { cpuTime, maxRSS } = child.resourceUsage();
  return { wallMs, cpuMs: Number(cpuTime.total) / 1000, peakBytes: maxRSS };
}

/** The middle of some numbers, the lower of two. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1] ?? NaN;
}

/** The medians of several runs. */
export function medians(runs: readonly Measured[]): Measured {
  return {
    wallMs: median(runs.map(({ wallMs }) => wallMs)),
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
    peakBytes: median(runs.map(({ peakBytes }) => peakBytes)),
  };
}
