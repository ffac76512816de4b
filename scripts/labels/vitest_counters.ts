// A setup file of vitest, beside its istanbul coverage: when the tests of a file are through, writes how often each function
// ran in it, as istanbul counts them. Files are isolated, so every file starts at nothing. Not here: which functions those
// are, see javascript_tests.ts.

// @ts-nocheck the checkout's vitest types this file, not this project

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect } from "vitest";

afterAll(() => {
  const file = expect.getState().testPath;
  const folder = process.env.LABELS_COUNTERS;
  mkdirSync(folder, { recursive: true });
  const written = JSON.stringify({ file, coverage: globalThis.__VITEST_COVERAGE__ ?? {} });
  writeFileSync(join(folder, `${file.replaceAll(/[^\w.]/g, "_")}.json`), written);
});
