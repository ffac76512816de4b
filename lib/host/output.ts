// The process's own input and outputs. Laws kept: what is written to a pipe arrives whole, also when it is longer than
// the pipe's buffer; a reader that went away is no error.

import { calls, errorCode } from "./calls.ts";
import { sleepSync } from "./clock.ts";
import { readToEnd } from "./disk.ts";

const RETRY_MS = 2;

/** Writes all of it to stdout; false where the reader has gone. */
export function writeStdout(content: string | Uint8Array): boolean {
  return writeWhole(1, content);
}

/** Writes all of it to stderr; false where the reader has gone. */
export function writeStderr(content: string | Uint8Array): boolean {
  return writeWhole(2, content);
}

/** Reads stdin to its end, or the first `mostBytes` of it. */
export function readStdin(mostBytes = Infinity): Uint8Array {
  return readToEnd(0, 65_536, mostBytes, (...part) => {
    for (;;) {
      try {
        return calls.read(...part);
      } catch (error) {
        // Whoever shares the pipe made it non-blocking, and nothing is in it yet.
        if (errorCode(error) !== "EAGAIN") throw error;
        sleepSync(RETRY_MS);
      }
    }
  });
}

function writeWhole(descriptor: number, content: string | Uint8Array): boolean {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += calls.write(descriptor, bytes, offset, bytes.length - offset);
    } catch (error) {
      if (errorCode(error) === "EPIPE") return false;
      // The other end made the pipe non-blocking and is slower than we are.
      if (errorCode(error) !== "EAGAIN") throw error;
      sleepSync(RETRY_MS);
    }
  }
  return true;
}
