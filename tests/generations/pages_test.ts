// Parts read in place: a damaged page is found when it is read, and only then.

import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { openCurrent, withBuild } from "../../lib/generations/mod.ts";
import { digestContent, digestFile, PAGE_BYTES, PageCheck } from "../../lib/generations/page_digests.ts";
import { Failure } from "../../lib/model/mod.ts";
import { startSqlite } from "../../wasm/mod.ts";
import { failureOf, inScene, noise, POLICY, type Scene } from "./scene.ts";

const SIZES = [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 3 * PAGE_BYTES, 200 * PAGE_BYTES + 5];

for (const sizeBytes of SIZES) {
  test(
    `a file of ${sizeBytes} bytes has the digest of its content, and every read of it passes until a byte changes`,
    inScene(({ folder }) => {
      const path = `${folder}/file`;
      const content = Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 7 + (index >> 8)) & 255);
      writeFileSync(path, content);
      const { pageList, digest } = digestFile(path)!;
      assert.equal(digest, digestContent(content));
      assert.equal(pageList.length, Math.ceil(sizeBytes / PAGE_BYTES) * 32);
      const check = new PageCheck(path, sizeBytes, pageList, () => new Error("damaged"));
      fc.assert(
        fc.property(fc.nat(sizeBytes), fc.nat(3 * PAGE_BYTES), fc.boolean(), (offset, length, aligned) => {
          const start = aligned ? offset - offset % PAGE_BYTES : offset;
          const end = Math.min(sizeBytes, aligned ? start + PAGE_BYTES : start + length);
          const read = content.slice(start, end);
          check.check(read, start);
          if (read.length === 0) return;
          read[length % read.length] ^= 1;
          assert.throws(() => check.check(read, start), /damaged/);
        }),
        { numRuns: 40 },
      );
    }),
  );
}

/** Publishes a database with a table larger than a few pages. */
async function publishDatabase(scene: Scene): Promise<void> {
  const sqlite = await startSqlite();
  await withBuild(scene.cache, { waitMs: 0, maxCacheBytes: 1 << 30 }, async (build) => {
    const db = sqlite.stage(build.path("graph.db"));
    db.exec("CREATE TABLE t(id INTEGER PRIMARY KEY, value TEXT) STRICT");
    const insert = db.prepare("INSERT INTO t VALUES(?, ?)");
    for (let id = 0; id < 40; id++) insert.bindInt(1, id).bindText(2, noise(`row ${id}`, 1000)).run();
    db.close();
    await build.publish({
      fingerprint: "f",
      parts: ["graph.db"],
      inPlace: ["graph.db"],
      createdBy: "toy",
      policy: POLICY,
      meta: {},
    });
  });
}

/** Reads the values of some rows through the published file's page check. */
async function readRows(scene: Scene, ids: readonly number[]): Promise<string[]> {
  const sqlite = await startSqlite();
  const generation = openCurrent(scene.cache);
  try {
    const db = sqlite.open(generation.path("graph.db"), generation.pageCheck("graph.db"));
    try {
      const select = db.prepare("SELECT value FROM t WHERE id = ?");
      return ids.map((id) => {
        select.bindInt(1, id);
        assert.ok(select.step());
        const value = select.text(0);
        select.reset();
        return value;
      });
    } finally {
      db.close();
    }
  } finally {
    generation.close();
  }
}

test(
  "SQLite reads a published database through the check, and no flipped bit reaches an answer",
  inScene(async (scene) => {
    await publishDatabase(scene);
    const ids = Array.from({ length: 40 }, (_, id) => id);
    const rows = ids.map((id) => noise(`row ${id}`, 1000));
    assert.deepEqual(await readRows(scene, ids), rows);

    const generation = openCurrent(scene.cache);
    const [path, part] = [generation.path("graph.db"), generation.partLabel("graph.db")];
    generation.close();
    const whole = readFileSync(path);
    let damaged = 0;
    let answered = 0;
    for (let offset = 3; offset < whole.length; offset += 1021) {
      const bytes = Buffer.from(whole);
      bytes[offset] ^= 0x10;
      writeFileSync(path, bytes);
      for (const asked of [[0], [39], ids]) {
        try {
          assert.deepEqual(await readRows(scene, asked), asked.map((id) => rows[id]));
          answered++;
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          assert.equal(error.code, "index.corrupt");
          assert.deepEqual(error.detail, { part, damage: "checksum" });
          damaged++;
          continue;
        }
        assert.notEqual(asked, ids, `a flip at ${offset} was not seen by reading everything`);
      }
    }
    assert.ok(answered > 0, "what does not touch the damaged page is answered");
    assert.ok(damaged > answered);
  }),
);

test(
  "a damaged or missing page list is named",
  inScene(async (scene) => {
    await publishDatabase(scene);
    const generation = openCurrent(scene.cache);
    const list = generation.path("graph.db") + ".pages";
    const part = generation.partLabel("graph.db.pages");
    const bytes = readFileSync(list);
    bytes[40] ^= 1;
    writeFileSync(list, bytes);
    const flipped = await failureOf(() => generation.pageCheck("graph.db"));
    assert.deepEqual(flipped.detail, { part, damage: "checksum" });
    rmSync(list);
    const gone = await failureOf(() => generation.pageCheck("graph.db"));
    assert.deepEqual(gone.detail, { part, damage: "missing" });
    generation.close();
  }),
);

test(
  "a part that was not published to be read in place has no check",
  inScene(async (scene) => {
    await publishDatabase(scene);
    const generation = openCurrent(scene.cache);
    assert.equal((await failureOf(() => generation.pageCheck("blobs.bin"))).code, "internal.invariant");
    generation.close();
  }),
);
