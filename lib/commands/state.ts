// `status`, `clear`, `gc` and `export`.

import { type Command, Option } from "@commander-js/extra-typings";
import { clearDocument, open } from "../app/mod.ts";
import { Failure } from "../model/mod.ts";
import { wholeNumber } from "./numbers.ts";
import {
  example,
  openOptionsOf,
  printDocument,
  type Register,
  type VerifyFlags,
  type WaitFlags,
  waitMsOf,
  withFormat,
  withVerify,
  withWait,
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
  withWait(withFormat(command as Command))
    .addHelpText("after", example("clear"))
    .action(async (_, command) => {
      const flags: WorktreeFlags & WaitFlags = command.optsWithGlobals();
      const cleared = await open(openOptionsOf(flags)).clear({ waitMs: waitMsOf(flags) });
      printDocument(session, clearDocument(cleared));
    });
};

export const registerGc: Register = (program, session) => {
  const command = program.command("gc").description("make this worktree's cache smaller; what serves stays");
  withWait(withFormat(command as Command))
    .option(
      "--keep <n>",
      "keep so many generations beside those that are read: current, previous, bases",
      wholeNumber,
    )
    .option(
      "--max-bytes <n>",
      "let the oldest bases go, then the previous generation, until it fits",
      wholeNumber,
    )
    .addHelpText("after", example("gc --keep 1 --max-bytes 500000000"))
    .action(async (_, command) => {
      const flags: WorktreeFlags & WaitFlags & { keep?: number; maxBytes?: number } = command
        .optsWithGlobals();
      if (flags.keep === 0) {
        throw new Failure("usage.bad_flag", "One generation at least is kept.", {
          hint: "evident clear removes all",
        });
      }
      const { keep, maxBytes } = flags;
      printDocument(
        session,
        await open(openOptionsOf(flags)).gc({ keep, maxBytes, waitMs: waitMsOf(flags) }),
      );
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
