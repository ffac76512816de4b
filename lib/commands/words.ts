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

/** Flags before a command that a value follows. */
const VALUED = ["-C", "--scope"];

/** The word that names the command; null without one. */
export function commandOf(argv: readonly string[]): string | null {
  for (let at = 0; at < argv.length; at++) {
    if (!argv[at].startsWith("-")) return argv[at];
    if (VALUED.includes(argv[at])) at++;
  }
  return null;
}

/** What a run is about: a build may take seconds, a question a tenth of one, all else next to nothing. */
export type Work = "build" | "question" | "little";

/** Words that make a command build. */
const BUILDING = ["index", "sync", "--sync", "--base"];
/** Words that make it print what it knows, at each press of a key even, or remove files. */
const LITTLE = ["--version", "--help", "-h", "help", "complete", "completions", "schema", "clear"];

/** The work of a command line. A name that looks like another kind costs a few milliseconds and nothing else. */
export function workOf(argv: readonly string[]): Work {
  const words = wordsOf(argv).map((word) => word.split("=", 1)[0]);
  if (words.length === 0 || words.some((word) => LITTLE.includes(word))) return "little";
  return words.some((word) => BUILDING.includes(word)) ? "build" : "question";
}
