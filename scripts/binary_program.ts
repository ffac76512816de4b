// The program inside the binary: registers the files that the build embeds, then is the command line. Only the build sees
// this.

import "../wasm/embedded.ts";

export { main } from "../cli.ts";
