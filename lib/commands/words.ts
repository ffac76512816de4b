// What stands on a command line that need not be well formed: its failure is shown in the format that it names, too.

/** What the last `--format` says; null without one. */
export function formatOf(argv: readonly string[]): string | null {
  let format: string | null = null;
  wordsOf(argv).forEach((word, at) => {
    if (word === "--format") format = argv[at + 1] ?? null;
    else if (word.startsWith("--format=")) format = word.slice("--format=".length);
  });
  return format;
}

/** The words before the end of flags. */
export function wordsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

/** Words that make a command build. */
const BUILDING = ["index", "sync", "--sync", "--base"];

/** Whether a run may take seconds. A name that looks so costs a restart and nothing else. */
export function isLongWork(argv: readonly string[]): boolean {
  return wordsOf(argv).some((word) => BUILDING.includes(word.split("=", 1)[0]));
}
