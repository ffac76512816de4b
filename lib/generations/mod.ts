// The life of what was built: staged unseen, published by one rename, kept while somebody reads it, collected after.
//
//   <cache folder>/<binding id>/          0700; one worktree
//     binding.json                         root, its inode, the user's flags                      (sealed)
//     current                              published generations, newest first, with the digest
//                                          of each manifest; replacing it publishes               (sealed)
//     bases                                generations of commits that were compared with, newest
//                                          first; the first to go                                 (sealed)
//     lock                                 the running build's
//     last_build.json                      how the last build went; decides nothing               (sealed)
//     generations/<number>-<random>/       one immutable generation
//       manifest.json                      fingerprints, parts and packs with checksums           (sealed)
//       blobs.bin                          digests of the keys of all blobs it holds
//       graph.db, …                        the parts, opaque here
//       graph.db.pages                     digest of each page of a part that is read in place
//     packs/<generation>.pack              blobs (source bytes, facts) that this generation added; read by every later
//                                          one that holds them; never changed
//     staging/<pid>-<random>/              a running build: generation/, new.pack
//     leases/<generation>.<process>.lease  empty; a reader's hold
//
// Sealed: JSON that carries its own checksum (`sealed.ts`). Checksums form one chain: pointer, manifest, parts and pack
// indexes, blobs. Laws kept: a killed build publishes nothing and loses nothing; what is read is whole and of one
// generation; nothing in use is removed; nothing outside these names is touched.
// Not here: what a database or facts hold, when to build, what is fresh.

export { type BlobKey, factsKey, sourceKey } from "./blob_key.ts";
export { beginBuild, Build, type BuildOptions, withBuild } from "./build.ts";
export { type Binding, type Cache, isReplaced, openCache, readBinding } from "./cache.ts";
export { clearCache } from "./clear.ts";
export { type Examination, examineCache, type ExaminedGeneration, type ExamineOptions } from "./examine.ts";
export { gcCache, type GcReport, type GcRequest } from "./gc.ts";
export type { Hold, LockState } from "./holders.ts";
export {
  Generation,
  isTakenAway,
  openBase,
  openByFingerprint,
  openCurrent,
  openPrevious,
} from "./generation.ts";
export type { GenerationManifest, PackRecord, PartRecord } from "./manifest.ts";
export type { LastBuild, Outcome } from "./outcome.ts";
export type { BaseRequest, FinishedParts, PublishRequest, StagedGeneration } from "./publish.ts";
export { type CacheStatus, cacheStatus, type GenerationStatus } from "./status.ts";
export { verifyGeneration } from "./verify.ts";
