// Characters that a reader cannot see or a terminal obeys: control characters, text direction controls, zero-width and
// tag characters, line separators that are no line feed.

// Without the u flag: units are replaced one by one, so that a JSON escape stays a pair of `\u` escapes.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const CONTROL_END = 0x20;

/** Whether the text holds controls that change the direction in which it is shown. */
export function hasBidiControls(text: string): boolean {
  return BIDI.test(text);
}

/** Hidden characters of JSON text as `\uXXXX`: inside its strings that is the same text. */
export function escapeHidden(json: string): string {
  return json.replace(HIDDEN, escaped);
}

/** Text for people: control and hidden characters shown as escapes, line feed and tab kept. Never parsed back. */
export function visible(text: string): string {
  let out = "";
  for (const char of text.replace(HIDDEN, escaped)) {
    const code = char.charCodeAt(0);
    const lone = char.length === 1 && code >= 0xd800 && code <= 0xdfff;
    const control = code < CONTROL_END && char !== "\n" && char !== "\t";
    out += lone || control ? escaped(char) : char;
  }
  return out;
}

function escaped(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; i++) out += "\\u" + text.charCodeAt(i).toString(16).padStart(4, "0");
  return out;
}
