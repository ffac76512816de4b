// A thread for `pool_test.ts` that does what its files say, in the place of a parser: it hangs, breaks, throws, or answers.

import type { FromWorker, JobResult, ToWorker } from "../../lib/extract/protocol.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;
const LONG_MS = 4_000;
let begun: Int32Array = new Int32Array(1);

scope.onmessage = ({ data }) => {
  if (data.type === "start") {
    begun = data.begun;
    return;
  }
  const results: JobResult[] = [];
  for (const { index, bytes } of data.jobs) {
    Atomics.add(begun, 0, 1);
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("throw")) throw new Error("thrown in a thread");
    if (text.startsWith("hang")) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, LONG_MS);
    }
    const broken = text.startsWith("break");
    results.push({ index, facts: broken ? null : bytes, failure: broken ? "parse_memory" : null });
    if (broken) return scope.postMessage({ type: "done", results, broken });
  }
  scope.postMessage({ type: "done", results, broken: false });
};
