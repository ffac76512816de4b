// go.mod and go.work as records: module path, language version, required modules, replacements, used folders.
// Law kept: what is not understood is skipped, never guessed; a directive is read as the Go tool's own lexer has it.
// Not here: where the folders are, and which module a package belongs to.

/** `replace path [version] => …`. */
export interface GoReplace {
  readonly path: string;
  /** The one version that is replaced, or null for all. */
  readonly version: string | null;
  /** The folder put in its place, as written; null where another module is. */
  readonly localPath: string | null;
}

export interface GoModFile {
  readonly module: string | null;
  /** The `go` line's version, or null. */
  readonly go: string | null;
  /** Paths of required modules, in order of the file. */
  readonly requires: readonly string[];
  readonly replaces: readonly GoReplace[];
}

export interface GoWorkFile {
  readonly go: string | null;
  /** Folders of the workspace's modules, as written. */
  readonly uses: readonly string[];
  readonly replaces: readonly GoReplace[];
}

/** Reads the text of a go.mod. */
export function parseGoMod(text: string): GoModFile {
  const directives = directivesOf(text);
  return {
    module: firstArgument(directives, "module"),
    go: firstArgument(directives, "go"),
    requires: argumentsOf(directives, "require"),
    replaces: replacesOf(directives),
  };
}

/** Reads the text of a go.work. */
export function parseGoWork(text: string): GoWorkFile {
  const directives = directivesOf(text);
  return {
    go: firstArgument(directives, "go"),
    uses: argumentsOf(directives, "use"),
    replaces: replacesOf(directives),
  };
}

interface Directive {
  readonly verb: string;
  readonly args: readonly string[];
}

function firstArgument(directives: readonly Directive[], verb: string): string | null {
  return argumentsOf(directives, verb)[0] ?? null;
}

function argumentsOf(directives: readonly Directive[], verb: string): string[] {
  return directives.filter((one) => one.verb === verb && one.args.length > 0).map(({ args }) => args[0]);
}

function replacesOf(directives: readonly Directive[]): GoReplace[] {
  return directives.filter(({ verb }) => verb === "replace").flatMap(({ args }) => {
    const arrow = args.indexOf("=>");
    const target = args[arrow + 1];
    if ((arrow !== 1 && arrow !== 2) || target === undefined) return [];
    const version = arrow === 2 ? args[1] : null;
    return [{ path: args[0], version, localPath: isLocalPath(target) ? target : null }];
  });
}

/** As the Go tool tells a folder from a module path. */
function isLocalPath(target: string): boolean {
  return target === "." || target === ".." || /^(\.\.?[/\\]|\/|[A-Za-z]:)/.test(target);
}

/** Every directive with its arguments, those of a parenthesised block one by one. */
function directivesOf(text: string): Directive[] {
  const directives: Directive[] = [];
  let block: string | null = null;
  for (const tokens of linesOf(text)) {
    const opens = tokens.at(-1) === "(";
    if (block !== null && tokens[0] === ")") block = null;
    else if (block !== null) directives.push({ verb: block, args: tokens });
    else if (opens && tokens.length === 2) block = tokens[0];
    else if (tokens[0] !== "(") directives.push({ verb: tokens[0], args: tokens.slice(1) });
  }
  return directives;
}

/** A quoted string (its escapes are kept for `unquoted`), an arrow, a bracket or comma, a comment, or a word. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|=>|[()[\]{},]|\/\/[^\n]*|\n|(?:(?!\/\/)[^\s()[\]{},])+/g;

/** The tokens of each line that has some, comments left out. */
function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const endLine = () => {
    if (line.length > 0) lines.push(line);
    line = [];
  };
  for (const [token] of text.replace(/^\ufeff/, "").matchAll(TOKEN)) {
    if (token === "\n") endLine();
    else if (!token.startsWith("//")) line.push(unquoted(token));
  }
  endLine();
  return lines;
}

function unquoted(token: string): string {
  if (token.length >= 2 && token.startsWith("`") && token.endsWith("`")) return token.slice(1, -1);
  if (token.length < 2 || !token.startsWith('"') || !token.endsWith('"')) return token;
  return token.slice(1, -1).replace(/\\(.)/g, "$1");
}
