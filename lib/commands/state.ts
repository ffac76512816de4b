// `status`, `clear` and `export`.

import { type Command, Option } from "@commander-js/extra-typings";
import { clearDocument, open } from "../app/mod.ts";
import {
  example,
  openOptionsOf,
  printDocument,
  type Register,
  type VerifyFlags,
  withFormat,
  withVerify,
  type WorktreeFlags,
} from "./session.ts";

export const registerStatus: Register = (program, session) => {
  const command = program.command("status").description(
    "say what serves, whether it is fresh, and how the last build went",
  );
  withFormat(withVerify(command as Command))
    .addHelpText("after", example("status"))
    .action(async (_, self) => {
      const flags: VerifyFlags = self.optsWithGlobals();
      printDocument(session, await open(openOptionsOf(flags)).status(flags.verify));
    });
};

export const registerClear: Register = (program, session) => {
  const command = program.command("clear").description("remove this worktree's cache");
  withFormat(command as Command)
    .addHelpText("after", example("clear"))
    .action(async (_, command) => {
      const flags: WorktreeFlags = command.optsWithGlobals();
      printDocument(session, clearDocument(await open(openOptionsOf(flags)).clear()));
    });
};

/** Lines are gathered into pieces of this size before they are written. */
const PIECE_UNITS = 1 << 16;

export const registerExport: Register = (program, session) => {
  program.command("export").description(
    "print the whole graph, one JSON object a line, in canonical order",
  )
    .addOption(new Option("--format <format>", "ndjson, the only one so far").choices(["ndjson"]))
    .addHelpText("after", example("export --format ndjson > graph.ndjson"))
    .action(async (_, command) => {
      const flags: WorktreeFlags & { format?: string } = command.optsWithGlobals();
      let piece: string[] = [];
      let units = 0;
      for await (const line of open(openOptionsOf(flags)).exportLines()) {
        piece.push(line, "\n");
        units += line.length + 1;
        if (units < PIECE_UNITS) continue;
        session.print(piece.join(""));
        piece = [];
        units = 0;
      }
      session.print(piece.join(""));
    });
};
