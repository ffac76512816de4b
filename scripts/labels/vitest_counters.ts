// A setup file of vitest, beside its istanbul coverage: when the tests of a file are through, writes how often each function
// ran in it, as istanbul counts them. Files are isolated, so every file starts at nothing. Not here: which functions those
// are, see vitest_tests.ts.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

// Named at run time: it is the checkout's, and no dependency of this repository.
const VITEST: string = "vitest";
const { afterAll, expect } = await import(VITEST);

afterAll(() => {
  const file: string = expect.getState().testPath;
  const folder = process.env.LABELS_COUNTERS!;
  mkdirSync(folder, { recursive: true });
  const written = JSON.stringify({ file, coverage: Reflect.get(globalThis, "__VITEST_COVERAGE__") ?? {} });
  writeFileSync(join(folder, `${file.replaceAll(/[^\w.]/g, "_")}.json`), written);
});
