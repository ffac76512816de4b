// Where time and memory of this process go, by phase, where somebody asked (`--profile`). Law kept: a phase that nobody
// asked about costs one comparison, and what is measured never reaches an answer. Not here: what the phases are.

import process from "node:process";
import { monotonicMs } from "./clock.ts";

/** One phase that ended. Times are of the whole process, its threads included. */
export interface PhaseRecord {
  readonly name: string;
  /** How many phases it lies in. */
  readonly depth: number;
  /** Since the process started. */
  readonly startMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Resident memory at its end. */
  readonly residentBytes: number;
  /** The most that was ever resident until its end. */
  readonly peakBytes: number;
}

let records: { [K in keyof PhaseRecord]: PhaseRecord[K] }[] | null = null;
let depth = 0;

/** Begins to measure. */
export function startProfile(): void {
  records = [];
}

/** What was measured, in the order of beginning; empty where nobody asked. */
export function profileRecords(): readonly PhaseRecord[] {
  return records ?? [];
}

/** Does work as one phase. Phases that run beside each other count each other's CPU time. */
export function phase<T>(name: string, work: () => T): T {
  if (records === null) return work();
  const record = begin(records, name);
  const end = () => {
    depth--;
    const cpu = process.cpuUsage();
    record.wallMs = monotonicMs() - record.startMs;
    record.cpuMs += (cpu.user + cpu.system) / 1000;
    record.residentBytes = process.memoryUsage.rss();
    record.peakBytes = process.resourceUsage().maxRSS * 1024;
  };
  let result: T;
  try {
    result = work();
  } catch (error) {
    end();
    throw error;
  }
  if (result instanceof Promise) return result.finally(end) as T;
  end();
  return result;
}

function begin(into: NonNullable<typeof records>, name: string) {
  const cpu = process.cpuUsage();
  const startMs = monotonicMs();
  const record = {
    name,
    depth: depth++,
    startMs,
    wallMs: 0,
    cpuMs: -(cpu.user + cpu.system) / 1000,
    residentBytes: 0,
    peakBytes: 0,
  };
  into.push(record);
  return record;
}

/** The records as lines of text for people. */
export function profileText(): string {
  const cells = profileRecords().map(({ name, depth, startMs, wallMs, cpuMs, residentBytes, peakBytes }) => [
    "  ".repeat(depth) + name,
    startMs.toFixed(1),
    wallMs.toFixed(1),
    cpuMs.toFixed(1),
    (residentBytes / 1e6).toFixed(0),
    (peakBytes / 1e6).toFixed(0),
  ]);
  const rows = [["phase", "at ms", "wall ms", "CPU ms", "resident MB", "peak MB"], ...cells];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row.map((cell, column) => column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])).join(
      "  ",
    ) + "\n"
  ).join("");
}
