// Files that a command line names to be read; `-` is standard input. Law kept: one that cannot be read is refused by what it is
// for, and of one that is too long no more is read than shows that.

import { errorCode, readInput, readStdin } from "../host/mod.ts";
import { Failure } from "../model/mod.ts";
import { EARLIER_ANSWER, type JsonValue, readEarlierAnswer } from "../wire/mod.ts";

/** More than any request takes, one that holds an earlier answer too. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;

/** The text of a request. Failures request.malformed, limit.exceeded. */
export function requestText(file: string): string {
  const hint = "--request-file - reads standard input.";
  const bytes = inputBytes(file, { what: "request", hint, mostBytes: MAX_REQUEST_BYTES + 1 });
  if (bytes.length > MAX_REQUEST_BYTES) {
    throw new Failure("limit.exceeded", `The request is longer than ${MAX_REQUEST_BYTES} bytes.`, {
      hint: "Of an earlier answer keep only the items that are to be checked.",
      detail: { limit: MAX_REQUEST_BYTES, name: "request_bytes" },
    });
  }
  return new TextDecoder("utf-8", { ignoreBOM: file !== "-" }).decode(bytes);
}

/** The earlier answer in a file. Failures request.malformed, limit.exceeded. */
export function earlierAnswer(file: string): JsonValue {
  // One byte more than may be.
  const mostBytes = EARLIER_ANSWER.maxBytes + 1;
  return readEarlierAnswer(
    inputBytes(file, { what: "answer", hint: "verify - reads standard input.", mostBytes }),
  );
}

interface Input {
  readonly what: string;
  readonly hint: string;
  readonly mostBytes?: number;
}

function inputBytes(file: string, { what, hint, mostBytes }: Input): Uint8Array {
  let problem = "is not there";
  try {
    const bytes = file === "-" ? readStdin(mostBytes) : readInput(file, mostBytes);
    if (bytes !== null) return bytes;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    problem = "cannot be read";
  }
  throw new Failure("request.malformed", `The ${what} file ${problem}.`, { hint, detail: { file } });
}
