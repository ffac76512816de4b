// Verdicts judged without the code that finds them: by the exports of both generations and the bytes of their files.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../lib/app/mod.ts";
import { sha256 } from "../../scripts/contract/world.ts";
import type { Document } from "./asking.ts";

/** A generation by its export and the bytes of its files. */
export class Generation {
  readonly files = new Map<string, string>();
  readonly symbols = new Map<string, Document>();
  readonly edges: Document[] = [];
  readonly misses: Document[] = [];
  readonly #lines = new Map<string, string[]>();

  static async of(project: Project): Promise<Generation> {
    const world = new Generation();
    for await (const line of project.exportLines()) {
      const row: Document = JSON.parse(line);
      if (row.type === "symbol") world.symbols.set(row.id, row);
      if (row.type === "edge") world.edges.push(row);
      if (row.type === "unresolved") world.misses.push(row);
      if (row.type !== "file" || row.status === "omitted") continue;
      const text = readFileSync(join(project.scope.worktree.root, row.path));
      world.files.set(row.path, sha256(text));
      world.#lines.set(row.path, text.toString("latin1").split(/(?<=\n)/));
    }
    return world;
  }

  text(path: string, from: number, to: number): string | null {
    const lines = this.#lines.get(path);
    return lines === undefined || to > lines.length ? null : lines.slice(from - 1, to).join("");
  }

  /** The whole text of a symbol that holds no other, blanks around it apart; null of any other. */
  ownText({ path, start_line: from, end_line: to, id, kind }: Document): string | null {
    const isHolder = [...this.symbols.values()].some((one) =>
      one.path === path && one.id !== id && one.kind !== "file" && from <= one.start_line &&
      one.end_line <= to
    );
    return isHolder || kind === "file" || kind === "package" ? null : this.text(path, from, to)!.trim();
  }
}

export interface Judged {
  readonly then: Generation;
  readonly now: Generation;
  readonly answer: Document;
}

/** What is wrong with a verdict, by the exports and bytes of both generations. */
export function wrongVerdict(judged: Judged, claim: Document): string | null {
  const { then, now, answer } = judged;
  const { what, verdict } = claim;
  const item = claim.item === undefined ? null : answer.items[claim.item];
  if (what === "file") {
    const [was, is] = [answer.files[claim.path], now.files.get(claim.path)];
    const expected = was === is ? ["holds"] : is === undefined ? ["moved", "gone"] : ["changed"];
    return expected.includes(verdict) ? null : `expected ${expected}`;
  }
  if (what === "symbol" && claim.field === undefined) return wrongSymbol(judged, item, claim);
  if (what === "relation") return wrongRelation(judged, valueAt(item, fieldOf(claim.field)), item, claim);
  if (what === "site") {
    const { site, name, reason } = item.unverified;
    const isSo = now.misses.some((one) =>
      one.path === site.path && one.line === site.line && one.col === site.column && one.name === name &&
      one.reason === reason && one.source === item.symbol_id
    );
    return isSo === (verdict === "holds") ? null : `expected ${isSo ? "holds" : "another"}`;
  }
  if (what === "source") {
    const { start_line: from, end_line: to, path } = item.source ?? item;
    const isSo = then.text(path, from, to) === now.text(path, from, to);
    if (isSo !== (verdict === "holds")) return `expected ${isSo ? "holds" : "another"}`;
    if (verdict !== "moved") return null;
    const moved = now.text(claim.now.path, claim.now.start_line, claim.now.end_line);
    return moved === then.text(path, from, to) ? null : "other lines stand there";
  }
  return null;
}

function wrongSymbol({ then, now }: Judged, item: Document, claim: Document): string | null {
  const row = now.symbols.get(item.symbol_id);
  const was = then.symbols.get(item.symbol_id);
  const text = then.ownText(was);
  const isHere = row !== undefined && row.start_line === was.start_line && row.end_line === was.end_line;
  const isText = text === null ? null : row !== undefined && now.ownText(row) === text;
  const isQuote = item.text !== undefined;
  switch (claim.verdict) {
    case "holds":
      return (isHere || isQuote) && isText !== false ? null : "it is not as it was";
    case "moved": {
      const { path, start_line: from, end_line: to } = claim.now;
      if (isHere && isText === true && row.path === path) return "it is where it was";
      return text === null || now.text(path, from, to)?.trim() === text ? null : "another text stands there";
    }
    case "gone":
      return row === undefined ? null : "it is there";
    case "changed":
      return row === undefined || !isHere || isText !== true || row.signature !== was.signature
        ? null
        : "nothing changed";
    default:
      return `${claim.verdict} ${claim.reason}`;
  }
}

function wrongRelation(
  { then, now }: Judged,
  said: Document,
  item: Document,
  claim: Document,
): string | null {
  const isExact = (one: Document) =>
    one.kind === said.kind && one.path === said.site.path && one.line === said.site.line &&
    one.col === said.site.column && one.rule_id === said.rule_id && one.confidence === said.confidence &&
    (said.via === undefined || JSON.stringify(one.via) === JSON.stringify(said.via));
  const ends = (one: Document) => `${one.kind} ${one.source} ${one.target}`;
  const was = then.edges.filter((one) =>
    isExact(one) &&
    (said.from !== undefined || [one.source, one.target].includes(item.symbol_id) ||
      item.files_in_group !== undefined)
  );
  const exact = now.edges.filter(isExact).filter((one) => was.some((other) => ends(one) === ends(other)));
  if (claim.verdict === "holds") return exact.length > 0 ? null : "there is no such edge";
  // A step of a witness path may be gone although its edge is there.
  if (said.from === undefined && exact.length > 0) return "there is such an edge";
  if (claim.verdict === "moved") {
    const { path, start_line: line, column } = claim.now;
    const isThere = now.edges.some((one) =>
      one.kind === said.kind && one.path === path && one.line === line && one.col === column
    );
    return isThere ? null : "no edge stands there";
  }
  if (claim.verdict !== "gone" || said.from !== undefined) return null;
  const same = (world: Generation) =>
    world.edges.filter((one) =>
      was.some((other) => ends(one) === ends(other)) && one.confidence === said.confidence &&
      one.rule_id === said.rule_id
    ).length;
  return same(now) < same(then) ? null : "as many edges are there";
}

/** `relations[0]` as steps. */
function fieldOf(field: string): (string | number)[] {
  return field.split(/[[\].]+/).filter((part) => part !== "").map((part) =>
    /^\d+$/.test(part) ? Number(part) : part
  );
}

export function valueAt(value: Document, where: readonly (string | number)[]): Document {
  return where.reduce((holder, key) => holder[key], value);
}
