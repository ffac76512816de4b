// Shell completions. The scripts ask the program itself, so they never go stale.

import tab from "@bomb.sh/tab/commander";
import type { Command, Option } from "@commander-js/extra-typings";
import { example } from "./session.ts";

/** Registers `completions <shell>`, which prints a script for bash, zsh, fish or powershell. */
export function registerCompletions(program: Command): void {
  const completion = tab(program as never);
  // The scripts call the program back by the library's own name for the command.
  program.commands.find((command) => command.name() === "complete")
    ?.alias("completions").addHelpText("after", example("completions bash >> ~/.bashrc"));
  for (const command of program.commands) {
    const known = completion.commands.get(command.name());
    for (const option of command.options as Option[]) {
      const choices = option.argChoices;
      const entry = choices === undefined ? undefined : known?.options.get(option.long?.slice(2) ?? "");
      if (entry === undefined) continue;
      entry.handler = (complete: (value: string, description: string) => void) => {
        for (const choice of choices!) complete(choice, "");
      };
    }
  }
}
