// The functions of a JavaScript or TypeScript file that have a name, as the checkout's own compiler parses it: declarations,
// members, and functions given to a variable, property or member. What a callback without a name runs belongs to nobody.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

export interface NamedFunction {
  readonly path: string;
  /** Line of the name, 1-based. */
  readonly line: number;
  /** Last line. */
  readonly end: number;
  /** Dotted with its class. */
  readonly name: string;
  /** Offset at which the function starts, and the same as line and column. */
  readonly offset: number;
  readonly start: number;
  readonly column: number;
  /** The body's start as line (1-based) and column. */
  readonly bodyLine: number;
  readonly bodyColumn: number;
  /** The body as offsets, and whether it is an expression. */
  readonly body: readonly [from: number, to: number];
  readonly isExpression: boolean;
}

// deno-lint-ignore no-explicit-any
type Any = any;

/** A reader of the functions of the files of a checkout; it, or another folder that is told, must have a compiler installed. */
export function functionReader(root: string, compiler = root): (path: string) => readonly NamedFunction[] {
  const ts: Any = createRequire(join(compiler, "package.json"))("typescript");
  const files = new Map<string, NamedFunction[]>();
  return (path) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const source = ts.createSourceFile(
      path,
      readFileSync(join(root, path), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const found: NamedFunction[] = [];
    const visit = (node: Any): void => {
      const name = ts.isFunctionLike(node) && node.body !== undefined ? nameNode(ts, node) : null;
      if (name !== null) {
        const at = source.getLineAndCharacterOfPosition(node.body.getStart());
        const start = source.getLineAndCharacterOfPosition(node.getStart());
        found.push({
          path,
          line: source.getLineAndCharacterOfPosition(name.getStart()).line + 1,
          end: source.getLineAndCharacterOfPosition(node.getEnd()).line + 1,
          name: qualified(ts, node, name),
          offset: node.getStart(),
          start: start.line + 1,
          column: start.character,
          bodyLine: at.line + 1,
          bodyColumn: at.character,
          body: [node.body.getStart(), node.body.getEnd()],
          isExpression: !ts.isBlock(node.body),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    files.set(path, found);
    return found;
  };
}

/** What names a function: its own name, or that of what it is given to. */
function nameNode(ts: Any, node: Any): Any | null {
  if (ts.isConstructorDeclaration(node)) return node.getFirstToken();
  if (!ts.isFunctionExpression(node) && !ts.isArrowFunction(node)) return node.name ?? null;
  let holder = node.parent;
  while (
    ts.isParenthesizedExpression(holder) || ts.isAsExpression(holder) || ts.isSatisfiesExpression(holder)
  ) {
    holder = holder.parent;
  }
  if (
    ts.isVariableDeclaration(holder) || ts.isPropertyDeclaration(holder) || ts.isPropertyAssignment(holder)
  ) {
    const { name } = holder;
    return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteral(name) ? name : null;
  }
  const isGiven = ts.isBinaryExpression(holder) && holder.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (isGiven && ts.isPropertyAccessExpression(holder.left)) return holder.left.name;
  return node.name ?? null;
}

function qualified(ts: Any, node: Any, name: Any): string {
  const own = ts.isConstructorDeclaration(node) ? "constructor" : name.text;
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isClassLike(at)) return at.name === undefined ? own : `${at.name.getText()}.${own}`;
    if (ts.isFunctionLike(at)) return own;
  }
  return own;
}
