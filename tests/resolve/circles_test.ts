// Whose answers depend on who asked first: only these are asked again by every sync.

import { strict as assert } from "node:assert";
import { describe, it } from "node:test";
import { resolve } from "../../lib/resolve/mod.ts";
import { Answers, Circles, Memo } from "../../lib/typing/mod.ts";
import { parseFixture } from "../fixture.ts";
import { resolveInputOf } from "../graph_of.ts";

/** The paths whose answers came of circles. */
async function circular(text: string): Promise<string[]> {
  const { graph, circular } = await resolve(await resolveInputOf(parseFixture(text).files));
  return [...circular].map((file) => graph.files[file].path).sort();
}

const CASES: Readonly<Record<string, readonly [text: string, circular: readonly string[]]>> = {
  "nothing that asks for itself": [
    "//- /a.py\ndef f():\n    return 1\n//- /b.py\nfrom a import f\n\nf().x()\n",
    [],
  ],
  "an alias that names itself": [
    "//- /a.ts\nexport type Json = string | Json[];\n//- /b.ts\nimport { Json } from './a';\nexport const f = (j: Json) => j.x();\n",
    [],
  ],
  "a loop of a file's own": [
    "//- /a.py\ndef f(node):\n    while node:\n        node = node.parent()\n    node.end()\n//- /b.py\nx = 1\n",
    [],
  ],
  "functions of two files that give what the other gives": [
    "//- /a.py\nfrom b import g\n\ndef f():\n    return g()\n\nf().x()\n" +
    "//- /b.py\nfrom a import f\n\ndef g():\n    return f()\n\ng().x()\n" +
    "//- /c.py\nfrom a import f\n\nf().x()\n" +
    "//- /d.py\ndef other(): ...\n\nother()\n",
    ["a.py", "b.py", "c.py"],
  ],
};

describe("circular files", () => {
  for (const [name, [text, expected]] of Object.entries(CASES)) {
    it(name, async () => assert.deepEqual(await circular(text), expected));
  }
});

describe("memos", () => {
  it("a question that meets itself is the same from everywhere, and counts nothing", () => {
    const circles = new Circles();
    const memo = new Memo<string>("?", circles);
    const ask = (): string => memo.known(0, 1) ?? memo.fill(0, 1, () => `a${ask()}`);
    assert.equal(ask(), "a?");
    assert.deepEqual([circles.met, circles.itself], [0, 0]);
  });

  it("two that meet each other depend on who is asked first, and say so whenever they are asked", () => {
    const circles = new Circles();
    const memo = new Memo<string>("?", circles);
    const ask = (key: number): string => memo.known(0, key) ?? memo.fill(0, key, () => key + ask(3 - key));
    assert.equal(ask(1), "12?");
    const { met } = circles;
    assert.ok(met > 0);
    assert.equal(ask(2), "2?");
    assert.ok(circles.met > met);
  });

  it("a part of a question that is open is not kept", () => {
    const circles = new Circles();
    const memo = new Memo<string>("?", circles);
    const whole = (): string => memo.known(0, 1) ?? memo.fill(0, 1, () => `w${part()}`);
    const part = (): string => memo.known(0, 2) ?? memo.part(0, 2, () => `p${whole()}`);
    assert.equal(whole(), "wp?");
    assert.equal(part(), "pwp?");
    assert.equal(circles.met, 0);
  });

  it("circles of the file that is asked about are its own, until another asks", () => {
    const circles = new Circles();
    const memo = new Memo<string>("?", circles);
    const ask = (key: number): string => memo.known(7, key) ?? memo.fill(7, key, () => key + ask(3 - key));
    circles.file = 7;
    ask(1);
    assert.equal(circles.foreign, 0);
    circles.file = 8;
    ask(2);
    assert.equal(circles.foreign, 1);
    assert.deepEqual([...circles.entered], [7]);
  });

  it("answers that came of a circle are told apart", () => {
    const circles = new Circles();
    const answers = new Answers<string, number>(circles);
    answers.keep("whole", 1, circles.count);
    assert.equal(answers.get("whole"), 1);
    assert.equal(circles.met, 0);
    const before = circles.count;
    answers.open("half", 0);
    answers.get("half");
    answers.keep("half", 2, before);
    assert.equal(answers.get("half"), 2);
    assert.equal(circles.met, 2);
  });
});
