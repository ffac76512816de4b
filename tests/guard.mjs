// Preloaded before every test file on both runtimes: without it, a throw at module level, an exception after a test's
// end and a `process.exit(0)` inside a test would pass.
const exit = globalThis.Deno ? Deno.exit.bind(Deno) : process.exit.bind(process);
if (globalThis.Deno) {
  for (const kind of ["error", "unhandledrejection"]) {
    addEventListener(kind, (event) => {
      console.error(kind, event.reason ?? event.error);
      exit(70);
    });
  }
  Deno.exit = (code) => {
    throw new Error(`Deno.exit(${code}) inside a test`);
  };
}
process.exit = (code) => {
  throw new Error(`process.exit(${code}) inside a test`);
};
