// Which functions are tests: by the name and the file, and methods of classes that the runner collects, which are those that
// are named or based as it wants, what derives from them, and what they derive from. Law kept: only classes of test files
// are collected; where an ancestor of theirs lies does not matter.

import { baseName, type Definition, FLAGS, isCallable, NONE } from "../../../model/mod.ts";
import { ancestorsOf, type Evaluator, type FileView, perEvaluator } from "../../../typing/mod.ts";

export function isTestFile(path: string): boolean {
  return /^(test_.*|.*_test|conftest)\.pyi?$/.test(baseName(path));
}

export function isTest(evaluator: Evaluator, file: FileView, definition: number): boolean {
  const asked = file.facts.definitions[definition];
  if (isMarked(asked)) return isTestFile(file.path) || isCollected(evaluator, file, asked.parent);
  if (asked.kind === "class") return isCollected(evaluator, file, definition);
  return isCallable(asked.kind) && asked.name.startsWith("test") &&
    isCollected(evaluator, file, asked.parent);
}

/** Whether the runner collects a class, or one that derives from it. */
function isCollected(evaluator: Evaluator, file: FileView, definition: number): boolean {
  if (definition === NONE || file.facts.definitions[definition].kind !== "class") return false;
  return collected(evaluator).has(evaluator.world.symbolOf(file, definition));
}

const sets = perEvaluator<{ classes: ReadonlySet<number> | null }>(() => ({ classes: null }));

function collected(evaluator: Evaluator): ReadonlySet<number> {
  const kept = sets(evaluator);
  return kept.classes ??= new Set(testClasses(evaluator));
}

function* testClasses(evaluator: Evaluator): Iterable<number> {
  const { world } = evaluator;
  for (const file of world.files) {
    if (file === undefined || file.language !== "python" || !isTestFile(file.path)) continue;
    for (const [index, { kind }] of file.facts.definitions.entries()) {
      if (kind !== "class") continue;
      const line = ancestorsOf(evaluator, world.symbolOf(file, index));
      if (line.some((one) => isMarkedSymbol(evaluator, one))) yield* line;
    }
  }
}

function isMarkedSymbol({ world }: Evaluator, symbol: number): boolean {
  const definition = world.definition(symbol);
  return definition !== null && isMarked(definition);
}

/** Whether the file alone says so, of a function or a class. */
function isMarked({ flags }: Definition): boolean {
  return (flags & FLAGS.test) !== 0;
}
