// SQLite behind the file-system VFS: what the store relies on, on both runtimes.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import initialiseSqlite from "@sqlite.org/sqlite-wasm";
import { Failure, type FailureCode } from "../../lib/model/mod.ts";
import { assetBytes } from "../../wasm/assets.ts";
import { BulkInsert, type Database, startSqlite } from "../../wasm/mod.ts";

const folder = mkdtempSync(join(tmpdir(), "evident-sqlite-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const sqlite = await startSqlite();

let files = 0;
const newPath = () => join(folder, `${++files}.db`);

function staged(fill: (db: Database) => void): string {
  const path = newPath();
  const db = sqlite.stage(path);
  fill(db);
  db.flush();
  db.close();
  return path;
}

function rows(db: Database, sql: string): string[] {
  const statement = db.prepare(sql);
  const found: string[] = [];
  while (statement.step()) found.push(statement.text(0));
  statement.finalize();
  return found;
}

function fails(code: FailureCode, act: () => unknown): void {
  assert.throws(act, (error) => error instanceof Failure && error.code === code, code);
}

const manyRows = (db: Database) => {
  db.exec("CREATE TABLE t(number INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT");
  db.transaction(() => {
    const insert = new BulkInsert(db, "t", ["number", "word"]);
    for (let i = 0; i < 12_345; i++) insert.int(i).text(`word ${i} ${"x".repeat(i % 90)}`);
    insert.finish();
  });
  db.exec("CREATE INDEX t_word ON t(word)");
};

test("starts once and says its version", async () => {
  assert.equal(await startSqlite(), sqlite);
  assert.match(sqlite.version, /^3\.\d+\.\d+$/);
});

test("strict tables, full text and a clean integrity check", () => {
  const path = staged((db) => {
    db.exec("CREATE TABLE t(n INTEGER NOT NULL) STRICT; CREATE VIRTUAL TABLE f USING fts5(words)");
    db.exec("INSERT INTO f VALUES ('the quick fox'), ('the slow snail')");
    fails("internal.invariant", () => db.exec("INSERT INTO t VALUES ('text')"));
  });
  const db = sqlite.open(path);
  assert.deepEqual(rows(db, "SELECT words FROM f WHERE f MATCH 'snail'"), ["the slow snail"]);
  assert.deepEqual(db.integrityProblems(), []);
  db.close();
});

test("texts, blobs and numbers come back as they went in", () => {
  const texts = [
    "",
    "plain",
    "Grüße",
    "\ufeffbom",
    "nul\0inside",
    "日本語",
    "🜁 fire",
    "é".repeat(20_000),
    "x".repeat(9_000),
  ];
  const blobs = [new Uint8Array(0), Uint8Array.of(0, 255, 1), new Uint8Array(300_000).fill(7)];
  const numbers = [
    0,
    -1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];
  const path = staged((db) => {
    db.exec("CREATE TABLE v(t TEXT, b BLOB, n INTEGER) STRICT");
    const one = db.prepare("INSERT INTO v VALUES (?, ?, ?)");
    for (const text of texts) one.bindText(1, text).bindBlob(2, null).bindNull(3).run();
    const bulk = new BulkInsert(db, "v", ["t", "b", "n"]);
    for (const text of texts) bulk.text(text).null().null();
    for (const blob of blobs) bulk.text(null).blob(blob).int(null);
    for (const number of numbers) bulk.null().hex("00ff10").int(number);
    bulk.finish();
    for (const blob of blobs) one.bindText(1, null).bindBlob(2, blob).bindNull(3).run();
    for (const number of numbers) {
      one.bindNull(1).bindBlob(2, Uint8Array.of(0, 255, 16)).bindInt(3, number).run();
    }
  });
  const db = sqlite.open(path);
  assert.deepEqual(rows(db, "SELECT t FROM v WHERE t IS NOT NULL ORDER BY rowid"), [...texts, ...texts]);
  const read = db.prepare("SELECT b, n, t FROM v WHERE t IS NULL ORDER BY rowid");
  for (let round = 0; round < 2; round++) {
    for (const blob of blobs) {
      assert.ok(read.step());
      assert.deepEqual(read.blob(0), blob);
      assert.ok(read.isNull(1));
      assert.equal(read.textOrNull(2), null);
    }
    for (const number of numbers) {
      assert.ok(read.step());
      assert.equal(read.hexOrNull(0), "00ff10");
      assert.equal(read.number(1), number);
    }
  }
  assert.ok(!read.step());
  db.close();
});

test("a bulk insert of every size around a batch keeps every row once", () => {
  for (const size of [0, 1, 49, 50, 51, 100, 12_345]) {
    const path = staged((db) => {
      db.exec("CREATE TABLE t(n INTEGER, word TEXT) STRICT");
      const insert = new BulkInsert(db, "t", ["n", "word"]);
      for (let i = 0; i < size; i++) insert.int(i).text(`é${i}`);
      assert.equal(insert.rows, size);
      insert.finish();
    });
    const db = sqlite.open(path);
    const read = db.prepare("SELECT count(*), count(DISTINCT n), coalesce(max(word = 'é' || n), 1) FROM t");
    assert.ok(read.step());
    assert.deepEqual([read.int(0), read.int(1), read.int(2)], [size, size, 1]);
    db.close();
  }
});

test("values far larger than the bulk buffer make the memory grow", () => {
  const large = new Uint8Array(24 * 1024 * 1024).map((_, i) => i % 251);
  const path = staged((db) => {
    db.exec("CREATE TABLE t(b BLOB, w TEXT) STRICT");
    const insert = new BulkInsert(db, "t", ["b", "w"]);
    insert.blob(large).text("é".repeat(1_000_000)).blob(Uint8Array.of(1)).text("small");
    insert.finish();
  });
  const db = sqlite.open(path);
  const read = db.prepare("SELECT b, w FROM t ORDER BY rowid");
  assert.ok(read.step());
  assert.ok(Buffer.from(read.blob(0)).equals(large));
  assert.equal(read.text(1), "é".repeat(1_000_000));
  assert.ok(read.step());
  assert.equal(read.text(1), "small");
  db.close();
});

test("half a row is a bug", () => {
  staged((db) => {
    db.exec("CREATE TABLE t(a INTEGER, b INTEGER) STRICT");
    const insert = new BulkInsert(db, "t", ["a", "b"]);
    insert.int(1);
    fails("internal.invariant", () => insert.finish());
  });
});

test("a published file refuses every write", () => {
  const path = staged(manyRows);
  const before = readFileSync(path);
  const db = sqlite.open(path);
  for (const sql of ["DELETE FROM t", "CREATE TABLE u(x)", "PRAGMA query_only = off; DELETE FROM t"]) {
    fails("internal.invariant", () => db.exec(sql));
  }
  db.close();
  assert.ok(readFileSync(path).equals(before));
});

test("SQL cannot reach another file", () => {
  const other = newPath();
  const db = sqlite.open(staged(manyRows));
  fails("index.unavailable", () => db.exec(`ATTACH '${other}' AS other`));
  db.close();
  assert.throws(() => statSync(other));
});

test("a missing file, a missing folder and a folder are unavailable", () => {
  fails("index.unavailable", () => sqlite.open(newPath()));
  fails("index.unavailable", () => sqlite.stage(join(folder, "nowhere", "x.db")));
  fails("index.unavailable", () => sqlite.stage(folder));
  assert.equal(sqlite.openFiles, 0);
});

test("damaged files are found out", () => {
  const good = readFileSync(staged(manyRows));
  const damaged = (damage: (bytes: Uint8Array, path: string) => void): string => {
    const path = newPath();
    const bytes = Uint8Array.from(good);
    writeFileSync(path, bytes);
    damage(bytes, path);
    return path;
  };
  const noDatabase = damaged((bytes, path) => writeFileSync(path, bytes.fill(65, 0, 100)));
  fails("index.corrupt", () => sqlite.open(noDatabase));
  const cut = damaged((bytes, path) => truncateSync(path, bytes.length / 2));
  fails("index.corrupt", () => sqlite.open(cut));
  const scribbled = damaged((bytes, path) => writeFileSync(path, bytes.fill(255, 8192 * 3, 8192 * 9)));
  const db = sqlite.open(scribbled);
  assert.notDeepEqual(db.integrityProblems(), []);
  fails("index.corrupt", () => rows(db, "SELECT sum(length(word)) FROM t NOT INDEXED"));
  db.close();
  assert.equal(sqlite.openFiles, 0);
});

test("closing finalises what was left open, and a closed database is refused", () => {
  const db = sqlite.open(staged(manyRows));
  const statement = db.prepare("SELECT word FROM t");
  assert.ok(statement.step());
  db.close();
  db.close();
  statement.finalize();
  assert.equal(sqlite.openFiles, 0);
  fails("internal.invariant", () => db.exec("SELECT 1"));
});

test("several databases are open at a time", () => {
  const path = staged(manyRows);
  const [a, b] = [sqlite.open(path), sqlite.open(path)];
  const [left, right] = [a, b].map((db) => db.prepare("SELECT word FROM t ORDER BY number"));
  for (let i = 0; i < 2_000; i++) {
    assert.ok(left.step() && right.step());
    assert.equal(left.text(0), right.text(0));
  }
  assert.equal(sqlite.openFiles, 2);
  a.close();
  assert.ok(right.step());
  b.close();
});

test("the same bytes are written whenever the same statements run", () => {
  assert.ok(readFileSync(staged(manyRows)).equals(readFileSync(staged(manyRows))));
});

test("the package's own JavaScript reads what this VFS wrote, and calls it whole", async () => {
  const bytes = readFileSync(staged(manyRows));
  // Its published types know no options; the bytes are handed over so that it reads no file by itself.
  const initialise = initialiseSqlite as unknown as (options: object) => ReturnType<typeof initialiseSqlite>;
  const sqlite3 = await initialise({ wasmBinary: assetBytes("sqlite") });
  const db = new sqlite3.oo1.DB(":memory:");
  const pointer = sqlite3.wasm.allocFromTypedArray(Uint8Array.from(bytes));
  const flags = sqlite3.capi.SQLITE_DESERIALIZE_FREEONCLOSE;
  assert.equal(
    sqlite3.capi.sqlite3_deserialize(db.pointer!, "main", pointer, bytes.length, bytes.length, flags),
    0,
  );
  assert.equal(db.selectValue("SELECT count(*) FROM t"), 12_345);
  assert.equal(db.selectValue("PRAGMA integrity_check"), "ok");
  assert.equal(db.selectValue("PRAGMA page_size"), 8192);
  db.close();
});
