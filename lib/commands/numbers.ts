// Numbers on the command line. Law kept: what is no number is refused by name, never taken as another.

import { InvalidArgumentError } from "@commander-js/extra-typings";

/** A whole number from 0. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("A whole number was expected.");
  return Number(text);
}
