// What the scorer makes of an answer to a labelled change.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { labelBlocks, labelFigures } from "../../scripts/score/label_figures.ts";
import {
  type AnswerItem,
  expected,
  type Label,
  labelledRepositories,
  readLabels,
  scoreLabel,
  SETS,
} from "../../scripts/score/labels.ts";
import { refreshed } from "../../scripts/parts/page_blocks.ts";

const FOLDER = "fixtures/labels";

const LABEL: Label = {
  group: "narrow",
  repository: "shop",
  path: "shop.py",
  line: 3,
  name: "price",
  tests: { "tests/test_shop.py": ["4:test_price", "9:TestShop.test_total"], "src/shop.test.ts": [] },
};

function item(path: string, line: number, name: string, more: Partial<AnswerItem> = {}): AnswerItem {
  return { path, line, name, kind: "function", reason: "reached", ...more };
}

test("a test is found by its own item, a whole file by the file's; hints and others are told apart", () => {
  const answer = [
    item("tests/test_shop.py", 4, "test_price"),
    item("tests/test_shop.py", 20, "test_other"),
    item("tests/test_shop.py", 1, "test_shop.py", { kind: "file", reason: "same_name" }),
    item("src/shop.test.ts", 1, "shop.test.ts", { kind: "file" }),
  ];
  const score = scoreLabel({ label: LABEL, answer, files: answer.slice(3), isCut: false });
  assert.deepEqual(score.recall, { part: 2, of: 3 });
  assert.deepEqual(score.recallWithHints, { part: 3, of: 3 });
  assert.deepEqual(score.files, { part: 1, of: 2 });
  assert.deepEqual(score.precision, { part: 2, of: 3 });
  assert.deepEqual(score.missed, ["tests/test_shop.py:9:TestShop.test_total"]);
  assert.deepEqual(score.wrong, ["tests/test_shop.py:20:test_other"]);
});

test("only the first 20 items count, and of a wide change no more than 20 are wanted", () => {
  const names = Array.from({ length: 30 }, (_, at) => `${at + 1}:test_${at}`);
  const label: Label = { ...LABEL, group: "wide", tests: { "a_test.py": names } };
  const answer = names.map((_, at) => item("a_test.py", at + 1, `test_${at}`));
  const late = [...Array.from({ length: 5 }, () => item("b.py", 1, "other")), ...answer];
  assert.deepEqual(scoreLabel({ label, answer, files: [], isCut: false }).recall, { part: 20, of: 20 });
  assert.deepEqual(scoreLabel({ label, answer: late, files: [], isCut: false }).recall, { part: 15, of: 20 });
});

test("a refusal is a miss, and the mean does not weigh changes by their tests", () => {
  const refused = scoreLabel({ label: LABEL, answer: "symbol.ambiguous", files: [], isCut: false });
  const label: Label = { ...LABEL, tests: { "a_test.py": ["1:test_a"] } };
  const whole = scoreLabel({ label, answer: [item("a_test.py", 1, "test_a")], files: [], isCut: false });
  const figures = labelFigures([refused, whole]);
  assert.equal(figures.recall, 50);
  assert.deepEqual(figures.found, { part: 1, of: 4 });
  assert.equal(figures.refused, 1);
});

test("the set has what the page says it has", () => {
  const repositories = new Map(labelledRepositories(FOLDER).map(({ name, language }) => [name, language]));
  for (const set of SETS) {
    const labels = readLabels(FOLDER, set);
    const narrow = new Map<string, number>();
    for (const label of labels) {
      const count = expected(label).length;
      assert.ok(
        label.group === "narrow" ? count >= 1 && count <= 20 : count > 20,
        `${label.path} ${label.name}`,
      );
      const language = repositories.get(label.repository)!;
      if (label.group === "narrow") narrow.set(language, (narrow.get(language) ?? 0) + 1);
    }
    assert.equal(narrow.size, 3);
    for (const [language, count] of narrow) assert.ok(count >= 25, `${set} ${language}`);
  }
});

test("the page has the blocks, and only those", () => {
  const page = readFileSync("docs/ACCURACY.md", "utf8");
  assert.doesNotThrow(() => refreshed(page, labelBlocks([], "a build"), "labels"));
});
