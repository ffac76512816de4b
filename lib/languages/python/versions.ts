// What an index of Python is made with, apart from the doors so that a question knows it without loading them. Raise
// `extraction` when the same bytes would give other facts, `resolution` when the same facts would resolve otherwise.

export const VERSIONS = {
  extraction: 4,
  resolution: 5,
  /** By dialect. */
  grammars: { python: "python", stub: "python" },
} as const;
