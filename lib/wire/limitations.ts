// What an answer may leave out or be unsure of: a closed list, with what each code counts. Law kept: an answer that a limit
// made smaller says `partial`; whatever else an answer does not know is counted, never silently missing.

/** Every code with what its count is of. */
export const LIMITATIONS = {
  no_match: { counts: "nothing fits the question, and nothing else here explains why", cuts: false },
  filter_matches_no_file: { counts: "path_prefix and language let no file in", cuts: false },
  outside_filter: { counts: "what was named lies outside path_prefix or language", cuts: false },
  boundary_edges: { counts: "relationships that lead out of the filter", cuts: false },
  unbound_sites: {
    counts: "references of that name that were not bound: they may or may not mean it",
    cuts: false,
  },
  same_named: {
    counts: "other symbols of the same name, passed over for the one written exactly so",
    cuts: false,
  },
  unsupported_language: { counts: "the file is of no language that has a graph", cuts: false },
  partly_parsed: { counts: "the file has places that could not be parsed", cuts: false },
  not_parsed: { counts: "the file could not be parsed", cuts: false },
  parse_timeout: { counts: "the file takes longer to parse than limits.max_parse_ms", cuts: false },
  parse_memory: { counts: "the file takes more memory to parse than limits.max_parser_bytes", cuts: false },
  grammar_unavailable: { counts: "the grammar of the file's language could not be loaded", cuts: false },
  extract_failed: { counts: "the file could not be taken apart once it was parsed", cuts: false },
  not_utf8: { counts: "the file is not UTF-8: its text is not quoted", cuts: false },
  past_end_of_file: { counts: "lines asked for that the file does not have", cuts: false },
  more_matches: { counts: "symbols that fit the question beside the seeds", cuts: false },
  omitted_changed: {
    counts: "files that changed and are not in the index: submodules, binaries, …",
    cuts: false,
  },
  earlier_content_missing: {
    counts: "files whose earlier content a partial clone does not have",
    cuts: false,
  },
  may_be_converted: {
    counts: "files told as changed whose bytes Git may only have converted",
    cuts: false,
  },
  no_merge_base: {
    counts: "HEAD and the revision share no commit here: it is compared with itself",
    cuts: false,
  },
  commit_changed: { counts: "the earlier generation was made at another commit", cuts: false },
  module_granularity: {
    counts: "items that were reached only through a whole module or a member's owner",
    cuts: false,
  },
  hints: { counts: "tests that only a name or a folder hints at", cuts: false },
  further_tests_may_be_needed: { counts: "no graph knows every test that a change concerns", cuts: false },
  may_be_used_from_outside: { counts: "exported symbols, which other repositories may use", cuts: false },
  named_by_unbound_sites: { counts: "symbols whose name stands at sites that were not bound", cuts: false },
  dynamic_use_is_not_seen: { counts: "symbols that reflection or a framework may still use", cuts: false },
  depends_on_question: {
    counts:
      "fields that depend on what was asked or on Git, which an answer does not hold: totals, ranking, that a list is all",
    cuts: false,
  },
  ranks_not_compared: { counts: "ranks of an earlier generation, which any edit changes", cuts: false },
  unchecked_claims: { counts: "claims that could not be checked: each says why", cuts: false },
  earlier_generation_not_kept: {
    counts:
      "the generation of the earlier answer is not kept: of files that changed, only what it quotes is compared",
    cuts: false,
  },
  redacted: { counts: "items with a text that was altered", cuts: false },
  bidi_controls: { counts: "items with characters that reorder what is shown", cuts: false },
  limit: { counts: "items beyond limit", cuts: true },
  max_bytes: { counts: "items that did not fit into max_bytes", cuts: true },
  max_lines: { counts: "lines beyond what one answer quotes", cuts: true },
  walk_nodes: { counts: "symbols not visited: the walk had seen as many as it may", cuts: true },
  walk_edges: { counts: "the walk had followed as many relationships as it may", cuts: true },
  walk_time: { counts: "the time of a question was over", cuts: true },
} as const satisfies Record<string, { readonly counts: string; readonly cuts: boolean }>;

export type LimitationCode = keyof typeof LIMITATIONS;

/** A count of something that an answer leaves out or is unsure of; left out where 0. */
export interface Limitation {
  readonly code: LimitationCode;
  readonly count: number;
}
