// What every operation is handed, and what it gives back. Law kept: an operation reads one generation, or two that it
// keeps apart; it neither prints nor cuts.

import type { z } from "zod";
import type { Filter, SameFiles, View } from "../query/mod.ts";
import { type Answer, type JsonObject, type Observed, once, type Sha256 } from "../wire/mod.ts";

/** The earlier generation of a comparison. */
export interface Before {
  readonly fingerprint: string;
  readonly commit: string | null;
  readonly view: View;
  /** The commit that was asked for; null where an earlier generation of the worktree is compared with. */
  readonly base: ComparedCommit | null;
}

/** A commit beside the worktree, as Git sees the two. */
export interface ComparedCommit {
  /** As it was asked for. */
  readonly revision: string;
  /** Whether HEAD and the commit share nothing that is here, although where they parted was wanted. */
  readonly isUnrelated: boolean;
  readonly sameFiles: SameFiles;
  /** Renamed paths, new to old. */
  renames(): ReadonlyMap<string, string>;
}

/** What to compare with: a kept generation, the previous one, or a commit. */
export type BeforeWanted =
  | { readonly by: "previous" }
  | { readonly by: "fingerprint"; readonly fingerprint: string }
  | {
    readonly by: "commit";
    /** Null: the default branch that a remote says. */
    readonly revision: string | null;
    /** Whether the commit is meant where HEAD left it, as a pull request means it. */
    readonly fromMergeBase: boolean;
  };

export interface Context {
  /** What was observed around the question. */
  readonly observed: Observed;
  readonly sha256: Sha256;
  /** Absolute folder of the worktree, for paths that are written absolutely. */
  readonly root: string;
  /** The asked generation under a filter. */
  view(filter: Filter): View;
  /**
   * An earlier generation of the same policy and rules; a commit that is not built yet is built. Failures:
   * index.baseline_unavailable, git.revision_not_found, and those of a build.
   */
  before(wanted: BeforeWanted, filter: Filter): Promise<Before>;
}

/** What an operation found; `before` where it compared two generations. */
export interface Outcome {
  readonly answer: Answer;
  readonly before?: Before;
}

/** A positional argument of a short form. */
export interface Positional {
  /** As help shows it. */
  readonly name: string;
  /** Field of the request that it fills. */
  readonly field: string;
  readonly required: boolean;
  /** Whether several may be given; the field is then a list. */
  readonly isMany?: boolean;
  /** Whether it names a file, or `-` for standard input, that holds an earlier answer: that is what fills the field. */
  readonly isAnswerFile?: boolean;
}

/** A flag of a short form that fills a field of the request. */
export interface Flag {
  /** Long name with dashes. */
  readonly name: string;
  readonly field: string;
  /** A switch has no value: it says yes. */
  readonly value: "text" | "integer" | "list" | "switch";
  readonly help: string;
  readonly choices?: readonly string[];
}

/** What items are, and the word before what was asked about: "callers", "of" in "3 of 12 callers of Flask.run". */
export type Counted = readonly [things: string, link: string];

/** One operation: its request, how it is asked for on the command line, and how it answers. */
export interface Operation<S extends z.ZodObject = z.ZodObject> {
  readonly kind: string;
  readonly summary: string;
  /** A command line that works, without the program's name. */
  readonly example: string;
  /** For headings; by default the kind, and "of". */
  readonly counted?: Counted | ((operation: JsonObject) => Counted);
  /** Whether the sites that `unbound_sites` counts are among its items, which headings then count apart. */
  readonly listsUnboundSites?: boolean;
  /** Schema of what only its answers say of the whole, beside their items. */
  head?(): z.ZodRawShape;
  /** Of its request, strict; has the literal `kind`. Made when it is first asked for. */
  schema(): S;
  /** Schema of one item of its answers, strict. Made when it is asked for: answering needs none of it. */
  items(): z.ZodType;
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  answer(context: Context, request: z.output<S>, expectedFingerprint: string | undefined): Promise<Outcome>;
}

/** Types an operation by its own schema and hands it out as any operation. */
export function operation<S extends z.ZodObject>(definition: Operation<S>): Operation {
  return { ...definition, schema: once(definition.schema) } as unknown as Operation;
}
