// What an index of TypeScript or JavaScript is made with, apart from the doors so that a question knows it without loading
// them. Raise `extraction` when the same bytes would give other facts, `resolution` when the same facts would resolve otherwise.

export const VERSIONS = {
  extraction: 3,
  resolution: 4,
  /** By dialect. */
  grammars: { js: "javascript", ts: "typescript", tsx: "tsx" },
} as const;
