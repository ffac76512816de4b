// Where the user's folders are, by environment and platform.

import { test } from "node:test";
import assert from "node:assert/strict";
import { resolve } from "node:path";
import {
  cacheFolder,
  configFile,
  dataFolder,
  homeFolder,
  processorCount,
  runtimeFacts,
  selfCommand,
} from "../../lib/host/mod.ts";

const NAMES = [
  "EVIDENT_CACHE_DIR",
  "EVIDENT_CONFIG",
  "HOME",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
];

function withEnvironment(values: Record<string, string>, body: () => void): void {
  const before = NAMES.map((name) => process.env[name]);
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, values);
  try {
    body();
  } finally {
    NAMES.forEach((name, i) => {
      const value = before[i];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    });
  }
}

test("what the user names goes first, and a relative path counts from the current folder", () => {
  withEnvironment({ HOME: "/h", EVIDENT_CACHE_DIR: "/c", EVIDENT_CONFIG: "conf.toml" }, () => {
    assert.deepEqual(cacheFolder(), { path: "/c", explicit: true });
    assert.deepEqual(configFile(), { path: resolve("conf.toml"), explicit: true });
  });
});

test("the platform's place otherwise; an empty variable is none, a relative base folder is ignored", () => {
  if (process.platform !== "linux") return;
  withEnvironment(
    { HOME: "/h", EVIDENT_CACHE_DIR: "", XDG_CONFIG_HOME: "relative", XDG_DATA_HOME: "/d" },
    () => {
      assert.equal(homeFolder(), "/h");
      assert.deepEqual(cacheFolder(), { path: "/h/.cache/evident", explicit: false });
      assert.deepEqual(configFile(), { path: "/h/.config/evident/config.toml", explicit: false });
      assert.equal(dataFolder(), "/d/evident");
    },
  );
});

test("without HOME there is still a home", () => {
  withEnvironment({}, () => assert.ok(homeFolder().length > 0));
});

test("the runtime is known and starts again without reading the folder's configuration", () => {
  const facts = runtimeFacts();
  assert.equal(facts.name, "Deno" in globalThis ? "deno" : "bun");
  assert.match(facts.version, /^\d+\.\d+\.\d+/);
  assert.equal(facts.compiled, false);
  const { program, args } = selfCommand("/somewhere/cli.ts");
  assert.equal(program, process.execPath);
  assert.equal(args.at(-1), "/somewhere/cli.ts");
  assert.equal(args.includes("--config=/dev/null"), facts.name === "bun");
  assert.ok(processorCount() >= 1);
});
