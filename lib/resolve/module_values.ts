// Modules that are one value and export more beside it: CommonJS's `module.exports = f; f.helper = …`.

import { addTo } from "../model/mod.ts";
import type { Workspace } from "./workspace.ts";

export class ModuleValues {
  readonly #workspace: Workspace;
  #byValue: Map<number, number[]> | null = null;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** The first module that is the value of a symbol and exports a name beside it, or null. */
  exporting(symbol: number, name: string): number | null {
    for (const module of this.#modules().get(symbol) ?? []) {
      const [file] = this.#workspace.module(module).files;
      if (this.#workspace.files[file].facts.exports.some((entry) => entry.name === name)) return module;
    }
    return null;
  }

  #modules(): ReadonlyMap<number, readonly number[]> {
    if (this.#byValue !== null) return this.#byValue;
    const byValue = this.#byValue = new Map<number, number[]>();
    this.#workspace.views((view) => {
      const { exports } = view.facts;
      if (!exports.some(({ name }) => name === "=") || !exports.some(({ name }) => name !== "=")) return;
      const module = this.#workspace.moduleRules(view).moduleOf(view.index);
      for (const { symbol } of this.#workspace.exported(module, "=").targets) addTo(byValue, symbol, module);
    });
    return byValue;
  }
}
