// What every item must hold: it repeats rows of the export, cites the files it speaks of, and quotes them exactly.

import { CONFIDENCES, resolutionOf } from "../../lib/model/mod.ts";
import type { Asked, Document } from "./checks.ts";
import { missKey, relationKey, sha256, type World } from "./world.ts";

/** Everything that is wrong with an item of an answer. */
export function itemProblems(asked: Asked, answer: Document, item: Document): string[] {
  const isBefore = item.generation === "before";
  const world = isBefore ? asked.before : asked.world;
  const files = isBefore ? answer.files_before : answer.files;
  if (world === null) return ["speaks of a generation that is not there"];
  if (item.verdict !== undefined) return verdictProblems(asked, answer, item);
  if (item.kind === "directory") {
    return item.central.filter(({ path }: Document) => !(path in files)).map(({ path }: Document) =>
      `${path} is not cited`
    );
  }
  const steps: Document[] = [...item.relations ?? [], ...item.witness ?? []];
  const cited = [
    item.path,
    ...steps.map(({ site }) => site.path),
    ...item.unverified === undefined ? [] : [item.unverified.site.path],
    ...item.tests ?? [],
    ...item.group ?? [],
  ];
  return [
    ...cited.filter((path) => !(path in files)).map((path) => `${path} is not cited`),
    ...rowProblems(world, item),
    ...steps.flatMap((step) => relationProblems(world, step)),
    ...item.unverified === undefined ? [] : missProblems(world, item.unverified),
    ...item.witness === undefined ? [] : witnessProblems(item),
    ...[item, item.source ?? {}].filter(({ text }) => text !== undefined).flatMap((quoted) =>
      quoteProblems(world, quoted)
    ),
  ];
}

/** A verdict cites the files that it speaks of, as far as they are there, and says why where something does not hold. */
function verdictProblems(
  { world }: Asked,
  { files }: Document,
  { verdict, path, now, reason }: Document,
): string[] {
  const cited = [path, now?.path].filter((one) => world.files.has(one) && !(one in files));
  return [
    ...cited.map((one) => `${one} is not cited`),
    ...(verdict === "holds") === (reason === undefined) ? [] : [`${verdict} with the reason ${reason}`],
    ...now === undefined || world.files.has(now.path) ? [] : [`${now.path} is not there`],
  ];
}

/** An item is its symbol's row, but for the range of lines where it quotes some of them. */
function rowProblems(world: World, item: Document): string[] {
  const row: Document = world.symbols.get(item.symbol_id);
  if (row === undefined) return [`${item.symbol_id} is no symbol`];
  const isPart = item.text !== undefined || item.omitted_lines !== undefined;
  const fields = ["path", "name", "qualified_name", "kind", ...isPart ? [] : ["start_line", "end_line"]];
  return fields.filter((field) => item[field] !== row[field] && item.redacted !== true)
    .map((field) => `${field} ${item[field]} of ${item.symbol_id} is ${row[field]} in the export`);
}

function relationProblems(world: World, relation: Document): string[] {
  const { site, kind, rule_id, confidence, resolution } = relation;
  return [
    ...world.relations.has(relationKey({ ...site, kind, rule_id, confidence })) ? [] : [
      `no such edge: ${JSON.stringify(relation)}`,
    ],
    ...resolution === resolutionOf(confidence) ? [] : [`${resolution} although ${confidence}`],
  ];
}

function missProblems(world: World, { site, name, reason }: Document): string[] {
  return world.misses.has(missKey({ ...site, name, reason })) ? [] : [`${name} was bound or is not there`];
}

/**
 * A witness path is as long as it says, no surer than its weakest step, and hangs together; of one whose middle is left out the
 * two ends are told.
 */
function witnessProblems(
  { witness, distance, weakest, symbol_id: id, granularity, reached, steps_left_out: leftOut = 0 }: Document,
): string[] {
  const sureness = witness.map(({ step_confidence, confidence }: Document) =>
    CONFIDENCES.indexOf(step_confidence ?? confidence)
  );
  const gaps = witness.slice(1).filter((step: Document, at: number) => step.to !== witness[at].from);
  const isCoarse = witness.some((step: Document) => step.granularity === "module");
  const problems: [boolean, string][] = [
    [witness.length + leftOut !== distance, `distance ${distance} of ${witness.length} steps`],
    [leftOut > 0 && witness.length !== 2, `${witness.length} steps of a path without its middle`],
    [Math.max(...sureness) > CONFIDENCES.indexOf(weakest), `a step is weaker than ${weakest}`],
    [leftOut === 0 && gaps.length > 0, `a gap in the path to ${id}`],
    [leftOut === 0 && isCoarse !== (granularity === "module"), `granularity ${granularity}`],
    [
      witness.at(-1)?.from !== (reached ?? id),
      `the path ends at ${witness.at(-1)?.from}, not at ${reached ?? id}`,
    ],
  ];
  return problems.filter(([isSo]) => isSo).map(([, words]) => words);
}

function quoteProblems(
  world: World,
  { path, start_line: from, end_line: to, sha256: digest, text, redacted }: Document,
): string[] {
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(world.bytesOf(path)).split(/(?<=\n)/);
  const original = lines.slice(from - 1, to).join("");
  return [
    ...sha256(original) === digest ? [] : [`${path}:${from}-${to} is quoted with another digest`],
    ...text === original || redacted === true ? [] : [`${path}:${from}-${to} is not what stands there`],
  ];
}
