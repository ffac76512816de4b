// Our own files: replaced whole or not at all, private, listed in one order.

import { test } from "node:test";
import assert from "node:assert/strict";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  copyFile,
  type DiskCalls,
  errorCode,
  listFolder,
  makeFolder,
  pathBelow,
  pathExists,
  readFile,
  readText,
  realPath,
  removeFile,
  removeTree,
  replaceCalls,
  replaceFile,
  treeBytes,
  writeFile,
} from "../../lib/host/mod.ts";

function inFolder(body: (folder: string) => void): () => void {
  return () => {
    const folder = mkdtempSync(join(tmpdir(), "evident-disk-"));
    try {
      body(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

test(
  "a folder that goes while its bytes are counted counts nothing",
  inFolder((folder) => {
    makeFolder(join(folder, "going"));
    writeFile(join(folder, "a"), "12345");
    const restore = replaceCalls({
      list: (path) => {
        if (path.endsWith("going")) rmSync(path, { recursive: true });
        return readdirSync(path, { withFileTypes: true });
      },
    });
    try {
      assert.equal(treeBytes(folder), 5);
    } finally {
      restore();
    }
  }),
);

test(
  "what was written is read, what is not there is null",
  inFolder((folder) => {
    writeFile(join(folder, "a"), "\ufeffone\r\n", { sync: true });
    assert.equal(readText(join(folder, "a")), "\ufeffone\r\n");
    assert.equal(readFile(join(folder, "b")), null);
    assert.equal(readFile(join(folder, "a/b")), null);
    assert.equal(realPath(join(folder, "b")), null);
    assert.equal(statSync(join(folder, "a")).mode & 0o777, 0o600);
    assert.equal(treeBytes(folder), 8);
    assert.equal(removeFile(join(folder, "a")), true);
    assert.equal(removeFile(join(folder, "a")), false);
  }),
);

test(
  "a replaced file is the old or the new one, whichever call fails",
  inFolder((folder) => {
    const path = join(folder, "current");
    writeFile(path, "old");
    const fails = () => {
      throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    };
    const tears: Partial<DiskCalls>[] = [{ open: fails }, { write: fails }, { sync: fails }, {
      rename: fails,
    }];
    for (const tear of tears) {
      const restore = replaceCalls(tear);
      try {
        assert.throws(() => replaceFile(path, "new content"), (error) => errorCode(error) === "ENOSPC");
      } finally {
        restore();
      }
      assert.equal(readText(path), "old");
      assert.deepEqual(readdirSync(folder), ["current"]);
    }
    replaceFile(path, "new content");
    assert.equal(readText(path), "new content");
    assert.deepEqual(readdirSync(folder), ["current"]);
  }),
);

test(
  "writing goes on where the system takes only a part",
  inFolder((folder) => {
    const whole = new Uint8Array(1000).map((_, i) => i);
    const restore = replaceCalls({
      write: (descriptor, from, offset, length) => writeSync(descriptor, from, offset, Math.min(length, 7)),
    });
    try {
      writeFile(join(folder, "a"), whole);
    } finally {
      restore();
    }
    assert.deepEqual(readFile(join(folder, "a")), whole);
  }),
);

test(
  "folders are private, copies are whole, trees go without following links",
  inFolder((folder) => {
    makeFolder(join(folder, "cache/one"));
    assert.equal(lstatSync(join(folder, "cache")).mode & 0o777, 0o700);
    makeFolder(join(folder, "cache/one"));
    writeFile(join(folder, "kept"), "kept");
    symlinkSync(folder, join(folder, "cache/one/up"));
    copyFile(join(folder, "kept"), join(folder, "cache/copy"));
    assert.equal(readText(join(folder, "cache/copy")), "kept");
    chmodSync(join(folder, "cache/copy"), 0o400);
    removeTree(join(folder, "cache"));
    removeTree(join(folder, "cache"));
    assert.equal(pathExists(join(folder, "cache")), false);
    assert.equal(readText(join(folder, "kept")), "kept");
  }),
);

test(
  "a listing is in byte order and names kinds without following links",
  inFolder((folder) => {
    for (const name of ["b", "a", "\u{1f600}", "\uffee", "A"]) writeFile(join(folder, name), "");
    mkdirSync(join(folder, "d"));
    symlinkSync("d", join(folder, "c"));
    assert.deepEqual(
      listFolder(folder).entries.map((entry) => `${entry.name} ${entry.kind}`),
      ["A file", "a file", "b file", "c link", "d folder", "\uffee file", "\u{1f600} file"],
    );
  }),
);

test(
  "a name that is not UTF-8 is counted, one with a real replacement character is listed",
  inFolder((folder) => {
    const script = "printf x > \"$(printf 'a\\377')\"; printf y > \"$(printf 'a\\357\\277\\275')\"";
    spawnSync("/bin/sh", ["-c", script], { cwd: folder });
    assert.deepEqual(listFolder(folder), { entries: [{ name: "a\ufffd", kind: "file" }], undecodable: 1 });
  }),
);

test("a path below a folder", () => {
  const cases: [string, string, string | null][] = [
    ["/r", "/r", ""],
    ["/r", "/r/a/b", "a/b"],
    ["/r", "/r-evil/a", null],
    ["/r", "/a", null],
    ["/r", "/r/..a", "..a"],
    ["/", "/a", "a"],
  ];
  for (const [folder, path, expected] of cases) assert.equal(pathBelow(folder, path), expected, path);
});
