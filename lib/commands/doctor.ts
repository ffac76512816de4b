// `doctor`.

import type { Command } from "@commander-js/extra-typings";
import { doctor } from "../app/mod.ts";
import {
  example,
  openOptionsOf,
  printDocument,
  type Register,
  withFormat,
  type WorktreeFlags,
} from "./session.ts";

const MORE = `
It reads every byte of the cache, writes nothing and needs no healthy cache. Exit code 0 where nothing is
wrong, 1 where there is an error or a warning; notes are no trouble.`;

export const registerDoctor: Register = (program, session) => {
  const command = program.command("doctor").description(
    "check configuration, git, worktree and cache; say what is wrong and the command that mends it",
  );
  withFormat(command as Command)
    .option("--paths", "tell absolute paths of this machine")
    .addHelpText("after", `${MORE}\n${example("doctor --format text")}`)
    .action(async (_, self) => {
      const flags: WorktreeFlags & { paths?: boolean } = self.optsWithGlobals();
      const document = await doctor({ ...openOptionsOf(flags), paths: flags.paths === true });
      printDocument(session, document);
      if (document.healthy !== true) session.exitCode = 1;
    });
};
