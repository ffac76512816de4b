// What verify says of answers that were altered, of itself, and of what is no answer.

import { describe, it } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Failure } from "../../lib/model/mod.ts";
import { type Document, limits, repository, SMALL_REPOSITORY } from "./asking.ts";
import { verified } from "./every_answer.ts";

const made = repository(SMALL_REPOSITORY);

/** An answer under the digest of what it says now. */
function resealed(answer: Document): Document {
  const { checked_at: _clock, answer_digest: _old, ...body } = answer;
  return { ...answer, answer_digest: createHash("sha256").update(JSON.stringify(body)).digest("hex") };
}

const INVENTED = {
  kind: "calls",
  site: { path: "app/graph.py", line: 5, column: 11 },
  resolution: "resolved_static",
  confidence: "static",
  rule_id: "python.import_from@1",
  via: [],
};

/** Alterations of the callers of `helper`, with what the altered claim is found to be. */
const ALTERED: readonly [name: string, alter: (answer: Document) => void, found: string][] = [
  [
    "another digest of a file",
    (answer) => answer.files["lib/core.py"] = "0".repeat(64),
    "file changed never_so",
  ],
  ["no digest of a file", (answer) => delete answer.files["lib/core.py"], "file unchecked no_digest"],
  ["a file that is not there", (answer) => answer.files["no.py"] = "0".repeat(64), "file gone never_so"],
  ["a symbol one line lower", (answer) => answer.items[0].start_line++, "symbol changed never_so"],
  ["a symbol that is not there", (answer) => answer.items[0].symbol_id += "x", "symbol gone never_so"],
  ["a site one line lower", ({ items: [one] }) => one.relations[0].site.line++, "relation changed never_so"],
  [
    "a surer edge",
    ({ items: [one] }) => one.relations[0].confidence = "precise",
    "relation changed never_so",
  ],
  [
    "a resolution that does not fit its confidence",
    ({ items: [one] }) => one.relations[0].resolution = "candidate",
    "relation changed contradicts_itself",
  ],
  [
    "another rule",
    ({ items: [one] }) => one.relations[0].rule_id = "python.lexical@9",
    "relation changed never_so",
  ],
  [
    "another step",
    ({ items: [one] }) => one.relations[0].via = ["scope lib/core.py:9:9"],
    "relation changed never_so",
  ],
  ["an invented edge", ({ items: [one] }) => one.relations.push(INVENTED), "relation changed never_so"],
  [
    "the edge of another question",
    ({ items }) =>
      items.find((one: Document) => one.name === "run").relations.push({
        ...items.find((one: Document) => one.name === "run").relations[0],
        site: { path: "lib/core.py", line: 19, column: 31 },
      }),
    "relation changed never_so",
  ],
  ["a field that nobody knows", ({ items: [one] }) => one.more = true, "fact unchecked unknown_field"],
  ["no item", ({ items }) => items.push(5), "fact unchecked malformed"],
  ["an empty item", ({ items }) => items.push({}), "symbol unchecked malformed"],
  ["lines that are nonsense", ({ items: [one] }) => one.start_line = -3, "symbol unchecked malformed"],
  [
    "a line that is no number",
    ({ items: [one] }) => one.relations[0].site.line = "6",
    "relation unchecked malformed",
  ],
];

describe("an answer that was altered is found out although its fingerprint is the same", () => {
  for (const [name, alter, expected] of ALTERED) {
    for (const isSealed of [false, true]) {
      it(`${name}${isSealed ? ", under a new digest" : ""}`, async () => {
        const answer = structuredClone(await made.ask({ kind: "callers", symbol: "lib/core.py#helper" }));
        alter(answer);
        const found = await verified(made.project, isSealed ? resealed(answer) : answer);
        assert.equal(found.earlier.answer_digest, isSealed ? "holds" : "differs");
        assert.equal(found.earlier.fingerprint, "same");
        const wrong = found.items.filter(({ verdict }: Document) => verdict !== "holds")
          .map(({ what, verdict, reason }: Document) => `${what} ${verdict} ${reason}`);
        assert.ok(wrong.includes(expected), JSON.stringify(found.items.slice(0, 3)));
      });
    }
  }

  it("another text under its digest contradicts itself", async () => {
    const answer = structuredClone(await made.ask({ kind: "source", symbol: "helper" }));
    answer.items[0].text = answer.items[0].text.replace("1", "2");
    const [first] = (await verified(made.project, answer)).items;
    assert.deepEqual([first.what, first.verdict, first.reason], ["source", "changed", "contradicts_itself"]);
  });
});

describe("the answer of verify", () => {
  it("has the worst first, then path and line, and the counts of all whatever is shown", async () => {
    const answer = structuredClone(await made.ask({ kind: "symbols", query: "helper" }));
    answer.items[0].symbol_id += "x";
    answer.items[1].start_line++;
    const all = await verified(made.project, answer);
    const order = ["gone", "changed", "moved", "unchecked", "holds"];
    const ranks = all.items.map(({ verdict }: Document) => order.indexOf(verdict));
    assert.deepEqual(ranks, [...ranks].sort());
    assert.deepEqual(
      all.earlier.verdicts,
      Object.fromEntries(
        order.map((verdict) => [verdict, ranks.filter((rank: number) => order[rank] === verdict).length]),
      ),
    );
    const one = await verified(made.project, answer, { limit: 1 });
    assert.deepEqual([one.items, one.earlier, one.status], [all.items.slice(0, 1), all.earlier, "partial"]);
    const some = await verified(made.project, answer, { verdicts: ["changed"] });
    assert.deepEqual(some.items, all.items.filter(({ verdict }: Document) => verdict === "changed"));
    const within = await verified(made.project, answer, { path_prefix: "lib/" });
    assert.deepEqual(within.items, all.items.filter(({ path }: Document) => path?.startsWith("lib/")));
  });

  it("says that a list that is empty was not checked", async () => {
    const answer = await made.ask({ kind: "callers", symbol: "tally" });
    assert.deepEqual(answer.items, []);
    const found = await verified(made.project, answer);
    assert.ok(limits(found).depends_on_question > 0);
  });
});

const SYMBOL = { kind: "file", name: "x", start_line: 1, end_line: 1 };
const item = (path: string) => ({ ...SYMBOL, symbol_id: `${path}#`, qualified_name: path, path });
const document = (more: object) => ({
  schema: "evident.query.v1",
  operation: "symbols",
  files: {},
  items: [],
  ...more,
});

describe("what a stranger hands in", () => {
  const refused: readonly [name: string, value: unknown, field: string][] = [
    ["nothing", undefined, "operation.answer"],
    ["a list", [], "operation.answer"],
    ["an empty object", {}, "operation.answer.schema"],
    ["a status", { schema: "evident.status.v1" }, "operation.answer.schema"],
    ["a failure", { schema: "evident.failure.v1", code: "x" }, "operation.answer.schema"],
    ["an answer without items", document({ items: undefined }), "operation.answer.items"],
    ["an answer whose files are a list", document({ files: [] }), "operation.answer.files"],
    ["the answer of a verification", document({ operation: "verify" }), "operation.answer.operation"],
    ["a value that is nested too deep", document({ items: [deep(100_000)] }), "operation.answer"],
  ];
  for (const [name, value, field] of refused) {
    it(`${name} is refused by its field`, async () => {
      const thrown = await verified(made.project, value).then(() => null, (error: unknown) => error);
      assert.ok(thrown instanceof Failure, String(thrown));
      assert.equal(thrown.code, "request.malformed");
      assert.deepEqual((thrown.detail!.fields as Document[]).map(({ path }) => path), [field]);
    });
  }

  for (
    const path of [
      "../../etc/passwd",
      "/etc/passwd",
      "a\0b",
      "",
      ".git/config",
      ".env",
      "x".repeat(100_000),
      "\ud800",
    ]
  ) {
    it(`a path as ${JSON.stringify(path.slice(0, 20))} holds nothing`, async () => {
      const files = { [path]: "0".repeat(64) };
      const found = await verified(made.project, document({ files, items: [item(path)] }));
      assert.equal(found.earlier.verdicts.holds, 0);
    });
  }

  it("a hundred thousand items are all counted", async () => {
    const items = Array.from({ length: 100_000 }, (_, at) => item(`no/${at}.py`));
    const { earlier, items: shown } = await verified(made.project, document({ items }));
    const { verdicts, claims } = earlier;
    assert.ok(claims >= 100_000, String(claims));
    assert.equal(verdicts.gone + verdicts.unchecked, claims);
    assert.equal(shown.length, 50);
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < levels; at++) value = [value];
  return value;
}
