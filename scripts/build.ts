// `npm run build`: builds dist/evident.

import { statSync } from "node:fs";
import { relative } from "node:path";
import { build } from "./parts/build.ts";
import { BINARY, ROOT } from "./parts/repository.ts";

await build();
console.error(`${relative(ROOT, BINARY)}: ${(statSync(BINARY).size / 1e6).toFixed(1)} MB`);
