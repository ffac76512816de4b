// Where a command's text goes: one document to stdout, words for people to stderr. A reader that closed its pipe is no
// trouble of ours: what is left is dropped and the command's own exit code stands.

type Stream = typeof process.stdout | typeof process.stderr;

/** Whether a person reads stdout. */
export function stdoutIsTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Writes to stdout and waits until it is handed over, so that ending the process cannot cut it. */
export function writeStdout(text: string): Promise<void> {
  return write(process.stdout, text);
}

/** Writes to stderr and waits until it is handed over. */
export function writeStderr(text: string): Promise<void> {
  return write(process.stderr, text);
}

function write(stream: Stream, text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ended = (error: Error | null | undefined): void => {
    if (error === null || error === undefined || isClosedPipe(error)) resolve();
    else reject(error);
  };
  stream.once("error", ended);
  stream.write(text, ended);
  return promise.finally(() => stream.off("error", ended));
}

function isClosedPipe(error: Error): boolean {
  return "code" in error && error.code === "EPIPE";
}
