// The one failure type. A Failure is trouble in the request or in the world; trouble in the source is a diagnostic, and
// trouble in us is the code `internal.invariant`. The table is append-only: documentation and tests are made from it.

/** Every failure code with the exit code of the process that reports it. */
export const FAILURE_CODES = {
  "symbol.not_found": 1,
  "symbol.ambiguous": 1,
  "index.baseline_unavailable": 1,
  "index.locked": 1,
  "index.unavailable": 1,
  "index.verify_timeout": 1,
  "index.corrupt": 1,
  "index.newer_format": 1,
  "worktree.not_found": 1,
  "worktree.busy": 1,
  "path.outside_root": 1,
  "path.not_found": 1,
  "language.unsupported": 1,
  "scope.disabled": 1,
  "git.unavailable": 1,
  "limit.exceeded": 1,
  "request.malformed": 2,
  "request.fingerprint_required": 2,
  "request.budget_too_small": 2,
  "usage.unknown_command": 2,
  "usage.bad_flag": 2,
  "config.malformed": 2,
  "scope.unknown": 2,
  "cache.inside_worktree": 2,
  "index.missing": 3,
  "index.code_changed": 3,
  "internal.invariant": 70,
  "git.revision_not_found": 1,
  "line.not_found": 1,
  "column.not_found": 1,
} as const;

export type FailureCode = keyof typeof FAILURE_CODES;

export function isFailureCode(text: unknown): text is FailureCode {
  return typeof text === "string" && Object.hasOwn(FAILURE_CODES, text);
}

export interface FailureOptions {
  /** What the caller can do about it, one sentence. */
  readonly hint?: string;
  /** Machine-readable facts: choices, numbers, paths relative to the root. Never source text. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Whether the same call may succeed later unchanged. */
  readonly retry?: boolean;
  readonly cause?: unknown;
}

/** Trouble in the request or the world, with a stable code. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  readonly hint: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
  readonly retry: boolean;

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? null;
    this.detail = options.detail ?? null;
    this.retry = options.retry ?? false;
  }

  get exitCode(): number {
    return FAILURE_CODES[this.code];
  }
}

/** Stops with `internal.invariant`: the program itself is wrong. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Failure("internal.invariant", message);
}

/**
 * Any thrown value as a Failure: what is none of ours is trouble in us. The words of others are left out, since they may quote
 * a path or a source.
 */
export function asFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  return new Failure("internal.invariant", `An unexpected ${kindOf(thrown)}.`, {
    hint: "This is a defect of evident, not of the request. EVIDENT_DEBUG=1 says more of it.",
    cause: thrown,
  });
}

/** What was thrown, and what the system was asked for where it is that which failed. */
function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code, syscall } = thrown as { code?: unknown; syscall?: unknown };
  if (typeof code !== "string" || !/^[A-Z]\w*$/.test(code)) return thrown.name;
  return typeof syscall === "string" && /^\w+$/.test(syscall) ? `${code} of ${syscall}` : code;
}
