// Text rules that all languages share: signatures and documentation comments.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const SIGNATURE_BYTES = 2_000;

/** A declaration head on one line: white space folded, at most 2,000 bytes, cut between characters. */
export function foldSignature(text: string): string {
  const folded = text.replace(/[ \t\r\n\f\v]+/g, " ").trim();
  if (folded.length * 3 <= SIGNATURE_BYTES) return folded;
  const bytes = encoder.encode(folded);
  if (bytes.length <= SIGNATURE_BYTES) return folded;
  let end = SIGNATURE_BYTES;
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end));
}
