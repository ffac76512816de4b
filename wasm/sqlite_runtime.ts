// SQLite's WASM module made to run without the package's JavaScript: its imports, its memory and the VFS in its function
// table. This halves the time to the first row. The price is that the layout of three C structs is known here, for the
// exact package version that package.json pins; a test reads a database back through the package's own JavaScript.
// Laws kept: the bytes come from the asset table, nothing is fetched, nothing runs before it is asked for.

import { assetBytes } from "./assets.ts";
import { addCallbacks, type Callback } from "./callbacks.ts";
import { Heap, type Pointer } from "./heap.ts";
import { RESULT, type SqliteExports } from "./sqlite_exports.ts";
import { FileSystemVfs, MAX_PATH_BYTES, VFS_NAME } from "./vfs.ts";

const PAGE_BYTES = 65_536;
/** What the module asks for at least; it has 2 GiB at most. */
const INITIAL_PAGES = 128;
const MAXIMUM_PAGES = 32_768;
/** "Function not implemented", as WASI and as musl count it. */
const WASI_ENOSYS = 52;
const MUSL_ENOSYS = 38;

/** `sqlite3_file` holds the pointer to its methods and nothing else. */
const FILE_BYTES = 4;
const IO_METHODS = {
  byteLength: 76,
  functions: {
    xClose: [4, "ii"],
    xRead: [8, "iiiij"],
    xWrite: [12, "iiiij"],
    xTruncate: [16, "iij"],
    xSync: [20, "iii"],
    xFileSize: [24, "iii"],
    xLock: [28, "iii"],
    xUnlock: [32, "iii"],
    xCheckReservedLock: [36, "iii"],
    xFileControl: [40, "iiii"],
    xSectorSize: [44, "ii"],
    xDeviceCharacteristics: [48, "ii"],
  },
} as const;
const VFS = {
  byteLength: 88,
  fileBytes: 4,
  maxPathBytes: 8,
  name: 16,
  functions: {
    xOpen: [24, "iiiiii"],
    xDelete: [28, "iiii"],
    xAccess: [32, "iiiii"],
    xFullPathname: [36, "iiiii"],
    xRandomness: [56, "iiii"],
    xSleep: [60, "iii"],
    xCurrentTime: [64, "iii"],
    xGetLastError: [68, "iiii"],
  },
} as const;

/** SQLite as instantiated, with the VFS registered under `VFS_NAME`. */
export interface SqliteRuntime {
  readonly c: SqliteExports;
  readonly heap: Heap;
  readonly vfs: FileSystemVfs;
}

/** Compiles, instantiates and installs. Compilation begins before the first await, on the runtime's own threads. */
export async function instantiateSqlite(): Promise<SqliteRuntime> {
  const module = await WebAssembly.compile(assetBytes("sqlite"));
  const memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES });
  const instance = new WebAssembly.Instance(module, imports(module, memory));
  const c = instance.exports as unknown as SqliteExports;
  c.__wasm_call_ctors();
  const heap = new Heap(memory, c);
  const vfs = new FileSystemVfs(heap);
  if (c.sqlite3_initialize() !== RESULT.ok || install(c, heap, vfs) !== RESULT.ok) {
    throw new Error("SQLite refused to start");
  }
  return { c, heap, vfs };
}

/** The VFS does all input and output, so that of the imports only memory and clocks are real. */
function imports(module: WebAssembly.Module, memory: WebAssembly.Memory): WebAssembly.Imports {
  const real: Record<string, WebAssembly.ImportValue> = {
    memory,
    emscripten_get_heap_max: () => MAXIMUM_PAGES * PAGE_BYTES,
    emscripten_resize_heap: (byteLength: number) => grow(memory, byteLength >>> 0),
    emscripten_date_now: () => Date.now(),
    emscripten_get_now: () => performance.now(),
    clock_time_get: (_clock: number, _precision: bigint, out: Pointer) => {
      new DataView(memory.buffer).setBigUint64(out, BigInt(Date.now()) * 1_000_000n, true);
      return 0;
    },
  };
  const table: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const errno = from === "env" ? -MUSL_ENOSYS : WASI_ENOSYS;
    (table[from] ??= {})[name] = real[name] ?? (() => errno);
  }
  return table;
}

/** Grows by a fifth at least, so that many small requests stay cheap. */
function grow(memory: WebAssembly.Memory, byteLength: number): number {
  const now = memory.buffer.byteLength;
  const wanted = Math.ceil(Math.max(byteLength, now * 1.2) / PAGE_BYTES);
  try {
    memory.grow(Math.min(wanted, MAXIMUM_PAGES) - now / PAGE_BYTES);
    return memory.buffer.byteLength >= byteLength ? 1 : 0;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

function install(c: SqliteExports, heap: Heap, vfs: FileSystemVfs): number {
  vfs.ioMethods = struct(c, heap, IO_METHODS, vfs.fileFunctions);
  const system = struct(c, heap, VFS, vfs.systemFunctions);
  const name = heap.allocateText(VFS_NAME);
  const view = heap.view;
  view.setInt32(system + VFS.fileBytes, FILE_BYTES, true);
  view.setInt32(system + VFS.maxPathBytes, MAX_PATH_BYTES, true);
  view.setInt32(system + VFS.name, name, true);
  return c.sqlite3_vfs_register(system, 1);
}

/** Allocates a struct of version 1 and fills in its function pointers; it lives as long as the runtime. */
function struct<Name extends string>(
  c: SqliteExports,
  heap: Heap,
  layout: { byteLength: number; functions: Record<Name, readonly [number, string]> },
  functions: Record<Name, Callback["call"]>,
): Pointer {
  const names = Object.keys(layout.functions) as Name[];
  const pointers = addCallbacks(
    c.__indirect_function_table,
    names.map((name) => ({ signature: layout.functions[name][1], call: functions[name] })),
  );
  const pointer = heap.allocate(layout.byteLength);
  heap.bytes.fill(0, pointer, pointer + layout.byteLength);
  heap.view.setInt32(pointer, 1, true);
  names.forEach((name, index) => {
    heap.view.setInt32(pointer + layout.functions[name][0], pointers[index], true);
  });
  return pointer;
}
