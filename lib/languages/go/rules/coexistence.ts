// Whether two files are ever built together, and whether a usual build has both: one without tags of its own, by a new
// compiler, for a platform that Go's releases are held to. Laws kept: a system excludes every other one, and what cannot
// be decided in bounded time, or does not parse, contradicts nothing.

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
/** Systems and architectures of Go's first-class ports: the ones that must work before a release. */
const FIRST_CLASS_SYSTEMS: readonly string[] = ["linux", "darwin", "windows"];
const FIRST_CLASS_ARCHITECTURES: readonly string[] = ["386", "amd64", "arm", "arm64"];
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
  const both: Condition = { kind: "and", of: [from, other] };
  const own = namesOf(from);
  const all = namesOf(both);
  const free = freeTags(all);
  if (free.length > MAX_FREE_TAGS) return "usual";
  if (holdsSomewhere(both, usualBuilds(all))) return "usual";
  const isUsual = holdsSomewhere(from, usualBuilds(own));
  // Whoever builds the file has set what its condition asks for.
  if (!isUsual && holdsSomewhere(both, anyBuilds(all, freeTags(own)))) return "usual";
  return holdsSomewhere(both, anyBuilds(all, free)) ? "rare" : "never";
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

/** Values that every combination of is a build. */
interface Builds {
  readonly systems: Iterable<string>;
  readonly architectures: readonly string[];
  readonly compilers: readonly string[];
  readonly releases: readonly number[];
  readonly tagSets: readonly ReadonlySet<string>[];
}

function usualBuilds(names: ReadonlySet<string>): Builds {
  return {
    systems: FIRST_CLASS_SYSTEMS,
    architectures: FIRST_CLASS_ARCHITECTURES,
    compilers: ["gc"],
    releases: [LATEST],
    tagSets: subsetsOf(names.has("cgo") ? ["cgo"] : []),
  };
}

/** Builds for any platform by any compiler that set none but these tags. */
function anyBuilds(names: ReadonlySet<string>, free: readonly string[]): Builds {
  const named = [...names].map(releaseOf).filter((minor) => minor !== null);
  return {
    systems: SYSTEMS,
    architectures: ["", ...[...names].filter((name) => ARCHITECTURES.has(name))],
    compilers: ["gc", "gccgo"],
    releases: [LATEST, ...named, ...named.map((minor) => minor - 1)],
    tagSets: subsetsOf(names.has("cgo") ? [...free, "cgo"] : free),
  };
}

function holdsSomewhere(condition: Condition, builds: Builds): boolean {
  for (const system of builds.systems) {
    for (const architecture of builds.architectures) {
      for (const compiler of builds.compilers) {
        for (const release of builds.releases) {
          for (const tags of builds.tagSets) {
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
