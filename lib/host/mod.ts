// The machine: disks, processes, clocks, environment, locks, progress. The only room beside `wasm` that imports a `node:`
// module. Never here: Git, SQL, languages.

export { type DiskCalls, errorCode, errorPath, replaceCalls } from "./calls.ts";
export { isYounger, monotonicMs, sleep, sleepSync, uptimeMs, wallMs } from "./clock.ts";
export { deflate, inflate } from "./compression.ts";
export {
  absolutePath,
  copyFile,
  joinPaths,
  makeFolder,
  makePrivate,
  parentPath,
  pathBelow,
  pathExists,
  readFile,
  readInput,
  readText,
  realPath,
  removeFile,
  removeTree,
  renamePath,
  replaceFile,
  syncFile,
  syncFolder,
  treeBytes,
  writeFile,
} from "./disk.ts";
export {
  cacheFolder,
  childEnvironment,
  configFile,
  currentFolder,
  dataFolder,
  homeFolder,
  isDebugging,
  isTerminal,
  wantsColor,
} from "./environment.ts";
export { type FolderEntry, type FolderListing, listFolder } from "./listing.ts";
export {
  isLocked,
  Lock,
  type LockAttempt,
  type LockHolder,
  readHolder,
  removeDeadRecovery,
  tryLock,
  waitForLock,
} from "./lock.ts";
export { collectGarbage } from "./memory.ts";
export {
  canWrite,
  createMarker,
  folderPrivacy,
  freeBytes,
  othersMayWrite,
  RandomReader,
  removeEmptyFolder,
  SequentialWriter,
} from "./open_files.ts";
export { readStdin, writeStderr, writeStdout } from "./output.ts";
export { type Liveness, livenessOf, type ProcessIdentity, processIdentity } from "./process_identity.ts";
export { findProgram, run, runAsync, type RunRequest, type RunResult } from "./programs.ts";
export { phase, type PhaseRecord, profileRecords, profileText, startProfile } from "./profile.ts";
export { type Progress, SILENT, terminalProgress } from "./progress.ts";
export { BUN_SOURCE_FLAGS, processorCount, type RuntimeFacts, runtimeFacts, selfCommand } from "./runtime.ts";
export {
  type FolderProblem,
  type ReadProblem,
  type ReadRequest,
  SafeFolder,
  type SafeRead,
} from "./safe_read.ts";
export {
  type FileKind,
  type FileStat,
  hasStamp,
  isFolder,
  isRacy,
  sameFileTime,
  sameStamp,
  STAMP_GRANULARITY,
  statDescriptor,
  statIfShown,
  statPath,
} from "./stamps.ts";
