// What a capture and its extraction hand to resolution: files, facts by path, texts of configuration. Pure.

import type { Capture } from "../capture/mod.ts";
import { type FileFacts, type GraphFile, LineIndex } from "../model/mod.ts";
import { isConfiguration } from "../resolve/mod.ts";
import type { ExtractedFile } from "./facts.ts";

/** Every captured path as the graph lists it, omitted ones too. */
export function graphFiles({ manifest, files }: Capture, extracted: readonly ExtractedFile[]): GraphFile[] {
  let next = 0;
  return manifest.entries.map(({ path, sha256, sizeBytes, omitted }) => {
    if (omitted !== null) {
      return { path, language: null, sha256, status: "omitted", reason: omitted, sizeBytes };
    }
    const { language, status, reason, facts } = extracted[next];
    const { bytes } = files[next++];
    const lastLine = facts === null ? LineIndex.ofBytes(bytes).lastLine(0, bytes.length) : undefined;
    return { path, language, sha256, status, reason, sizeBytes, lastLine };
  });
}

export function factsByPath(
  captured: Capture,
  extracted: readonly ExtractedFile[],
): ReadonlyMap<string, FileFacts> {
  const facts = new Map<string, FileFacts>();
  captured.files.forEach(({ path }, index) => {
    const own = extracted[index].facts;
    if (own !== null) facts.set(path, own);
  });
  return facts;
}

export async function configurations({ files }: Capture): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, bytes } of files) {
    if (await isConfiguration(path)) texts.set(path, new TextDecoder().decode(bytes));
  }
  return texts;
}
