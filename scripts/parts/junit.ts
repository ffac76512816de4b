// The JUnit reports of the two runtimes, and whether they tell of the same tests. Without this comparison a file that
// ran no test, or half of its tests, passes on Deno.
//
// Bun nests suites: file > describe > test, and leaves subtests (`t.test`) out. Deno writes flat names joined by ` > `;
// what describe registers lies in a suite of its own that names no file, subtests lie in their file's suite.

/** One leaf test as a report tells it. */
export interface Leaf {
  /** The file where the report says it, else "". */
  readonly file: string;
  /** Names from the outermost describe to the test, joined by ` > `. */
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
}

export interface Report {
  readonly leaves: readonly Leaf[];
  /** Test count, groups included, by file. */
  readonly files: ReadonlyMap<string, number>;
}

interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}

const SEPARATOR = " > ";
const GROUPS_SUITE = "ext:deno_node/testing.ts";
const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads Bun's report. */
export function readBunReport(xml: string): Report {
  const leaves: Leaf[] = [];
  const files = new Map<string, number>();
  const visit = (element: Element, file: string, names: readonly string[]): void => {
    const name = element.attributes.name ?? "";
    if (element.tag === "testcase") {
      leaves.push({ file, name: [...names, name].join(SEPARATOR), outcome: outcomeOf(element) });
      files.set(file, (files.get(file) ?? 0) + 1);
    } else for (const child of element.children) visit(child, file, [...names, name]);
  };
  for (const suite of suitesOf(xml)) {
    const file = tidy(suite.attributes.file ?? suite.attributes.name ?? "");
    files.set(file, files.get(file) ?? 0);
    for (const child of suite.children) visit(child, file, []);
  }
  return { leaves, files };
}

/** Reads Deno's report. */
export function readDenoReport(xml: string): Report {
  const leaves: Leaf[] = [];
  const files = new Map<string, number>();
  const suites = suitesOf(xml);
  const grouped = suites.filter((suite) => suite.attributes.name === GROUPS_SUITE).flatMap(casesOf);
  const parents = new Set(grouped.flatMap(({ name }) => ancestors(name)));
  for (const suite of suites) {
    const cases = casesOf(suite);
    const inFile = suite.attributes.name !== GROUPS_SUITE;
    const file = inFile ? tidy(suite.attributes.name ?? "") : "";
    if (inFile) files.set(file, (files.get(file) ?? 0) + cases.length);
    const names = new Set(cases.map(({ name }) => name));
    for (const { name, outcome } of cases) {
      const isSubtest = inFile && ancestors(name).some((ancestor) => names.has(ancestor));
      if (!isSubtest && !parents.has(name)) leaves.push({ file, name, outcome });
    }
  }
  return { leaves, files };
}

/** What is wrong between the two reports, a line each; empty where both tell of the same passing tests. */
export function differences(bun: Report, deno: Report, expectedFiles: readonly string[]): string[] {
  const found: string[] = [];
  for (const file of expectedFiles) {
    if ((bun.files.get(file) ?? 0) === 0) found.push(`bun ran no test of ${file}`);
    if ((deno.files.get(file) ?? 0) === 0) found.push(`deno ran no test of ${file}`);
  }
  const inBun = counted(bun);
  const inDeno = counted(deno);
  for (const name of new Set([...inBun.keys(), ...inDeno.keys()])) {
    const [ofBun, ofDeno] = [inBun.get(name) ?? 0, inDeno.get(name) ?? 0];
    if (ofBun !== ofDeno) found.push(`"${name}": ${ofBun} on bun, ${ofDeno} on deno`);
  }
  for (const [runtime, report] of [["bun", bun], ["deno", deno]] as const) {
    for (const leaf of report.leaves) {
      if (leaf.outcome === "skipped") found.push(`${runtime} skipped "${leaf.name}"`);
    }
  }
  return found;
}

/** The tests that a report says failed. */
export function failedLeaves(report: Report): Leaf[] {
  return report.leaves.filter((leaf) => leaf.outcome === "failed");
}

function counted(report: Report): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of report.leaves) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function suitesOf(xml: string): Element[] {
  return parseXml(xml).flatMap((root) => root.children).filter((child) => child.tag === "testsuite");
}

function casesOf(suite: Element): { name: string; outcome: Leaf["outcome"] }[] {
  return suite.children.filter((child) => child.tag === "testcase")
    .map((element) => ({ name: element.attributes.name ?? "", outcome: outcomeOf(element) }));
}

function ancestors(name: string): string[] {
  const parts = name.split(SEPARATOR);
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join(SEPARATOR));
}

function outcomeOf(element: Element): Leaf["outcome"] {
  const tags = element.children.map((child) => child.tag);
  if (tags.includes("failure") || tags.includes("error")) return "failed";
  return tags.includes("skipped") ? "skipped" : "passed";
}

function tidy(path: string): string {
  return path.replace(/^\.\//, "").replaceAll("\\", "/");
}

/** Elements and attributes of the little XML that test reporters write; text is not kept. */
function parseXml(xml: string): Element[] {
  const root: Element = { tag: "", attributes: {}, children: [] };
  const open = [root];
  for (const match of xml.matchAll(/<(\/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g)) {
    const [, closing, tag, attributes, empty] = match;
    if (closing === "/") {
      open.pop();
      continue;
    }
    const element: Element = { tag, attributes: attributesOf(attributes), children: [] };
    open[open.length - 1].children.push(element);
    if (empty === "") open.push(element);
  }
  return root.children;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name, decoded(value)]));
}

function decoded(text: string): string {
  return text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}
