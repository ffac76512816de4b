// The same request has the same answer, whoever asks: each operation through the library on both runtimes, through its short
// form and through `query --request-file` with the built binary, after a sync and after an index of the same bytes.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { shortFormOf } from "../../lib/commands/short_form.ts";
import { BUN_SOURCE_FLAGS } from "../../lib/host/mod.ts";
import type { JsonObject } from "../../lib/wire/mod.ts";
import { OPERATIONS } from "../../mod.ts";
import { TestWorktree } from "../worktrees.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const BINARY = join(ROOT, "dist", "evident");
const BIN = join(ROOT, "node_modules", ".bin");

const START = {
  "go.mod": "module example.test/m\n",
  "core/core.go":
    "package core\n\ntype Runner interface{ Run() int }\n\ntype Box struct{ n int }\n\nfunc (b Box) Run() int { return help(b.n) }\n\nfunc help(n int) int { return n }\n",
  "core/core_test.go":
    'package core\n\nimport "testing"\n\nfunc TestRun(t *testing.T) { if (Box{1}).Run() != 1 { t.Fatal() } }\n',
  "app/__init__.py": "",
  "app/main.py":
    "from app.tools import clean, Base\n\n\nclass Main(Base):\n    def run(self, x):\n        return clean(x)\n\n\ndef start(x):\n    return Main().run(x) + x.other()\n",
  "app/tools.py":
    "import app.main\n\n\nclass Base:\n    def run(self, x):\n        return x\n\n\ndef clean(x):\n    return x\n\n\ndef spare(x):\n    return x\n",
  "tests/test_main.py": "from app.main import start\n\n\ndef test_start():\n    assert start(1)\n",
  "web/größe ☃.ts":
    'import { b } from "./b";\nexport class A { run(): number { return b(); } }\nexport function größe() { return new A().run(); }\n',
  "web/b.ts": "export function b(): number { return 1; }\n",
  "README.md": "# Words about größe\n\nclean and run.\n",
  ".env": "TOKEN=x\n",
} as const;
const EDITS = {
  "app/tools.py": START["app/tools.py"].replace(
    "def clean(x):\n    return x",
    "def clean(x, y=1):\n    return x + y",
  )
    .replace(/\n\ndef spare[^]*$/, ""),
  "web/b.ts": "// moved\n\nexport function b(): number { return 2; }\nexport function c() { return b(); }\n",
  "app/added.py": "from app.tools import clean\n\n\ndef added():\n    return clean(1)\n",
} as const;

/** An answer of before the edits, of a generation that nobody kept. */
const EARLIER = {
  schema: "evident.query.v1",
  fingerprint: "0".repeat(64),
  operation: "callers",
  files: { "app/main.py": "0".repeat(64), "app/gone.py": "1".repeat(64) },
  items: [{
    symbol_id: "app/main.py#Main#run().",
    kind: "method",
    name: "run",
    qualified_name: "Main.run",
    path: "app/main.py",
    start_line: 5,
    end_line: 6,
    relations: [{
      kind: "calls",
      site: { path: "app/main.py", line: 6, column: 15 },
      resolution: "resolved_static",
      confidence: "static",
      rule_id: "python.import_from@1",
      via: [],
    }],
  }],
};

/** Requests of every operation: plain, by every way to name a thing, filtered, deep, and cut. */
const REQUESTS: readonly { readonly operation: JsonObject; readonly max_bytes?: number }[] = [
  ...["map", "cycles", "unused", "unresolved"].map((kind) => ({ operation: { kind } })),
  ...["directory", "skeleton", "source"].map((level) => ({ operation: { kind: "map", level } })),
  ...["changes", "impact_changes", "review", "affected_tests"].map((kind) => ({
    operation: { kind, base: "HEAD" },
  })),
  ...["definition", "references", "callers", "callees", "hierarchy", "source", "pack"].flatMap((kind) => [
    { operation: { kind, symbol: "clean" } },
    { operation: { kind, symbol: "core/core.go#Box.Run" } },
    { operation: { kind, symbol: "web/größe ☃.ts#größe" } },
  ]),
  ...["definition", "references", "callers", "callees", "hierarchy", "pack"].map((kind) => ({
    operation: { kind, path: "app/main.py", line: 6, column: 15 },
  })),
  ...["callers", "callees"].map((kind) => ({ operation: { kind, symbol: "clean", depth: 4 } })),
  ...["impact", "affected_tests"].flatMap((kind) => [
    { operation: { kind, symbols: ["clean", "Box.Run"], depth: 4 } },
    { operation: { kind, paths: ["web/b.ts"], min_confidence: "static" } },
  ]),
  ...["clean", "run", "größe", "app/tools.py"].map((query) => ({ operation: { kind: "symbols", query } })),
  { operation: { kind: "explore", query: "how does run clean" } },
  { operation: { kind: "explore", query: "größe" }, max_bytes: 4_000 },
  { operation: { kind: "outline", path: "web/größe ☃.ts" } },
  { operation: { kind: "imports", path: "app/tools.py" } },
  { operation: { kind: "unresolved", path_prefix: "app/", limit: 1 } },
  { operation: { kind: "pack", symbol: "clean", strategy: "callers" }, max_bytes: 3_000 },
  { operation: { kind: "map", level: "source" }, max_bytes: 2_500 },
  { operation: { kind: "references", symbol: "b", language: "typescript" }, max_bytes: 2_000 },
  { operation: { kind: "verify", answer: EARLIER } },
];

describe("the same request", () => {
  let worktree: TestWorktree;
  /** Digests by who was asked; the first is what all others are held against. */
  const digests = new Map<string, readonly string[]>();

  function ran(
    program: string,
    args: readonly string[],
    options: { cache?: string; input?: string } = {},
  ): string {
    const { cache = worktree.cache, input = "" } = options;
    const ended = spawnSync(program, args, {
      cwd: worktree.root,
      env: { ...worktree.environment, EVIDENT_CACHE_DIR: cache },
      input,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    assert.equal(ended.status, 0, `${args.join(" ")}: ${ended.stdout}${ended.stderr}`);
    return ended.stdout;
  }
  const asked = (args: readonly string[]): string => JSON.parse(ran(BINARY, args)).answer_digest;
  const library = (program: string, flags: readonly string[], cache?: string): string[] => {
    const script = join(ROOT, "tests", "e2e", "answering.ts");
    const input = REQUESTS.map((request) => JSON.stringify(request)).join("\n");
    return ran(join(BIN, program), [...flags, script, worktree.root], { cache, input }).trimEnd().split("\n");
  };

  before(() => {
    worktree = TestWorktree.git(START);
    ran(BINARY, ["index"]);
    worktree.write(EDITS);
    worktree.run("add", "-A");
    ran(BINARY, ["sync"]);
    const fresh = join(worktree.folder, "fresh");
    ran(BINARY, ["index"], { cache: fresh });
    const denoFlags = ["run", "-A", "--no-check"];
    digests.set("the library on Bun", library("bun", BUN_SOURCE_FLAGS));
    digests.set("the library on Deno", library("deno", denoFlags));
    digests.set("the library on Bun, freshly indexed", library("bun", BUN_SOURCE_FLAGS, fresh));
    digests.set("the library on Deno, freshly indexed", library("deno", denoFlags, fresh));
    const earlier = join(worktree.folder, "earlier.json");
    writeFileSync(earlier, JSON.stringify(EARLIER));
    digests.set(
      "the short form",
      REQUESTS.map(({ operation, max_bytes }) =>
        asked([
          ...shortFormOf(operation) ?? ["verify", earlier],
          ...max_bytes === undefined ? [] : ["--max-bytes", `${max_bytes}`],
        ])
      ),
    );
    const file = join(worktree.folder, "request.json");
    digests.set(
      "query --request-file",
      REQUESTS.map((request) => {
        writeFileSync(file, JSON.stringify(request));
        return asked(["query", "--request-file", file]);
      }),
    );
  });
  after(() => worktree.remove());

  it("is made for every operation", () => {
    const kinds = new Set(REQUESTS.map(({ operation }) => operation.kind));
    assert.deepEqual(OPERATIONS.filter(({ kind }) => !kinds.has(kind)), []);
  });

  REQUESTS.forEach((request, at) => {
    it(`${JSON.stringify(request)} has the same answer from all`, () => {
      const told = Object.fromEntries([...digests].map(([who, all]) => [who, all[at]]));
      const [first] = Object.values(told);
      assert.match(first, /^[0-9a-f]{64}$/);
      assert.deepEqual(told, Object.fromEntries([...digests.keys()].map((who) => [who, first])));
    });
  });
});
