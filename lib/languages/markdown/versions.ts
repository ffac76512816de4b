// What an index of Markdown is made with, apart from the door so that a question knows it without loading it. Raise
// `extraction` when the same bytes would give other facts.

export const VERSIONS = { extraction: 2, resolution: null, grammars: {} } as const;
