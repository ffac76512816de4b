// What survives a power failure: nothing takes its place before its bytes are flushed, and the pointer comes last.

import { test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { dirname } from "node:path";
import { MANIFEST_FILE } from "../../lib/generations/layout.ts";
import { type DiskCalls, replaceCalls } from "../../lib/host/mod.ts";
import { buildToy, inScene, namesIn, POLICY } from "./scene.ts";

/** What a disk may lose at this moment: files with unflushed bytes, and folders with unflushed names. */
class DiskJournal {
  readonly #paths = new Map<number, string>();
  /** Paths whose content was flushed after its last write. */
  readonly flushed = new Set<string>();
  readonly unflushedFolders = new Set<string>();
  /** Whether the flush of its folder followed the last rename, before anything else was written. */
  lastRenameFlushed = false;
  readonly renames: { from: string; to: string; flushed: boolean; foldersLeft: string[] }[] = [];

  readonly calls: Partial<DiskCalls> = {
    open: (path, flags, mode) => {
      const descriptor = fs.openSync(path, flags, mode);
      this.#paths.set(descriptor, path);
      if (flags === "w" || flags === "wx") {
        this.flushed.delete(path);
        this.unflushedFolders.add(dirname(path));
      }
      return descriptor;
    },
    close: (descriptor) => {
      this.#paths.delete(descriptor);
      fs.closeSync(descriptor);
    },
    write: (descriptor, from, offset, length) => {
      this.flushed.delete(this.#paths.get(descriptor)!);
      return fs.writeSync(descriptor, from, offset, length);
    },
    sync: (descriptor) => {
      const path = this.#paths.get(descriptor)!;
      if (fs.fstatSync(descriptor).isDirectory()) {
        this.lastRenameFlushed ||= path === dirname(this.renames.at(-1)?.to ?? "");
        this.unflushedFolders.delete(path);
      } else this.flushed.add(path);
    },
    rename: (from, to) => {
      this.renames.push({
        from,
        to,
        flushed: fs.statSync(from).isDirectory() ? this.#isFolderFlushed(from) : this.flushed.has(from),
        foldersLeft: [...this.unflushedFolders],
      });
      fs.renameSync(from, to);
      this.lastRenameFlushed = false;
      this.unflushedFolders.add(dirname(to));
    },
  };

  #isFolderFlushed(folder: string): boolean {
    return !this.unflushedFolders.has(folder) &&
      fs.readdirSync(folder).every((name) => this.flushed.has(`${folder}/${name}`));
  }
}

test(
  "files are flushed before they take their place, names before the pointer does, and the pointer at the end",
  inScene(async ({ cache }) => {
    const { layout } = cache;
    await buildToy(cache, { a: "1" });
    const journal = new DiskJournal();
    const restore = replaceCalls(journal.calls);
    const manifest = await buildToy(cache, { a: "2" }, {
      policy: { ...POLICY, exclude: ["x"] },
    }).finally(restore);

    const placed = journal.renames.map(({ to }) => to);
    assert.deepEqual(placed, [
      layout.pack(manifest.name),
      layout.generation(manifest.name),
      layout.binding,
      layout.current,
    ]);
    for (const rename of journal.renames) {
      assert.ok(rename.flushed, `${rename.to} was in place before it was flushed`);
    }
    const pointer = journal.renames.at(-1)!;
    for (const folder of [layout.packs, layout.generations, layout.folder]) {
      assert.ok(!pointer.foldersLeft.includes(folder), `${folder} was not flushed before the pointer`);
    }
    assert.ok(journal.lastRenameFlushed, "the pointer's own name was not flushed");
    assert.ok(namesIn(layout.generation(manifest.name)).includes(MANIFEST_FILE));
  }),
);
