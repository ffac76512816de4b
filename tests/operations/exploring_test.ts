// What an exploration shows, in which order, and what it does with a broad question.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { type Document, repository } from "./asking.ts";

const handlers = Array.from(
  { length: 60 },
  (_, at) => `def handle_${at}(event):\n    return ${at}\n`,
).join("\n\n");
const made = repository({
  "shop/orders.py": [
    "class Order:",
    "    def total_price(self):",
    "        return self.net_price() + shipping_cost(self)",
    "",
    "    def net_price(self):",
    "        return 1",
    "",
    "",
    "def shipping_cost(order):",
    "    return 2",
    "",
  ].join("\n"),
  "shop/events.py": `${handlers}\n`,
  "tests/test_orders.py": [
    "from shop.orders import Order",
    "",
    "",
    "def test_total_price():",
    "    assert Order().total_price() == 3",
    "",
  ].join("\n"),
});

const parts = (answer: Document): string[] => answer.items.map((one: Document) => one.part);

describe("symbols", () => {
  it("a word finds its other forms", async () => {
    const { items } = await made.ask({ kind: "symbols", query: "prices shop" });
    assert.deepEqual(
      items.map((one: Document) => [one.qualified_name, one.match]),
      [["Order.total_price", "text"], ["Order.net_price", "text"]],
    );
  });
});

describe("explore", () => {
  it("a test is a seed only where the question says so", async () => {
    const seeds = async (query: string) =>
      (await made.ask({ kind: "explore", query })).items
        .filter(({ part }: Document) => part === "seed").map(({ path }: Document) => path);
    assert.ok(!(await seeds("total prices")).includes("tests/test_orders.py"));
    assert.ok((await seeds("tests of total prices")).includes("tests/test_orders.py"));
  });

  it("shows signatures and what is near before source, code before tests", async () => {
    const answer = await made.ask({ kind: "explore", query: "how is the total price of an order computed" });
    assert.equal(answer.items[0].qualified_name, "Order.total_price");
    const order = ["seed", "place", "related", "source"];
    const shown = parts(answer).map((part) => order.indexOf(part));
    assert.deepEqual(shown, [...shown].sort(), JSON.stringify(parts(answer)));
    assert.ok(!parts(answer).includes("place"));
    const told = answer.items.filter((one: Document) => one.part !== "source");
    const paths = told.map(({ path }: Document) => path);
    assert.ok(paths.indexOf("tests/test_orders.py") > paths.lastIndexOf("shop/orders.py"), String(paths));
    assert.ok(told.some((one: Document) => one.qualified_name === "shipping_cost"));
    for (const { part, relations } of told) {
      if (part === "related") assert.ok(relations[0].rule_id.length > 0);
    }
  });

  it("quotes no line twice", async () => {
    const answer = await made.ask({ kind: "explore", query: "order total price net" });
    const sources = answer.items.flatMap((one: Document) => one.source ?? []);
    assert.ok(sources.length > 0);
    const lines = sources.flatMap(({ path, start_line, end_line }: Document) =>
      Array.from({ length: end_line - start_line + 1 }, (_, at) => `${path}:${start_line + at}`)
    );
    assert.equal(new Set(lines).size, lines.length);
  });

  it("answers a broad question with places to look at, and leads into the first", async () => {
    const answer = await made.ask({ kind: "explore", query: "handle" });
    const place = answer.items.find((one: Document) => one.part === "place");
    assert.deepEqual([place.path, place.kind, place.names.length], ["shop/events.py", "file", 3]);
    assert.ok(place.matches >= 60);
    assert.equal(answer.next.operation.path_prefix, "shop/events.py");
    assert.ok((await made.ask(answer.next.operation)).items.length > 0);
  });

  it("without any find leads to the map", async () => {
    const answer = await made.ask({ kind: "explore", query: "zzzqqq" });
    assert.deepEqual([answer.total, answer.next], [0, { operation: { kind: "map" } }]);
  });

  it("stays within its filter", async () => {
    const answer = await made.ask({ kind: "explore", query: "total price", path_prefix: "shop/" });
    for (const path of Object.keys(answer.files)) assert.match(path, /^shop\//);
    assert.ok(answer.limitations.some(({ code }: Document) => code === "boundary_edges"));
  });
});

describe("map", () => {
  it("skeleton names tests that use a symbol", async () => {
    const answer = await made.ask({ kind: "map", level: "skeleton" });
    const order = answer.items.find((one: Document) => one.qualified_name === "Order");
    assert.deepEqual(order.tests, ["tests/test_orders.py"]);
    assert.match(answer.files["tests/test_orders.py"], /^[0-9a-f]{64}$/);
  });

  it("counts depth from the filter's folder", async () => {
    const folders = async (fields: object) =>
      (await made.ask({ kind: "map", ...fields })).items.map((one: Document) => one.path);
    assert.deepEqual(await folders({ depth: 1 }), ["shop", "tests"]);
    assert.deepEqual(await folders({ depth: 1, path_prefix: "shop/" }), ["shop"]);
  });
});
