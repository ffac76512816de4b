// The shape of everything that leaves the program: failures and the text of documents.
export { asFailure, failureDocument } from "./failure.ts";
export { type Layout, renderDocument } from "./format.ts";
