// The house rules, each on a few lines that break it and a few that do not.

import { before, describe, it } from "node:test";
import assert from "node:assert/strict";
import { houseFindings } from "../../scripts/parts/house.ts";
import { importsOf, ModuleReader } from "../../scripts/parts/sources.ts";

const RULES = {
  languageIds: ["python", "typescript", "javascript"],
  languageFolders: ["core", "python", "typescript"],
};
let reader: ModuleReader;
before(async () => {
  reader = await ModuleReader.open();
});

function found(path: string, text: string): string[] {
  const module = { path, text };
  return houseFindings(module, reader.tree(module), RULES).map(({ line, problem }) => `${line}: ${problem}`);
}

const lines = (count: number): string => "// Top.\n" + "x();\n".repeat(count - 1);

const CASES: readonly [name: string, path: string, text: string, findings: readonly string[]][] = [
  ["a short module", "lib/a/b.ts", "// Top.\nexport const a = 1;\n", []],
  ["no opening comment", "lib/a/b.ts", "export const a = 1;\n", ["1: a module opens with a comment"]],
  ["299 lines", "lib/a/b.ts", lines(299), []],
  ["300 lines", "lib/a/b.ts", lines(300), [
    '1: 300 lines: split it by topic, or say "// Long because: …" at its top',
  ]],
  ["300 lines with a reason", "lib/a/b.ts", "// Long because: a table.\n" + lines(299), []],
  ["500 lines", "lib/a/b.ts", "// Long because: a table.\n" + lines(499), [
    "1: 500 lines: a file stays under 500",
  ]],
  ["a forbidden name", "lib/a/lease_manager.ts", "// Top.\n", [
    "1: lease_manager.ts: name it after what it is for",
  ]],
  ["a forbidden folder", "lib/common/a.ts", "// Top.\n", ["1: common: name it after what it is for"]],
  ["a name that only holds one", "lib/a/utility_room.ts", "// Top.\n", []],
  ["a function of 80 lines", "lib/a/b.ts", `// Top.\nfunction f() {\n${"x();\n".repeat(78)}}\n`, [
    "2: 80 lines: a function stays under 80",
  ]],
  ["a function of 79 lines", "lib/a/b.ts", `// Top.\nfunction f() {\n${"x();\n".repeat(77)}}\n`, []],
  ["a long method", "lib/a/b.ts", `// Top.\nclass A {\nm() {\n${"x();\n".repeat(78)}}\n}\n`, [
    "3: 80 lines: a function stays under 80",
  ]],
  ["an empty catch", "lib/a/b.ts", "// Top.\ntry { f(); } catch {}\n", ["2: empty catch"]],
  ["a catch with only a comment", "lib/a/b.ts", "// Top.\ntry { f(); } catch (e) { /* gone */ }\n", [
    "2: empty catch",
  ]],
  ["a catch that does something", "lib/a/b.ts", "// Top.\ntry { f(); } catch { g(); }\n", []],
  ["an unfinished place", "lib/a/b.ts", "// Top.\n// TO" + "DO later\n", [
    "2: finish it, or write down nothing",
  ]],
  ["the same in a string", "lib/a/b.ts", '// Top.\nf("TO' + 'DO");\n', []],
  ["a language id", "lib/a/b.ts", '// Top.\nf("python");\n', [
    '2: language id "python" outside its own folder and the registry',
  ]],
  ["a language id in a comment", "lib/a/b.ts", '// Top "python".\n', []],
  ["a language id at home", "lib/languages/python/rules/b.ts", '// Top.\nf("python");\n', []],
  ["a language id at another's", "lib/languages/python/rules/b.ts", '// Top.\nf("typescript");\n', [
    '2: language id "typescript" outside its own folder and the registry',
  ]],
  ["a language without a folder", "lib/languages/typescript/rules/b.ts", '// Top.\nf("javascript");\n', []],
  ["a language id in the shared core", "lib/languages/core/b.ts", '// Top.\nf("javascript");\n', [
    '2: language id "javascript" outside its own folder and the registry',
  ]],
  ["a language id in the registry", "lib/languages/mod.ts", '// Top.\nf("python");\n', []],
  ["a language id in a test", "tests/a/b_test.ts", '// Top.\nf("python");\n', []],
  ["ending the process", "lib/a/b.ts", "// Top.\nprocess.exit(1);\n", ["2: the process ends only in cli.ts"]],
  ["ending the process on Deno", "scripts/b.ts", "// Top.\nDeno.exit(1);\n", [
    "2: the process ends only in cli.ts",
  ]],
  ["ending the process in a test", "tests/a/b_test.ts", "// Top.\nprocess.exit(0);\n", [
    "2: the process ends only in cli.ts",
  ]],
  ["ending the process in the entry", "cli.ts", "// Top.\nprocess.exit(0);\n", []],
  ["the environment", "lib/a/b.ts", "// Top.\nf(process.env.HOME);\n", [
    "2: the environment is read only in host",
  ]],
  ["the environment in host", "lib/host/b.ts", "// Top.\nf(process.env.HOME);\n", []],
  ["a locale's order", "lib/a/b.ts", "// Top.\na.localeCompare(b);\n", ["2: order is compareUtf8"]],
  ["Intl", "lib/a/b.ts", "// Top.\nnew Intl.Collator();\n", ["2: Intl differs between runtimes"]],
  ["a Unicode class", "lib/a/b.ts", "// Top.\nconst a = /^\\p{L}$/u;\n", [
    "2: Unicode classes differ between runtimes",
  ]],
  ["an async describe", "tests/a/b_test.ts", '// Top.\ndescribe("a", async () => {});\n', [
    "2: an async describe hides its tests on Deno",
  ]],
  ["an async test", "tests/a/b_test.ts", '// Top.\nit("a", async () => {});\n', []],
  ["only", "tests/a/b_test.ts", '// Top.\ntest.only("a", () => {});\n', ["2: no test has .only"]],
  ["skip as an option", "tests/a/b_test.ts", '// Top.\ntest("a", { skip: true }, () => {});\n', [
    "2: no test has the option skip",
  ]],
  ["skip inside", "tests/a/b_test.ts", '// Top.\ntest("a", (t) => t.skip("no"));\n', [
    "2: no test is skipped",
  ]],
  ["a text that does not parse", "lib/a/b.ts", "// Top.\nconst = ;\n", ["2: does not parse"]],
];

describe("house rules", () => {
  for (const [name, path, text, findings] of CASES) {
    it(name, () => assert.deepEqual(found(path, text), findings));
  }
});

describe("imports of a module", () => {
  it("every form, with its line", () => {
    const text = [
      'import a from "./a.ts";',
      'import type { B } from "./b.ts";',
      'export * from "./c.ts";',
      'const d = await import("./d.ts");',
      'new Worker(new URL("./e.ts", import.meta.url));',
      'import "./f.ts";',
      'import { type I, type J } from "./i.ts";',
      'export { type K, l } from "./k.ts";',
      'export type { M } from "./m.ts";',
      'import g from "./g.json" with { type: "json" };',
      'const no = "import x from \\"./no.ts\\"";',
      "// import no from './no.ts'",
      'new URL("elsewhere", base);',
      "export const h = 1;",
    ].join("\n");
    const imports = importsOf(reader.tree({ path: "a.ts", text }));
    assert.deepEqual(
      imports.map(({ specifier, line, form, typeOnly }) =>
        `${line} ${form} ${specifier}${typeOnly ? " types" : ""}`
      ),
      [
        "1 import ./a.ts",
        "2 import ./b.ts types",
        "3 export ./c.ts",
        "4 dynamic ./d.ts",
        "5 url ./e.ts",
        "6 import ./f.ts",
        "7 import ./i.ts types",
        "8 export ./k.ts",
        "9 export ./m.ts types",
        "10 import ./g.json",
      ],
    );
  });
});
