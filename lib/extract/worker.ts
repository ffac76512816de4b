// The worker's entry: extracts batches it is handed, answers each with one message. Also the second entry point of the
// compiled binary, whose assets it is told in its first message.

import { useAssets } from "../../wasm/mod.ts";
import { Extractor } from "./extractor.ts";
import type { FromWorker, JobResult, ToWorker } from "./protocol.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
let extractor: Extractor | null = null;
let begun: Int32Array = new Int32Array(1);
/** Messages are answered one after the other. */
let last: Promise<void> = Promise.resolve();

scope.onmessage = ({ data }) => {
  last = last.then(() => handle(data));
};

async function handle(message: ToWorker): Promise<void> {
  if (message.type === "start") {
    useAssets({ ...message.assets });
    extractor = new Extractor(message);
    begun = message.begun;
    return;
  }
  const results: JobResult[] = [];
  for (const job of message.jobs) {
    Atomics.add(begun, 0, 1);
    const result = await extractor!.extract(job);
    if (!extractor!.unfair) results.push(result);
    // What is left is for a worker whose parser works.
    if (extractor!.broken) break;
  }
  const transfer = results.flatMap(({ facts }) => facts === null ? [] : [facts.buffer as ArrayBuffer]);
  scope.postMessage({ type: "done", results, broken: extractor!.broken }, transfer);
}
