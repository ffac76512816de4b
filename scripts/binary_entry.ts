// The binary's entry: registers the files that the build embeds, then runs the command line. Only the build sees this.

import "../wasm/embedded.ts";
import { main } from "../cli.ts";

await main();
