// Which tests a change concerns, and in which order: one small repository a kind of step that tests come by.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, repository } from "./asking.ts";

/** Each test as path and name, with the notes of its path and what the path is as a whole. */
function told({ items }: Document): string[] {
  return items.map((one: Document) => {
    const notes = [...new Set((one.witness ?? []).map(({ note }: Document) => note).filter(Boolean))];
    const name = one.kind === "file" ? one.path : one.qualified_name;
    return [name, one.reason, one.granularity, ...notes].filter(Boolean).join(" ");
  });
}

const PYTHON = repository({
  "shop.py": `class Shelf:
    def __init__(self, size):
        self.size = size

    def count(self):
        return self.size

    def refresh(self):
        return None


def discount(rate):
    def reduced(price):
        return price * rate
    return reduced


def price_of(shelf):
    return shelf.count()


def tax_of(shelf):
    return price_of(shelf)


def total_of(shelf):
    return tax_of(shelf)


def bill_of(shelf):
    return total_of(shelf)


def print_bill(shelf):
    return bill_of(shelf)


def close_day(shelf):
    return print_bill(shelf)


def round_up(price):
    return price
`,
  "tests/conftest.py": `import pytest
from shop import Shelf


@pytest.fixture
def shelf():
    return Shelf(3)
`,
  "tests/test_shop.py": `from shop import close_day, discount, round_up


def test_day(shelf):
    assert close_day(shelf)


def test_count(shelf):
    assert shelf.count() == 3


def test_discount():
    assert discount(2)(3) == 6


def test_a():
    assert round_up(1)


def test_round_up_of_much():
    assert round_up(100)


def test_z():
    assert round_up(round_up(2))
`,
});

const JAVASCRIPT = repository({
  "response.js":
    "var res = {};\n\nres.append = function append(field) {\n  return field;\n};\n\nmodule.exports = res;\n",
  "app.js":
    "var res = require('./response');\n\nexports.create = function create() {\n  return Object.create(res);\n};\n",
  "test/plain.js": "var app = require('../app');\n\nit('starts', function () {\n  app.create();\n});\n",
  "test/res.append.js":
    "var app = require('../app');\n\nit('appends', function () {\n  app.create().append('a');\n});\n",
});

type Asked = ReturnType<typeof repository>;

type Case = readonly [why: string, repository: Asked, changed: string, tests: readonly string[]];

const CASES: readonly Case[] = [
  [
    "what a fixture runs concerns the tests that have a parameter of its name",
    PYTHON,
    "Shelf.__init__",
    ["test_count reached class_call", "test_day reached class_call", "tests/conftest.py reached owner"],
  ],
  [
    "an inner function is run by who has it from the function around it",
    PYTHON,
    "discount.reduced",
    ["test_discount reached", "tests/test_shop.py reached"],
  ],
  [
    "paths are followed as far as tests are away",
    PYTHON,
    "price_of",
    ["test_day reached", "tests/conftest.py reached module", "tests/test_shop.py reached"],
  ],
  [
    "of tests that are equally near, those that are named after what changed come first, then those that run it twice",
    PYTHON,
    "round_up",
    [
      "test_round_up_of_much reached",
      "test_z reached",
      "test_a reached",
      "tests/conftest.py reached module",
      "tests/test_shop.py reached",
    ],
  ],
  [
    "a member that nobody is seen to use concerns those who have its owner",
    PYTHON,
    "Shelf.refresh",
    ["tests/conftest.py reached owner", "test_count reached owner", "test_day reached owner"],
  ],
  [
    "a member that is used concerns its users, and after them those who have its owner",
    PYTHON,
    "Shelf.count",
    ["test_count reached", "test_day reached owner owner", "tests/conftest.py reached owner owner"],
  ],
  [
    "files in a folder of tests are tests, and the file named after the member comes first",
    JAVASCRIPT,
    "response.js:3",
    ["test/res.append.js reached", "test/plain.js reached owner owner"],
  ],
];

describe("affected tests", () => {
  for (const [why, asked, symbol, tests] of CASES) {
    it(why, async () => {
      const answer = await asked.ask({
        kind: "affected_tests",
        symbols: [symbol],
        min_confidence: "heuristic",
      });
      assert.deepEqual(told(answer).filter((one) => !one.includes("same_")), tests);
    });
  }

  it("by file each file stands once, where its likeliest test does, with how many are concerned", async () => {
    const { items, total } = await PYTHON.ask({ kind: "affected_tests", symbols: ["round_up"], by: "file" });
    assert.equal(total, 2);
    assert.deepEqual(
      items.map(({ path, kind, test_count, reached }: Document) => [path, kind, test_count, reached]),
      [
        ["tests/test_shop.py", "file", 3, "tests/test_shop.py#test_round_up_of_much()."],
        ["tests/conftest.py", "file", undefined, undefined],
      ],
    );
  });

  it("where there are more tests than are told, their files are offered", async () => {
    const answer = await PYTHON.ask({ kind: "affected_tests", symbols: ["round_up"], limit: 2 });
    assert.equal(answer.next.operation.by, "file");
    assert.equal((await PYTHON.ask(answer.next.operation)).items.length, 2);
  });

  it("only the ends of a long path are told where many tests are", async () => {
    const { items } = await PYTHON.ask({ kind: "affected_tests", symbols: ["price_of"] });
    const [day] = items;
    assert.equal(day.witness.length, day.distance);
    assert.equal(day.steps_left_out, undefined);
  });
});
