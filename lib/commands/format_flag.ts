// `--format` as it stands on a command line that need not be well formed: its failure is shown in that format too.

/** What the last `--format` says; null without one. */
export function formatOf(argv: readonly string[]): string | null {
  let format: string | null = null;
  for (let at = 0; at < argv.length && argv[at] !== "--"; at++) {
    if (argv[at] === "--format") format = argv[at + 1] ?? null;
    else if (argv[at].startsWith("--format=")) format = argv[at].slice("--format=".length);
  }
  return format;
}
