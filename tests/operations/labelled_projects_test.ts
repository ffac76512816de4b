// How many of the tests that execute a changed function `affected_tests` names among its first twenty, and how many of its
// callers `impact`, over every function of the fixture projects that a test executes. What is expected was recorded by running
// their tests. Law kept: a path counts, a hint does not; a project of which less is found than stands here has lost something.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { labelFigures, labelText } from "../../scripts/score/label_figures.ts";
import {
  labelledProjects,
  type LabelScore,
  type LabelSet,
  LIMIT,
  PROJECTS,
  readLabels,
  scoreLabel,
} from "../../scripts/score/labels.ts";
import { type Repository, repository } from "./asking.ts";

const OPERATION: Readonly<Record<LabelSet, string>> = { tests: "affected_tests", impact: "impact" };

/** The least mean recall at twenty, in percent, by project and set. */
const LEAST: readonly [project: string, set: LabelSet, recall: number][] = [
  ["lending", "tests", 84],
  ["lending", "impact", 82],
  ["planner", "tests", 99],
  ["quarry", "tests", 94],
];
/** The same over the changes of all projects. */
const LEAST_OF_ALL = 92;

const LABELS = { tests: labelsOf("tests"), impact: labelsOf("impact") };

function labelsOf(set: LabelSet) {
  return readLabels("fixtures/labels", set, PROJECTS);
}

function filesBelow(folder: string): Record<string, Uint8Array> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path))]),
  );
}

async function scores(asked: Repository, project: string, set: LabelSet): Promise<LabelScore[]> {
  const scored: LabelScore[] = [];
  for (const label of LABELS[set].filter((one) => one.repository === project)) {
    const symbols = [`${label.path}:${label.line}`];
    const operation = { kind: OPERATION[set], symbols, limit: LIMIT, min_confidence: "heuristic" };
    const { items, total } = await asked.ask(operation, { max_bytes: 32_768 }, { verify: "none" });
    const isCut = items.length < Math.min(LIMIT, total);
    scored.push(scoreLabel({ label, answer: items, files: [], isCut }));
  }
  return scored;
}

/** What was missed, for whoever has to find out why. */
function worst(set: LabelSet, language: string, scored: readonly LabelScore[]): string {
  const share = ({ recall }: LabelScore) => recall.part / recall.of;
  const sorted = [...scored].sort((a, b) => share(a) - share(b)).slice(0, 10);
  return sorted.map((score) => labelText({ set, language, score }, 3)).join("\n");
}

describe("labelled changes of the fixture projects", () => {
  const all: LabelScore[] = [];
  for (const { name, folder, language } of labelledProjects()) {
    describe(name, () => {
      const asked = repository(filesBelow(folder));
      for (const [, set, least] of LEAST.filter(([project]) => project === name)) {
        it(`${OPERATION[set]} names what their run says`, async () => {
          const scored = await scores(asked, name, set);
          if (set === "tests") all.push(...scored);
          assert.ok(scored.length >= 60);
          const { recall } = labelFigures(scored);
          assert.ok(recall >= least, `recall ${recall}\n${worst(set, language, scored)}`);
        });
      }
    });
  }

  it("affected_tests names the most of all of them", () => {
    assert.equal(all.length, LABELS.tests.length);
    const { recall } = labelFigures(all);
    assert.ok(recall >= LEAST_OF_ALL, `recall ${recall}`);
  });
});
