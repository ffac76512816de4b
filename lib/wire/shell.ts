// Words as a line of a shell. Law kept: a shell reads the line as exactly these words.

export function shellLine(words: readonly string[]): string {
  return words.map((word) => /^[\w.,:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
    .join(" ");
}
