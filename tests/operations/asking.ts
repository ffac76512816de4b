// A small repository, indexed, and questions to it in few words.

import { after, before } from "node:test";
import assert from "node:assert/strict";
import { open, type Project, type QueryOptions } from "../../lib/app/mod.ts";
import { Failure } from "../../lib/model/mod.ts";
import { TestWorktree } from "../worktrees.ts";

// deno-lint-ignore no-explicit-any
export type Document = any;

export class Repository {
  worktree!: TestWorktree;
  project!: Project;

  /** The answer to an operation; `more` are fields beside it. */
  async ask(operation: object, more: object = {}, options: QueryOptions = {}): Promise<Document> {
    return await this.project.query({ operation, ...more }, options);
  }

  /** Code and detail of the failure that an operation ends in. */
  async refusal(operation: object, more: object = {}): Promise<{ code: string; detail: Document }> {
    try {
      await this.ask(operation, more);
    } catch (error) {
      if (error instanceof Failure) return { code: error.code, detail: error.detail };
      throw error;
    }
    return assert.fail("it was answered");
  }
}

/** A repository that is indexed before the tests of a file and removed after them. */
export function repository(files: Readonly<Record<string, string | Uint8Array>>): Repository {
  const made = new Repository();
  let environment: Record<string, string | undefined>;
  before(async () => {
    environment = { ...process.env };
    made.worktree = TestWorktree.git(files);
    made.worktree.enter();
    made.project = open({ directory: made.worktree.root });
    await made.project.index({ workers: 1 });
  });
  after(() => {
    for (const name of ["EVIDENT_CACHE_DIR", "EVIDENT_CONFIG", "HOME"]) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
    made.worktree.remove();
  });
  return made;
}

/** Qualified names of the items that are verified. */
export function names(answer: Document): string[] {
  return answer.items.filter((one: Document) => one.unverified === undefined).map((one: Document) =>
    one.qualified_name ?? one.path
  );
}

/** Limitations as code to count. */
export function limits(answer: Document): Record<string, number> {
  return Object.fromEntries(answer.limitations.map(({ code, count }: Document) => [code, count]));
}

export const CORE = `def helper():
    return 1


def other():
    return helper()


class Engine:
    def __init__(self, size):
        self.size = size

    def run(self):
        return helper()


class Turbo(Engine):
    def run(self):
        return helper() + self.boost()

    def boost(self):
        return 2
`;
const GRAPH = `from lib.core import Engine, helper


def make():
    return Engine(1)


def top():
    return left() + right()


def left():
    return bottom()


def right():
    return bottom()


def bottom():
    return helper()


def ping():
    return pong()


def pong():
    return ping()


def unknown(thing):
    return thing.run()
`;
export const LONG = Array.from({ length: 300 }, (_, at) => `line ${at + 1}\n`).join("");
/** Calls, a diamond, a cycle, a hierarchy, and what is not to be quoted. */
export const SMALL_REPOSITORY = {
  "lib/core.py": CORE,
  "lib/__init__.py": "",
  "app/graph.py": GRAPH,
  "app/helper_notes.py":
    '"""Words about the helper."""\n\n\ndef helper_count():\n    """Counts."""\n\n\ndef tally():\n    """Adds up what the helper did."""\n',
  "web/robot.js": "export class Robot {\n  #charge() { return 1; }\n  run() { return this.#charge(); }\n}\n",
  "docs/long.txt": LONG,
  "docs/latin.txt": new Uint8Array([0x67, 0x72, 0xfc, 0x6e, 10]),
  ".env": "SECRET=1\n",
};
