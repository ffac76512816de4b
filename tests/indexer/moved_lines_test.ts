// Lines that an edit leaves where they are.

import { strict as assert } from "node:assert";
import { it } from "node:test";
import fc from "fast-check";
import { movedLines } from "../../lib/indexer/moved_lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The lines of the first text that are said to be moved. */
function moved(before: string, after: string): number[] {
  const isMoved = movedLines(bytes(before), bytes(after));
  return before.split("\n").map((_, index) => index + 1).filter(isMoved);
}

it("a line that reads otherwise moves alone", () => {
  assert.deepEqual(moved("a\nb\nc\n", "a\nx\nc\n"), [2]);
});

it("behind a new line everything moves, and the line that it is put before", () => {
  assert.deepEqual(moved("a\nb\nc\n", "a\nx\nb\nc\n"), [2, 3, 4]);
});

it("what is put behind the end moves nothing but the end", () => {
  assert.deepEqual(moved("a\nb\n", "a\nb\nc\n"), [3]);
});

it("equal texts move nothing that a place can lie in", () => {
  assert.deepEqual(moved("a\nb\n", "a\nb\n"), [3]);
});

it("a line that is not moved has its place and its content", () => {
  const text = fc.array(fc.constantFrom("a", "b", "", "ß"), { maxLength: 8 }).map((lines) =>
    lines.join("\n")
  );
  fc.assert(fc.property(text, text, (before, after) => {
    const isMoved = movedLines(bytes(before), bytes(after));
    const lines = after.split("\n");
    before.split("\n").forEach((line, index) => {
      if (!isMoved(index + 1)) assert.equal(lines[index], line);
    });
  }));
});
