// What can only be said when the whole file is known: which declaration an assignment gives its value to, which symbol a
// member made by assignment belongs to, what is exported. Not here: other files.

import { FLAGS, isCallable, NONE } from "../../../model/mod.ts";
import { resolvePath } from "./assigned_symbols.ts";
import { memberKey } from "./member_table.ts";
import type { Pass } from "./pass.ts";
import type { PendingAssignment, PendingBase, PendingReceiver } from "./pending.ts";

/** Completes the facts of a file that is walked. */
export function settle(pass: Pass): void {
  for (const assignment of pass.assignments) settleAssignment(pass, assignment);
  for (const receiver of pass.receivers) settleReceiver(pass, receiver);
  for (const pending of pass.bases) settleBase(pass, pending);
  settleExports(pass);
  if (!pass.isModule) pass.facts.attributes["typescript.script"] = "1";
}

function settleAssignment(pass: Pass, assignment: PendingAssignment): void {
  const { name, value, start } = assignment;
  const scope = pass.scopeOf(name, assignment.scope);
  if (scope === NONE) return;
  const definition = pass.lookup(name, scope);
  if (definition >= 0 && !isCallable(pass.draft(definition).kind)) {
    pass.addValue(definition, value);
    const draft = pass.draft(definition);
    // A name that gets another value is more than another name of something.
    if (draft.values.length > 1) draft.flags &= ~FLAGS.alias;
    return;
  }
  const arm = pass.armIn(scope, assignment.arm);
  pass.bind(scope, name, "local", start, NONE, NONE, value, arm);
}

function settleReceiver(pass: Pass, receiver: PendingReceiver): void {
  const parent = resolvePath(pass, receiver.path, receiver.scope);
  if (parent === NONE || parent === receiver.definition) return;
  const draft = pass.draft(receiver.definition);
  const { kind } = pass.draft(parent);
  draft.parent = parent;
  const isStatic = !receiver.ofPrototype && (kind === "class" || kind === "function");
  if (isStatic) draft.flags |= FLAGS.static;
  const { definitions } = pass.membersOf(parent);
  const key = memberKey(draft.name, isStatic);
  if (!definitions.has(key)) definitions.set(key, receiver.definition);
}

function settleBase(pass: Pass, { path, scope, base }: PendingBase): void {
  const definition = resolvePath(pass, path, scope);
  if (definition === NONE || base === NONE) return;
  const { kind, bases } = pass.draft(definition);
  if (kind === "class" || kind === "function") bases.push({ expr: base, relation: "inherits" });
}

const MODULE_SCOPE = 0;
const MEMBERS = new Set(["method", "property", "constructor", "getter", "setter", "enum_member"]);

/** Export lists name what was declared without `export`; members are as exported as their container. */
function settleExports(pass: Pass): void {
  const { facts } = pass;
  const named = new Set<string>();
  for (const { kind, local, expr } of facts.exports) {
    if (kind === "local") named.add(local);
    else if (kind === "expr" && facts.exprKind(expr) === "name") named.add(facts.exprName(expr));
  }
  for (const draft of facts.definitions) {
    if (draft.parent === NONE && draft.scope === MODULE_SCOPE && named.has(draft.name)) draft.exported = true;
  }
  for (const draft of facts.definitions) {
    if (draft.parent === NONE) continue;
    const container = pass.draft(draft.parent);
    if (MEMBERS.has(draft.kind)) draft.exported = draft.visibility !== "private" && container.exported;
    else if (container.kind === "namespace") draft.exported &&= container.exported;
  }
}
