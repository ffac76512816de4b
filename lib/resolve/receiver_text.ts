// How the receiver of a member reads, for lists of what could not be bound. Not here: what it is.

import { NONE } from "../model/mod.ts";
import type { Evaluator, FileView } from "../typing/mod.ts";

const MAX_RECEIVER = 60;

/** The receiver of a member as it reads, shortened; null for a bare name. */
export function receiverText(evaluator: Evaluator, view: FileView, expr: number): string | null {
  if (evaluator.kind(view, expr) !== "member") return null;
  const text = written(evaluator, view, evaluator.object(view, expr), 0);
  return text.length > MAX_RECEIVER ? `${text.slice(0, MAX_RECEIVER - 1)}…` : text;
}

function written(evaluator: Evaluator, view: FileView, expr: number, depth: number): string {
  if (expr === NONE || depth > 8) return "…";
  const inner = () => written(evaluator, view, evaluator.object(view, expr), depth + 1);
  switch (evaluator.kind(view, expr)) {
    case "name":
      return evaluator.name(view, expr);
    case "this":
    case "super":
      return evaluator.kind(view, expr);
    case "member":
      return `${inner()}.${evaluator.name(view, expr)}`;
    case "call":
      return `${inner()}()`;
    case "construct":
      return `new ${inner()}()`;
    case "index":
      return `${inner()}[]`;
    case "await":
      return `await ${inner()}`;
    case "literal":
    case "collection":
      return `<${evaluator.name(view, expr)}>`;
    default:
      return "…";
  }
}
