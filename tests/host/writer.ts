// A program for output_test.ts: writes two megabytes, and exits with 3 where its reader has gone.

import { writeStdout } from "../../lib/host/mod.ts";

process.exitCode = writeStdout("x".repeat(2_000_000)) ? 0 : 3;
