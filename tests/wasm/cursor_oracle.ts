// The package's own cursor over the package's own tree: what the columns that are read out of memory must agree with.

import assert from "node:assert/strict";
import { Language, Parser } from "web-tree-sitter";
import { assetBytes } from "../../wasm/assets.ts";
import { type GrammarName, NO_NODE, type SourceText, type SyntaxTree } from "../../wasm/mod.ts";

const ERROR_TYPE = 0xffff;

/** Everything that a tree says of its nodes, in preorder. */
export interface TreeRows {
  readonly types: string[];
  readonly fields: (string | null)[];
  /** Named, missing, error. */
  readonly marks: string[];
  /** Start, end, parent and past of one node after the other. */
  readonly places: number[];
}

export class CursorOracle {
  readonly #parser: Parser;

  private constructor(language: Language) {
    this.#parser = new Parser().setLanguage(language);
  }

  static async load(grammar: GrammarName): Promise<CursorOracle> {
    await Parser.init(
      { wasmBinary: assetBytes("tree-sitter") } as unknown as Parameters<typeof Parser.init>[0],
    );
    return new CursorOracle(await Language.load(assetBytes(`grammar:${grammar}`)));
  }

  rows(source: SourceText, text = source.text): TreeRows {
    const rows: TreeRows = { types: [], fields: [], marks: [], places: [] };
    const tree = this.#parser.parse(text)!;
    const cursor = tree.walk();
    let count = 0;
    let parent = NO_NODE;
    for (let down = true; down || parent !== NO_NODE;) {
      if (down) {
        const node = count++;
        // By number: the package takes a token of no name, as Go's end of file, for an error.
        const error = cursor.nodeTypeId === ERROR_TYPE;
        rows.types.push(error ? "ERROR" : this.#parser.language!.types[cursor.nodeTypeId]);
        rows.fields.push(cursor.currentFieldName);
        rows.marks.push(mark(cursor.nodeIsNamed, cursor.nodeIsMissing, error));
        const range = [source.byteOffset(cursor.startIndex), source.byteOffset(cursor.endIndex)];
        rows.places.push(...range, parent, count);
        if (cursor.gotoFirstChild()) {
          parent = node;
          continue;
        }
      }
      down = cursor.gotoNextSibling();
      if (!down && parent !== NO_NODE) {
        cursor.gotoParent();
        rows.places[parent * 4 + 3] = count;
        parent = rows.places[parent * 4 + 2];
      }
    }
    cursor.delete();
    tree.delete();
    return rows;
  }

  delete(): void {
    this.#parser.delete();
  }
}

/** What our tree says of the same. */
export function rowsOf(tree: SyntaxTree): TreeRows {
  const rows: TreeRows = { types: [], fields: [], marks: [], places: [] };
  for (let node = 0; node < tree.count; node++) {
    rows.types.push(tree.type(node));
    rows.fields.push(tree.field(node));
    rows.marks.push(mark(tree.isNamed(node), tree.isMissing(node), tree.isError(node)));
    rows.places.push(tree.start(node), tree.end(node), tree.parent(node), tree.past(node));
  }
  return rows;
}

/** Whether ours is the cursor's tree, every node of it. */
export function assertSameTree(tree: SyntaxTree, wanted: TreeRows, message: string): void {
  const found = rowsOf(tree);
  for (const column of ["types", "fields", "marks", "places"] as const) {
    const at = found[column].findIndex((value, index) => value !== wanted[column][index]);
    if (at === -1 && found[column].length === wanted[column].length) continue;
    assert.deepEqual(
      { column, at, value: found[column][at] ?? null, length: found[column].length },
      { column, at, value: wanted[column][at] ?? null, length: wanted[column].length },
      message,
    );
  }
  const broken = wanted.marks.some((marks) => marks.includes("missing") || marks.includes("error"));
  assert.equal(tree.hasErrors, broken, message);
}

function mark(named: boolean, missing: boolean, error: boolean): string {
  return `${named ? "named" : "token"}${missing ? " missing" : ""}${error ? " error" : ""}`;
}
