// File names and build lines, and the canonical condition they make.

import { strict as assert } from "node:assert";
import { describe, it } from "node:test";
import { constraintOf } from "../../lib/languages/go/rules/build_tags.ts";

const NAMES: Readonly<Record<string, string>> = {
  "clock.go": "",
  "linux.go": "",
  "clock_linux.go": "linux",
  "clock_amd64.go": "amd64",
  "clock_linux_amd64.go": "amd64 && linux",
  "clock_amd64_linux.go": "linux",
  "clock_linux_test.go": "linux",
  "clock_windows_arm64_test.go": "arm64 && windows",
  "linux_amd64.go": "amd64",
  "_linux.go": "linux",
  "clock_test.go": "",
  "clock_linux_x.go": "",
  "clock_unix.go": "",
  "clock_Linux.go": "",
  "clock_linux.pb.go": "linux",
};

const EXPRESSIONS: Readonly<Record<string, string>> = {
  "//go:build linux": "linux",
  "//go:build linux && !cgo": "!cgo && linux",
  "//go:build !cgo&&linux": "!cgo && linux",
  "//go:build b || a || b": "a || b",
  "//go:build (a || b) && c": "(a || b) && c",
  "//go:build c && (b || a)": "(a || b) && c",
  "//go:build a && b || c": "(a && b) || c",
  "//go:build !(a || !b)": "!a && b",
  "//go:build !(a && b)": "!a || !b",
  "//go:build !!a": "a",
  "//go:build a && (b && (c && a))": "a && b && c",
  "//go:build go1.18 && foo_bar": "foo_bar && go1.18",
  "linux && amd64": "amd64 && linux",
  "// +build linux darwin": "darwin || linux",
  "// +build linux,!cgo darwin": "(!cgo && linux) || darwin",
  "// +build linux darwin\n// +build !cgo": "!cgo && (darwin || linux)",
  "//+build ignore": "ignore",
};

/** Conditions that the Go tool refuses: they are only themselves. */
const BROKEN: Readonly<Record<string, string>> = {
  "//go:build a &&  ": "//go:build a &&",
  "//go:build (a": "//go:build (a",
  "//go:build a b": "//go:build a b",
  "//go:build a & b": "//go:build a & b",
  "//go:build": "//go:build",
  "// +build a,,b": "// +build a,,b",
};

describe("build conditions", () => {
  for (const [name, expected] of Object.entries(NAMES)) {
    it(`file name ${name}`, () => assert.equal(constraintOf(name, ""), expected));
  }
  for (const [text, expected] of Object.entries({ ...EXPRESSIONS, ...BROKEN })) {
    it(JSON.stringify(text), () => assert.equal(constraintOf("a.go", text), expected));
  }

  it("name and build line hold together", () => {
    assert.equal(constraintOf("a_linux.go", "//go:build cgo || linux"), "(cgo || linux) && linux");
    assert.equal(constraintOf("a_linux.go", "//go:build cgo"), constraintOf("a.go", "// +build linux,cgo"));
    assert.equal(constraintOf("a_linux.go", "//go:build cgo &&"), "linux && (//go:build cgo &&)");
  });

  it("deep and long conditions are compared as written", () => {
    const deep = `//go:build ${"(".repeat(2_000)}a${")".repeat(2_000)}`;
    const long = `//go:build a${" && b".repeat(2_000)}`;
    assert.equal(constraintOf("a.go", deep), deep);
    assert.equal(constraintOf("a.go", long), long);
    assert.equal(
      constraintOf("a.go", `//go:build ${"!".repeat(3_000)}a`),
      `//go:build ${"!".repeat(3_000)}a`,
    );
  });
});
