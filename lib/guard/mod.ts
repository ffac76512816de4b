// The firewall: every text leaving the program passes here. What an answer quotes of a repository is data, never an
// instruction to a terminal, a JSON reader or a person's eye. Pure.
// Laws kept: JSON output parses back to exactly the text that went in; a text that had to be altered is said to be.
// Not here: where a flag is put in an answer (wire), reading or writing anything.

export { hasBidiControls, visible } from "./characters.ts";
export { encodeJson, type Guarded, guardValue, type JsonObject, type JsonValue } from "./json.ts";
export { findSecrets, redact, REDACTED, type Redacted, type SecretSpan } from "./secrets.ts";
