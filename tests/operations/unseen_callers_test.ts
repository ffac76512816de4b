// Who runs a function that nobody is seen to call: through tables, registries, keepers of callbacks, decorators, subclasses and
// classes of tests. One case a kind of step.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Document, repository } from "./asking.ts";

const PYTHON = repository({
  "shop/registry.py": `class Registry:
    def __init__(self):
        self.entries = {}

    def register(self, name):
        def add(entry):
            self.entries[name] = entry
            return entry
        return add

    def get(self, name):
        return self.entries[name]


commands = Registry()


@commands.register("sell")
def sell():
    return 1


def execute(name):
    return commands.get(name)()


def as_text(rows):
    return rows


LAYOUTS = {
    "text": as_text,
}


def render(rows, name):
    return LAYOUTS[name](rows)
`,
  "shop/bus.py": `class Bus:
    def __init__(self):
        self.handlers = []

    def subscribe(self, handler):
        self.handlers.append(handler)

    def publish(self, event):
        for handler in self.handlers:
            handler(event)


class Till:
    def __init__(self, bus: Bus):
        bus.subscribe(self.on_sale)

    def on_sale(self, event):
        return event
`,
  "shop/marks.py": `def logged(words):
    def decorate(function):
        def wrapper(*args):
            return function(*args)
        return wrapper
    return decorate


@logged("much")
def buy():
    return 2


def shop():
    return buy()
`,
  "shop/price.py": `class Price:
    def __init__(self, cents):
        self.cents = cents

    def shown(self):
        return self.cents


class Reduced(Price):
    def shown(self):
        return self.cents - 1


def cheap():
    return Reduced(3)


def label(price: Price):
    return price.shown()


def shelf(price: Price):
    return label(price)
`,
  "tests/contract.py": `class PriceContract:
    def make(self):
        raise NotImplementedError

    def test_shown(self):
        assert self.make().shown()
`,
  "tests/test_price.py": `from shop.price import Price, Reduced, cheap
from tests.contract import PriceContract
import unittest
import pytest


class TestPrice(PriceContract):
    def make(self):
        return Price(1)


class Case(unittest.TestCase):
    def setUp(self):
        self.price = cheap()


class ReducedTest(Case):
    def test_it(self):
        assert self.price


@pytest.mark.parametrize("kind", [Reduced])
def test_kinds(kind):
    assert kind(1)
`,
});

const GO = repository({
  "go.mod": "module example.test/shop\n",
  "open.go": `package shop

var openers = map[string]func() int{}

func Register(name string, open func() int) { openers[name] = open }

func init() {
	Register("one", openOne)
}

func openOne() int { return 1 }

func Open(name string) int { return openers[name]() }
`,
});

/** Each item as name and the notes of its path. */
function told({ items }: Document): string[] {
  return items.map((one: Document) =>
    [one.qualified_name, ...one.witness.map(({ note }: Document) => note).filter(Boolean)].join(" ")
  );
}

type Case = readonly [
  why: string,
  asked: ReturnType<typeof repository>,
  kind: string,
  changed: string,
  named: readonly string[],
  unnamed?: readonly string[],
];

const CASES: readonly Case[] = [
  [
    "who uses the registry that a decorator is of runs what it decorates",
    PYTHON,
    "impact",
    "sell",
    ["execute handed"],
    ["render handed"],
  ],
  ["who uses the table runs what stands in it", PYTHON, "impact", "as_text", ["render handed"]],
  [
    "who uses the field that a callback is put into runs it",
    PYTHON,
    "impact",
    "Till.on_sale",
    ["Bus.publish handed"],
  ],
  ["what is named while a package is loaded is run through what that fills", GO, "impact", "openOne", [
    "Open handed",
  ]],
  [
    "a wrapper calls what it wraps, and is called by its callers",
    PYTHON,
    "impact",
    "buy",
    ["shop", "logged.decorate.wrapper decorated"],
  ],
  ["who calls what is wrapped calls the wrapper", PYTHON, "impact", "logged.decorate.wrapper", [
    "shop decorated",
  ]],
  ["what only registers wraps nothing", PYTHON, "impact", "sell", [], ["Registry.register.add decorated"]],
  [
    "who makes a subclass without a constructor calls the inherited one",
    PYTHON,
    "impact",
    "Price.__init__",
    ["cheap class_call", "TestPrice.make class_call"],
  ],
  [
    "callers of the base member are as near as those of the one that overrides it",
    PYTHON,
    "impact",
    "Reduced.shown",
    ["label overridden", "shelf overridden"],
  ],
  [
    "what makes a class of tests ready is run by its tests, inherited classes' too",
    PYTHON,
    "affected_tests",
    "cheap",
    ["ReducedTest.test_it owner member"],
  ],
  [
    "a test that a collected class inherits is one, on what the overrider of its factory gives",
    PYTHON,
    "affected_tests",
    "Price.shown",
    ["PriceContract.test_shown"],
  ],
  [
    "what a decorator of a test names is run by the test",
    PYTHON,
    "affected_tests",
    "Reduced",
    ["test_kinds decorated"],
  ],
];

describe("callers that are not seen", () => {
  for (const [why, asked, kind, changed, named, unnamed = []] of CASES) {
    it(why, async () => {
      const found = told(await asked.ask({ kind, symbols: [changed] }));
      for (const one of named) assert.ok(found.includes(one), `no ${one} in ${found.join(", ")}`);
      for (const one of unnamed) assert.ok(!found.includes(one), `${one} in ${found.join(", ")}`);
    });
  }
});
