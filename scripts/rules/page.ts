// docs/RULES.md: the tables of lib/model/rules.ts with the examples of fixtures/rules. Pure.

import {
  CONFIDENCES,
  type Edge,
  type Graph,
  REASONS,
  type Rule,
  RULES,
  STRUCTURE_RULES,
  type Unresolved,
  UNRESOLVED_REASONS,
  viaTexts,
} from "../../lib/model/mod.ts";
import { labelOf } from "../../tests/graph_of.ts";
import { type Example, shownEdges, shownMisses } from "./examples.ts";

const HEAD = `# Rules and reasons

Made by \`deno task rules --write\` from \`lib/model/rules.ts\` and the texts under \`fixtures/rules\`; a check fails
where the page is not what they say.

Every edge names the rule that bound it: \`rule_id\` is \`<language>.<rule>@<version>\`, and the version is raised
when the same source would be bound otherwise. A binding is a chain of steps (\`via\`), each with its place. Each
step proves something, and the edge is as weak as the weakest of them: nobody picks a confidence. So a rule's
confidences say what it can prove at best, and how far what came before it can weaken it.

| confidence | what proves it | resolution |
| --- | --- | --- |
| \`precise\` | a structural fact | resolved_static |
| \`static\` | lexical scope, imports and exports; where the language declares types also those, constructor calls and declared results | resolved_static |
| \`heuristic\` | an inferred receiver, an inferred result, a declaration that is not enforced, one of several alternatives | candidate |
| \`syntactic\` | only the name fits, and nothing contradicts it | candidate |

A reference that no rule binds makes no edge. It is kept with one of the [reasons](#why-something-is-not-bound),
and \`evident unresolved\` lists it.

In the examples a caret under the code tells what starts there: the kind of edge, its target, its confidence and
its rule.`;

/** The whole page. */
export function rulesPage(examples: readonly Example[]): string {
  return [
    HEAD,
    "## What binds names and members",
    ...Object.entries(RULES).map(([name, rule]) => ruleSection(name, rule, examples)),
    "## What structure says",
    ...Object.entries(STRUCTURE_RULES).map(([name, rule]) => ruleSection(name, rule, examples)),
    "## Why something is not bound",
    ...UNRESOLVED_REASONS.map((reason) => reasonSection(reason, examples)),
  ].join("\n\n") + "\n";
}

function ruleSection(name: string, rule: Rule, examples: readonly Example[]): string {
  const confidences = CONFIDENCES.filter((confidence) => rule.confidences.includes(confidence));
  return [
    `### \`${name}\``,
    rule.summary,
    `- **Confidence**: ${confidences.map((one) => `\`${one}\``).join(", ")}. ${rule.why}`,
    `- **Limits**: ${rule.limits}`,
    ...examples.filter((example) => example.name === name).map((example) =>
      exampleText(example, shownEdges(example).map((edge) => edgeText(example.graph, edge)))
    ),
  ].join("\n\n").replace("\n\n- **Limits**", "\n- **Limits**");
}

function reasonSection(reason: keyof typeof REASONS, examples: readonly Example[]): string {
  const { summary, limits } = REASONS[reason];
  return [
    `### \`${reason}\``,
    summary,
    `- **Limits**: ${limits}`,
    ...examples.filter(({ name }) => name === reason).map((example) =>
      exampleText(example, shownMisses(example).map(missText))
    ),
  ].join("\n\n");
}

function exampleText({ language, files }: Example, said: readonly string[]): string {
  const sign = files.some(({ path }) => path.endsWith(".py")) ? "#" : "//";
  const code = files.map(({ path, text }) => `${sign} ${path}\n${text.trimEnd()}`.trimEnd()).join("\n\n");
  return ["```" + language, code, "```", "", ...said].join("\n");
}

function edgeText(graph: Graph, edge: Edge): string {
  const steps = viaTexts(graph, edge.via).map((step) => `\`${step}\``);
  const via = steps.length === 0 ? "" : `; via ${steps.join(", ")}`;
  const ends = `\`${labelOf(graph, edge.source)}\` to \`${labelOf(graph, edge.target)}\``;
  return `- \`${edge.ruleId.replace(/@\d+$/, "")}\`, ${edge.confidence}: ${edge.kind}, ${ends}${via}`;
}

function missText({ name, receiver, reason, module }: Unresolved): string {
  const written = receiver === null ? name : `${receiver}.${name}`;
  return `- \`${written}\`: ${reason}${module === null ? "" : `, module \`${module}\``}`;
}
