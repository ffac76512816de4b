// A process of its own for `equivalence_test.ts`: asks the library requests, one a line of standard input, of the worktree that
// it is given, and prints the digest of each answer on a line.

import { readFileSync } from "node:fs";
import { open } from "../../mod.ts";

const [directory] = process.argv.slice(2);
const project = open({ directory });
for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const answer = await project.query(JSON.parse(line));
  console.log(answer.answer_digest);
}
