// Fixture texts: several files in one text, with expectations under the code they speak of.
//
//     //- /src/a.py          starts a file
//     def f():
//         g()
//     #   ^ call g           a comment line whose text starts with a caret expects something of the line above it
//
// The caret's column is the expectation's column in the nearest code line above; what starts a line is spoken of by
// `#< ref call` with the comment sign under its first column. Caret lines stay in the file: they are
// comments of its language (`#` or `//`), so offsets are those of the text as written.

export interface FixtureFile {
  readonly path: string;
  readonly text: string;
}

export interface Mark {
  readonly path: string;
  /** 1-based line and 0-based byte column that the caret points at. */
  readonly line: number;
  readonly column: number;
  /** What is expected there, white space trimmed. */
  readonly text: string;
}

export interface Fixture {
  readonly files: readonly FixtureFile[];
  readonly marks: readonly Mark[];
}

const CARET = /^(\s*(?:#|\/\/)\s*)\^\s+(.+)$/;
const SIGN = /^(\s*)(?:#|\/\/)<\s+(.+)$/;

/** Reads a fixture text. */
export function parseFixture(text: string): Fixture {
  const files: FixtureFile[] = [];
  const marks: Mark[] = [];
  for (const part of text.split(/^\/\/- \//m).slice(1)) {
    const newline = part.indexOf("\n");
    const path = part.slice(0, newline).trim();
    const body = part.slice(newline + 1);
    files.push({ path, text: body });
    let codeLine = 0;
    body.split("\n").forEach((line, index) => {
      const caret = CARET.exec(line) ?? SIGN.exec(line);
      if (caret === null) codeLine = index + 1;
      else marks.push({ path, line: codeLine, column: caret[1].length, text: caret[2].trim() });
    });
  }
  return { files, marks };
}
