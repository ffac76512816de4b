// Reads in a folder that may be hostile: no link followed, nothing that blocks, nothing past a limit.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceCalls, SafeFolder } from "../../lib/host/mod.ts";
import { fileProblem } from "../../lib/host/safe_read.ts";

let top = "";
let root = "";

before(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "evident-safe-")));
  root = join(top, "root");
  mkdirSync(join(root, "src/deep"), { recursive: true });
  mkdirSync(join(top, "outside"));
  mkdirSync(join(top, "root-evil"));
  for (const path of ["outside/secret", "root-evil/secret", "root/src/deep/secret"]) {
    writeFileSync(join(top, path), "TOPSECRET");
  }
  writeFileSync(join(root, "src/real"), "real");
  writeFileSync(join(root, "src/large"), new Uint8Array(200_000).fill(65));
  symlinkSync("real", join(root, "src/alias"));
  symlinkSync(join(top, "outside/secret"), join(root, "src/leak"));
  symlinkSync("nowhere", join(root, "src/dangling"));
  symlinkSync(join(top, "outside"), join(root, "out"));
  symlinkSync("../root-evil", join(root, "evil"));
  symlinkSync("src/deep", join(root, "in"));
  symlinkSync("loop", join(root, "loop"));
  spawnSync("mkfifo", [join(root, "src/pipe")]);
});

after(() => rmSync(top, { recursive: true }));

function entered(folder: string): SafeFolder {
  const opened = SafeFolder.open(root, folder);
  assert.ok(opened instanceof SafeFolder, String(opened));
  return opened;
}

const files: [string, string, string | null][] = [
  ["src", "real", null],
  ["src", "large", "too_large"],
  ["src", "alias", "link"],
  ["src", "leak", "link"],
  ["src", "dangling", "link"],
  ["src", "pipe", "not_regular"],
  ["src", "deep", "folder"],
  ["src", "missing", "missing"],
  ["", "out", "link"],
  ["src/deep", "secret", null],
];
for (const [folder, name, problem] of files) {
  test(`${folder}/${name} is ${problem ?? "read"}`, () => {
    const opened = entered(folder);
    try {
      const read = opened.read(name, { maxBytes: 100_000 });
      assert.equal(read.problem, problem);
      assert.equal(read.bytes !== null, problem === null);
    } finally {
      opened.close();
    }
  });
}

const folders: [string, string][] = [
  ["out", "outside"],
  ["evil", "outside"],
  ["in", "link"],
  ["loop", "link"],
  ["src/real", "missing"],
  ["src/missing", "missing"],
  ["src/missing/deeper", "missing"],
];
for (const [folder, problem] of folders) {
  test(`the folder ${folder} is ${problem}`, () => {
    assert.equal(SafeFolder.open(root, folder), problem);
  });
}

test("the caller can decline after the first bytes, and gets whole long files", () => {
  const opened = entered("src");
  let headBytes = 0;
  const declined = opened.read("large", {
    maxBytes: 1 << 20,
    wanted(head) {
      headBytes = head.length;
      return false;
    },
  });
  assert.equal(declined.problem, "declined");
  assert.equal(headBytes, 65_536);
  const read = opened.read("large", { maxBytes: 1 << 20, wanted: () => true });
  assert.equal(read.bytes?.length, 200_000);
  assert.equal(read.stat?.stamp.sizeBytes, 200_000);
  opened.close();
});

test("a folder swapped for a link after it was entered does not lead outside", () => {
  mkdirSync(join(root, "victim"));
  writeFileSync(join(root, "victim/secret"), "harmless");
  const opened = entered("victim");
  renameSync(join(root, "victim"), join(root, "moved"));
  symlinkSync(join(top, "outside"), join(root, "victim"));
  const read = opened.read("secret", { maxBytes: 100 });
  if (process.platform === "linux") assert.equal(new TextDecoder().decode(read.bytes!), "harmless");
  opened.close();
});

test("a folder swapped for a link between look and open is not entered", () => {
  mkdirSync(join(root, "swapped"));
  const restore = replaceCalls({
    open(path, flags, mode) {
      restore();
      rmSync(join(root, "swapped"), { recursive: true });
      symlinkSync(join(top, "outside"), join(root, "swapped"));
      return openSync(path, flags, mode);
    },
  });
  assert.equal(SafeFolder.open(root, "swapped"), "outside");
});

test("reading leaves no descriptor open", () => {
  const count = () => readdirSync("/proc/self/fd").length;
  if (process.platform !== "linux") return;
  const before = count();
  for (let i = 0; i < 20; i++) {
    SafeFolder.open(root, "out");
    const opened = entered("src");
    for (const name of ["real", "alias", "pipe", "deep", "large", "missing"]) {
      opened.read(name, { maxBytes: 10 });
    }
    opened.close();
  }
  assert.equal(count(), before);
});

test("what the system says about a file, and what is our own trouble", () => {
  const error = (code: string) => Object.assign(new Error(code), { code });
  const cases: [string, string][] = [
    ["EACCES", "unreadable"],
    ["EIO", "unreadable"],
    ["ENOENT", "missing"],
    ["ENOTDIR", "missing"],
    ["ELOOP", "link"],
  ];
  for (const [code, problem] of cases) assert.equal(fileProblem(error(code)), problem);
  assert.throws(() => fileProblem(error("EMFILE")), /EMFILE/);
});
