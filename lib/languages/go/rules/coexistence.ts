// Whether two files are ever built together, and whether the usual build has both: one without tags of its own, for
// whatever system and architecture. Laws kept: a system excludes every other one, and what cannot be decided in bounded
// time, or does not parse, contradicts nothing.

import type { Coexistence } from "../../../typing/mod.ts";
import { ARCHITECTURES, type Condition, SYSTEMS } from "./build_tags.ts";

const UNIX = new Set(
  "aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris".split(" "),
);
/** Systems that fulfil another one's tag too. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ["android", "linux"],
  ["illumos", "solaris"],
  ["ios", "darwin"],
]);
/** More free tags than this are not tried out. */
const MAX_FREE_TAGS = 8;
/** A release that is newer than any that a condition names. */
const LATEST = 1e6;

/** One way to build. */
interface Build {
  readonly system: string;
  readonly architecture: string;
  readonly compiler: string;
  /** Minor number of Go's release. */
  readonly release: number;
  readonly tags: ReadonlySet<string>;
}

/** How a file of a condition sees one of another; null is a condition that did not parse. */
export function coexistenceOf(from: Condition | null, other: Condition | null): Coexistence {
  if (from === null || other === null) return "usual";
  const own = namesOf(from);
  const all = namesOf({ kind: "and", of: [from, other] });
  const free = freeTags(all);
  if (free.length > MAX_FREE_TAGS) return "usual";
  const both: Condition = { kind: "and", of: [from, other] };
  if (holdsSomewhere(both, all, [], true)) return "usual";
  const isUsual = holdsSomewhere(from, own, [], true);
  // Whoever builds the file has set what its condition asks for.
  if (!isUsual && holdsSomewhere(both, all, freeTags(own), true)) return "usual";
  return holdsSomewhere(both, all, free, false) ? "rare" : "never";
}

function namesOf(condition: Condition): Set<string> {
  const names = new Set<string>();
  const open = [condition];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.kind === "tag") names.add(one.tag);
    else open.push(...one.of);
  }
  return names;
}

/** Tags that only a person sets; cgo is set or not by the platform. */
function freeTags(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) =>
    !SYSTEMS.has(name) && !ARCHITECTURES.has(name) && name !== "unix" && name !== "gc" && name !== "gccgo" &&
    name !== "cgo" && releaseOf(name) === null
  );
}

/** The minor number of `go1.21`, or null. */
function releaseOf(name: string): number | null {
  const minor = /^go1\.([0-9]{1,4})$/.exec(name)?.[1];
  return minor === undefined ? null : Number(minor);
}

/** Whether some build that sets none but these tags fulfils a condition; the usual ones use the newest compiler. */
function holdsSomewhere(
  condition: Condition,
  names: ReadonlySet<string>,
  free: readonly string[],
  usual: boolean,
): boolean {
  const architectures = ["", ...[...names].filter((name) => ARCHITECTURES.has(name))];
  const compilers = usual || !names.has("gccgo") ? ["gc"] : ["gc", "gccgo"];
  const named = [...names].map(releaseOf).filter((minor) => minor !== null);
  const releases = usual ? [LATEST] : [LATEST, ...named, ...named.map((minor) => minor - 1)];
  const sets = subsetsOf(names.has("cgo") ? [...free, "cgo"] : free);
  for (const system of SYSTEMS) {
    for (const architecture of architectures) {
      for (const compiler of compilers) {
        for (const release of releases) {
          for (const tags of sets) {
            if (holds(condition, { system, architecture, compiler, release, tags })) return true;
          }
        }
      }
    }
  }
  return false;
}

function subsetsOf(tags: readonly string[]): Set<string>[] {
  return Array.from({ length: 1 << tags.length }, (_, bits) => new Set(tags.filter((_, i) => bits >> i & 1)));
}

function holds(condition: Condition, build: Build): boolean {
  if (condition.kind === "tag") return isSet(condition.tag, build) !== condition.negated;
  return condition.kind === "and"
    ? condition.of.every((one) => holds(one, build))
    : condition.of.some((one) => holds(one, build));
}

function isSet(tag: string, { system, architecture, compiler, release, tags }: Build): boolean {
  const minor = releaseOf(tag);
  if (minor !== null) return minor <= release;
  if (tag === "unix") return UNIX.has(system);
  return tag === system || tag === ALSO.get(system) || tag === architecture || tag === compiler ||
    tags.has(tag);
}
