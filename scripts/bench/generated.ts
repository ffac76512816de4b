// A program made by rule, of any size: as many units as are wanted, each a hundred files of three languages that import
// and call each other and the unit before. Not here: what is measured of it.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FILES = { py: 34, ts: 33, go: 33 } as const;
const FUNCTIONS = 24;
const METHODS = 6;

type Writer = (unit: number, file: number) => string;

const WRITERS: Readonly<Record<keyof typeof FILES, Writer>> = {
  py: pythonFile,
  ts: typescriptFile,
  go: goFile,
};

/** Writes so many units into a folder. */
export function writeGenerated(units: number, folder: string): void {
  write(join(folder, "go.mod"), "module example.com/generated\n\ngo 1.22\n");
  for (let unit = 0; unit < units; unit++) {
    for (const [language, count] of Object.entries(FILES) as [keyof typeof FILES, number][]) {
      for (let file = 0; file < count; file++) {
        const path = join(folder, language, `u${unit}`, `m${file}.${language}`);
        write(path, WRITERS[language](unit, file));
      }
    }
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const each = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join("");

/** Where a file reaches for what it did not define: the file before it and the same file of the unit before. */
function neighbours(unit: number, file: number): readonly (readonly [unit: number, file: number])[] {
  return [[unit, file - 1], [unit - 1, file]].filter(([u, f]) => u >= 0 && f >= 0) as [number, number][];
}

/** Every fifth file begins a new line of types: how deep they go is no matter of size. */
const hasBase = (file: number) => file % 5 > 0;

const called = (unit: number, file: number, index: number) => `step${unit}x${file}x${index % FUNCTIONS}`;

/** What a step of a chain adds: what a neighbour's step makes of the value, where there is a neighbour. */
function reached(near: ReturnType<typeof neighbours>, file: number, index: number): string {
  const from = near[index % Math.max(1, near.length)];
  return from === undefined ? "value" : `${called(from[0], from[1], file + index % 2)}(value)`;
}

function pythonFile(unit: number, file: number): string {
  const near = neighbours(unit, file);
  const imports = near.map(([u, f]) =>
    `from py.u${u}.m${f} import Box${u}x${f}, ${called(u, f, file)}, ${called(u, f, file + 1)}\n`
  ).join("");
  const methods = each(METHODS, (m) => `
    def part${m}(self, value: int) -> int:
        """Adds what the part before it makes of a value."""
        if value > ${m}:
            return self.part${(m + 1) % METHODS}(value - 1)
        return self.start + value
`);
  const base = hasBase(file) ? `(Box${unit}x${file - 1})` : "";
  const functions = each(FUNCTIONS, (k) => {
    return `

def ${called(unit, file, k)}(value: int) -> int:
    """Step ${k} of a chain."""
    box = Box${unit}x${file}(value)
    total = box.part${k % METHODS}(value)
    if total > ${k}:
        total += ${reached(near, file, k)}
    return total${k > 0 ? ` + ${called(unit, file, k - 1)}(total)` : ""}
`;
  });
  return `"""Unit ${unit}, file ${file}."""

${imports}

class Box${unit}x${file}${base}:
    """Holds a number."""

    def __init__(self, start: int) -> None:
        self.start = start
${methods}${functions}`;
}

function typescriptFile(unit: number, file: number): string {
  const near = neighbours(unit, file);
  const imports = near.map(([u, f]) =>
    `import { Crate${u}x${f}, ${called(u, f, file)}, ${called(u, f, file + 1)} } from "${
      u === unit ? "." : `../u${u}`
    }/m${f}.ts";\n`
  ).join("");
  const methods = each(METHODS, (m) => `
  /** Adds what the part before it makes of a value. */
  part${m}(value: number): number {
    if (value > ${m}) return this.part${(m + 1) % METHODS}(value - 1);
    return this.start + value;
  }
`);
  const base = hasBase(file) ? ` extends Crate${unit}x${file - 1}` : "";
  const functions = each(FUNCTIONS, (k) => {
    return `
/** Step ${k} of a chain. */
export function ${called(unit, file, k)}(value: number): number {
  const crate = new Crate${unit}x${file}(value);
  let total = crate.part${k % METHODS}(value);
  if (total > ${k}) {
    total += ${reached(near, file, k)};
  }
  return total${k > 0 ? ` + ${called(unit, file, k - 1)}(total)` : ""};
}
`;
  });
  return `${imports}
/** Holds a number. */
export class Crate${unit}x${file}${base} {
  start: number;

  constructor(start: number) {${hasBase(file) ? "\n    super(start);" : ""}
    this.start = start;
  }
${methods}}
${functions}`;
}

/** A unit is one package: its files see each other. */
function goFile(unit: number, file: number): string {
  const [before, below] = [file > 0, unit > 0];
  const imports = below ? `\nimport "example.com/generated/go/u${unit - 1}"\n` : "";
  const methods = each(METHODS, (m) => `
// Part${m} adds what the part before it makes of a value.
func (c *Case${file}) Part${m}(value int) int {
	if value > ${m} {
		return c.Part${(m + 1) % METHODS}(value - 1)
	}
	return c.Start + value
}
`);
  const functions = each(FUNCTIONS, (k) => {
    const outer = below && k % 2 === 0
      ? `u${unit - 1}.Step${file}x${k}(value)`
      : before
      ? `Step${file - 1}x${k}(value)`
      : "value";
    return `
// Step${file}x${k} is step ${k} of a chain.
func Step${file}x${k}(value int) int {
	held := NewCase${file}(value)
	total := held.Part${k % METHODS}(value)
	if total > ${k} {
		total += ${outer}
	}
	return total${k > 0 ? ` + Step${file}x${k - 1}(total)` : ""}
}
`;
  });
  return `package u${unit}
${imports}
// Case${file} holds a number.
type Case${file} struct {${hasBase(file) ? `\n\tCase${file - 1}` : ""}
	Start int
}

// NewCase${file} makes one.
func NewCase${file}(start int) *Case${file} {
	return &Case${file}{Start: start}
}
${methods}${functions}`;
}
