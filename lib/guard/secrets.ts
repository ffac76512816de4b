// Secrets in text: private key blocks and tokens whose shape is public. A shape counts only with its issuer's prefix and
// full length, so that ordinary source is quoted exactly. Redaction keeps every line end: line numbers stay true.
// Every pattern is linear in the text: its start is anchored and its runs are disjoint.

/** What stands where a secret was. */
export const REDACTED = "[redacted]";

/** A half-open range of UTF-16 units. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
}

export interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

const TOKEN_SHAPES = [
  "(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])",
  "gh[pousr]_[A-Za-z0-9]{36,255}",
  "github_pat_[A-Za-z0-9_]{40,255}",
  "glpat-[A-Za-z0-9_-]{20,255}",
  "xox[abeprs]-[0-9][A-Za-z0-9-]{15,255}",
  "xapp-[0-9]-[A-Za-z0-9-]{20,255}",
  "AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])",
  "[sr]k_(?:live|test)_[A-Za-z0-9]{20,255}",
  "sk-ant-[A-Za-z0-9_-]{32,255}",
  "sk-proj-[A-Za-z0-9_-]{32,255}",
  "sk-[A-Za-z0-9]{40,255}",
  "npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])",
  "pypi-AgE[A-Za-z0-9_-]{50,512}",
  "hf_[A-Za-z0-9]{34,255}",
  "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}",
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
  "dop_v1_[a-f0-9]{64}",
  "eyJ[A-Za-z0-9_-]{16,4096}\\.eyJ[A-Za-z0-9_-]{16,8192}\\.[A-Za-z0-9_-]{32,1024}",
];
const TOKEN = new RegExp(`(?<![A-Za-z0-9_-])(?:${TOKEN_SHAPES.join("|")})`, "g");

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** What may stand inside a key block: base64, header lines, and how source quotes and joins lines. */
const KEY_BODY = /[A-Za-z0-9+/=:,.\s\\"'`()-]*/y;
/** A key's body has at least one run of this; a mention of the marker in code has none. */
const KEY_RUN = /[A-Za-z0-9+/=]{40}/;
const KEY_END = "-----END";

/** The secrets of a text, in order and disjoint. */
export function findSecrets(text: string): SecretSpan[] {
  const spans = [...keyBodies(text)];
  for (const match of text.matchAll(TOKEN)) {
    spans.push({ start: match.index, end: match.index + match[0].length });
  }
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const disjoint: SecretSpan[] = [];
  for (const span of spans) {
    if (disjoint.length === 0 || span.start >= disjoint[disjoint.length - 1].end) disjoint.push(span);
  }
  return disjoint;
}

/** The bodies of private key blocks, markers left in place. An unclosed block ends where its body does. */
function* keyBodies(text: string): Generator<SecretSpan> {
  let from = 0;
  for (const begin of text.matchAll(KEY_BEGIN)) {
    const start = begin.index + begin[0].length;
    if (start < from) continue;
    KEY_BODY.lastIndex = start;
    const body = KEY_BODY.exec(text)?.[0] ?? "";
    const closed = body.indexOf(KEY_END);
    const length = closed < 0 ? body.length : closed;
    from = start + length;
    if (KEY_RUN.test(body.slice(0, length))) yield { start, end: from };
  }
}

/** The text with its secrets replaced; its line ends stay where they are. */
export function redact(text: string, spans: readonly SecretSpan[] = findSecrets(text)): Redacted {
  if (spans.length === 0) return { text, redacted: false };
  let out = "";
  let done = 0;
  for (const { start, end } of spans) {
    out += text.slice(done, start) + text.slice(start, end).replace(/[^\r\n]+/g, REDACTED);
    done = end;
  }
  return { text: out + text.slice(done), redacted: true };
}
