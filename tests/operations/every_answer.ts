// A repository in which every operation has something to say, and requests that make each of them say it.

import type { Project } from "../../lib/app/mod.ts";
import { type Document, SMALL_REPOSITORY } from "./asking.ts";

export const TALKATIVE: Record<string, string | Uint8Array> = {
  ...SMALL_REPOSITORY,
  "app/tools.py":
    "import json\nfrom lib.core import helper\n\n\ndef tool(x):\n    return json.loads(helper()) + x.run()\n\n\ndef never():\n    return 1\n",
  "app/one.py": "from app import two\n\n\ndef first():\n    return two.second()\n",
  "app/two.py": "from app import one\n\n\ndef second():\n    return one.first()\n",
  "app/__init__.py": "",
  "tests/test_graph.py": "from app.graph import top\n\n\ndef test_top():\n    assert top()\n",
  "lib/broken.py": "def fine():\n    return 1\n\n\ndef (:\n",
  "web/secret.js":
    'export const key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";\nexport function send() { return key; }\n',
  "web/größe ☃.ts": "export const größe = () => 1;\r\nexport class Box { run() { return größe(); } }\r\n",
  "go.mod": "module example.com/x\n\ngo 1.21\n",
  "cmd/main.go": 'package main\n\nimport "example.com/x/store"\n\nfunc main() {\n\tstore.New().Get()\n}\n',
  "store/store.go":
    "package store\n\ntype Store struct{ size int }\n\nfunc New() *Store { return &Store{} }\n\nfunc (s *Store) Get() int { return s.size }\n",
};

/** What was edited since the first generation of it. */
export const EDITS: Record<string, string> = {
  "app/graph.py": "from lib.core import helper\n\n\ndef top(much):\n    return helper()\n",
  "app/added.py": "from app.graph import top\n\n\ndef more():\n    return top(1)\n",
};

export const REQUESTS: readonly Record<string, unknown>[] = [
  { kind: "map" },
  { kind: "map", level: "skeleton" },
  { kind: "map", level: "source", limit: 8 },
  { kind: "symbols", query: "helper" },
  { kind: "outline", path: "lib/core.py" },
  { kind: "outline", path: "web/größe ☃.ts", lsp: true },
  { kind: "definition", symbol: "helper" },
  { kind: "definition", path: "app/tools.py", line: 6, column: 22 },
  { kind: "definition", path: "app/tools.py", line: 6, column: 36 },
  { kind: "references", symbol: "helper" },
  { kind: "callers", symbol: "helper" },
  { kind: "callers", symbol: "lib/core.py#helper", depth: 3 },
  { kind: "callers", symbol: "Engine.__init__" },
  { kind: "callers", symbol: "Store.Get" },
  { kind: "callees", symbol: "Turbo.run", depth: 2 },
  { kind: "explore", query: "who runs the helper" },
  { kind: "source", symbol: "Engine" },
  { kind: "source", path: "web/secret.js" },
  { kind: "pack", symbol: "Engine" },
  { kind: "pack", symbol: "helper" },
  { kind: "impact", symbols: ["helper"], depth: 3 },
  { kind: "impact", symbols: ["Engine.run"], depth: 3 },
  { kind: "affected_tests", symbols: ["helper"] },
  { kind: "affected_tests", symbols: ["helper"], by: "file" },
  { kind: "changes" },
  { kind: "changes", base: "HEAD" },
  { kind: "impact_changes", depth: 3 },
  { kind: "review" },
  { kind: "hierarchy", symbol: "Engine" },
  { kind: "hierarchy", symbol: "Turbo.run" },
  { kind: "imports", path: "app/tools.py" },
  { kind: "imports", path: "lib/core.py", direction: "importers" },
  { kind: "unresolved" },
  { kind: "cycles" },
  { kind: "unused" },
];

/** What verify finds of an answer, as much of it as can be shown. */
export async function verified(project: Project, answer: Document, more: object = {}): Promise<Document> {
  const operation = { kind: "verify", answer, limit: 50, ...more };
  return await project.query({ operation, max_bytes: 32_768 });
}
