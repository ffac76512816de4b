// The binary's entry: starts the executable again where the work ahead wants another engine, then loads the program. Law
// kept: nothing is loaded before that. Behind two doors, because what lies beside these modules loads half of the runtime.
// Only the build sees this.

import { restartFor } from "../lib/host/runtime.ts";
import { workOf } from "../lib/commands/words.ts";

const argv = process.argv.slice(2);
const work = workOf(argv);
if (work !== "little") restartFor(work, argv);

const { main } = await import("./binary_program.ts");
await main();
