// Files held open, and folders of our own.

import { test } from "node:test";
import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createMarker,
  errorCode,
  folderPrivacy,
  RandomReader,
  removeEmptyFolder,
  SequentialWriter,
} from "../../lib/host/mod.ts";

function inFolder(body: (folder: string) => void): () => void {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "evident-open-"));
    try {
      body(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return errorCode(error);
  }
  return "";
}

test(
  "a writer appends small and large pieces in order and counts them; the file is private",
  inFolder((folder) => {
    const path = join(folder, "file");
    const pieces = [0, 1, 1000, (1 << 20) - 500, 3 << 20, 7].map((length, seed) =>
      Uint8Array.from({ length }, (_, index) => (index + seed) & 255)
    );
    const writer = SequentialWriter.create(path);
    let expected = 0;
    for (const piece of pieces) {
      writer.append(piece);
      expected += piece.length;
      assert.equal(writer.lengthBytes, expected);
    }
    writer.sync();
    writer.close();
    assert.deepEqual(new Uint8Array(readFileSync(path)), new Uint8Array(Buffer.concat(pieces)));
    if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(codeOf(() => SequentialWriter.create(path)), "EEXIST");
  }),
);

test(
  "a reader reads at any place, less at the end, and keeps its file when the name is gone",
  inFolder((folder) => {
    const path = join(folder, "file");
    writeFileSync(path, "0123456789");
    const reader = RandomReader.open(path)!;
    rmSync(path);
    assert.equal(reader.sizeBytes, 10);
    assert.deepEqual([...reader.read(4, 3)], [52, 53, 54]);
    assert.deepEqual([...reader.read(0, 1)], [48]);
    assert.deepEqual([...reader.read(8, 5)], [56, 57]);
    assert.equal(reader.read(20, 5).length, 0);
    reader.close();
    assert.equal(RandomReader.open(path), null);
  }),
);

test(
  "a marker is made once",
  inFolder((folder) => {
    createMarker(join(folder, "m"));
    assert.equal(codeOf(() => createMarker(join(folder, "m"))), "EEXIST");
  }),
);

test(
  "only an empty folder is removed",
  inFolder((folder) => {
    mkdirSync(join(folder, "a"));
    writeFileSync(join(folder, "a", "file"), "");
    assert.equal(removeEmptyFolder(join(folder, "a")), false);
    rmSync(join(folder, "a", "file"));
    assert.equal(removeEmptyFolder(join(folder, "a")), true);
    assert.equal(removeEmptyFolder(join(folder, "a")), true);
  }),
);

test(
  "who may look into a folder",
  inFolder((folder) => {
    const path = join(folder, "a");
    assert.equal(folderPrivacy(path), "missing");
    mkdirSync(path, { mode: 0o700 });
    assert.equal(folderPrivacy(path), "private");
    if (process.platform === "win32") return;
    chmodSync(path, 0o750);
    assert.equal(folderPrivacy(path), "open");
    symlinkSync(path, join(folder, "link"));
    assert.equal(folderPrivacy(join(folder, "link")), "other");
    writeFileSync(join(folder, "file"), "");
    assert.equal(folderPrivacy(join(folder, "file")), "other");
  }),
);
