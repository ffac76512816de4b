// What pytest gives to the parameters of tests and fixtures: the nearest fixture of that name, in the class, the module, or a
// `conftest.py` of the folders above. Law kept: only a function that is decorated as a fixture gives anything, and a default
// value or a mark beside the name is not looked at. Not here: fixtures of plugins, those with a name given to the decorator,
// and those that are used without being named.

import { type Definition, FLAGS, folderOf, isCallable, NONE } from "../../../model/mod.ts";
import { type Evaluator, type FileView, perEvaluator } from "../../../typing/mod.ts";

/** The fixture that a parameter of a definition takes, or -1. */
export function supplier(evaluator: Evaluator, file: FileView, definition: number, name: string): number {
  const asking = file.facts.definitions[definition];
  if (!file.rules.isTest(evaluator, file, definition) && !isFixture(asking)) return -1;
  const parameter = asking.parameters.find((one) => one.name === name);
  if (parameter === undefined || parameter.kind === "receiver" || parameter.default !== NONE) return -1;
  const { world } = evaluator;
  // A fixture that asks for its own name means the next one further out.
  const isOther = (symbol: number) => symbol !== world.symbolOf(file, definition);
  if (asking.parent !== NONE) {
    const members = world.members(world.symbolOf(file, asking.parent)).get(name) ?? [];
    const own = members.find((symbol) => isOther(symbol) && isFixtureSymbol(evaluator, symbol));
    if (own !== undefined) return own;
  }
  for (const module of modulesOutwards(evaluator, file)) {
    const { targets } = world.exported(module, name);
    const found = targets.find(({ symbol }) => isOther(symbol) && isFixtureSymbol(evaluator, symbol));
    if (found !== undefined) return found.symbol;
  }
  return -1;
}

/** The module itself, then the configurations of its folder and of those around it. */
function* modulesOutwards(evaluator: Evaluator, file: FileView): Iterable<number> {
  const rules = evaluator.world.moduleRules(file);
  yield rules.moduleOf(file.index);
  for (let folder = folderOf(file.path);; folder = folderOf(folder)) {
    const found = configurations(evaluator).get(folder);
    if (found !== undefined && found !== file) yield rules.moduleOf(found.index);
    if (folder === "") return;
  }
}

/** The configuration of each folder that has one. */
const configurations = perEvaluator(({ world }: Evaluator): ReadonlyMap<string, FileView> =>
  new Map(
    world.files.flatMap((file) =>
      file !== undefined && /(^|\/)conftest\.py$/.test(file.path)
        ? [[folderOf(file.path), file] as const]
        : []
    ),
  )
);

function isFixtureSymbol({ world }: Evaluator, symbol: number): boolean {
  const definition = world.definition(symbol);
  return definition !== null && isFixture(definition);
}

function isFixture({ kind, decoratorNames, flags }: Definition): boolean {
  return isCallable(kind) && (flags & FLAGS.property) === 0 &&
    decoratorNames.some((name) => /(^|\.)(yield_)?fixture$/.test(name));
}
