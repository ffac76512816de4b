// Attributes assigned through a receiver: `self.x = …` in a method makes a property of the class, at its first assignment.
// Laws kept: a name that the class body itself defines, before or after, is never defined a second time; such a property
// is a member of the class, but no name in its body. Not here: attributes that the class body assigns (`names.ts`).

import { FLAGS, NONE } from "../../../model/mod.ts";
import type { NodeId } from "../../../../wasm/mod.ts";
import { addValue, type Assigned, define, isValue } from "./names.ts";
import type { Frame, Place, Walk } from "./place.ts";
import { declarationText } from "./text.ts";

/** The class whose instance (or which itself) the name is the receiver of, seen from that frame; or null. */
function receiverClass(frame: Frame, name: string): Frame | null {
  for (let at: Frame | null = frame; at !== null && at.kind === "function"; at = at.parent) {
    if (at.receiver === name) return at.parent !== null && at.parent.kind === "class" ? at.parent : null;
    if (at.bound.has(name)) return null;
  }
  return null;
}

/** `object.name = …`: a property of the class where the object is the receiver and the name is new, else a write. */
export function assignAttribute(walk: Walk, place: Place, node: NodeId, assigned: Assigned): void {
  const { tree, facts } = walk;
  const object = tree.childByField(node, "object");
  const attribute = tree.childByField(node, "attribute");
  if (object < 0 || attribute < 0) return walk.loose(node, place);
  const receiver = walk.expression(object, place);
  const name = tree.text(attribute);
  if (name === "") return;
  const owner = tree.type(object) === "identifier" ? receiverClass(place.frame, tree.text(object)) : null;
  const bound = owner?.bound.get(name);
  if (owner === null || (bound === undefined && owner.declared.has(name))) {
    walk.memberUse(attribute, receiver, place, "write");
  } else if (bound !== undefined && bound >= 0) {
    const draft = facts.definitions[bound];
    if (isValue(draft)) addValue(draft, assigned);
    walk.memberUse(attribute, receiver, place, "write");
  } else {
    define(walk, owner, {
      name,
      kind: "property",
      parent: owner.def,
      start: assigned.start,
      end: assigned.end,
      nameStart: tree.start(attribute),
      nameEnd: tree.end(attribute),
      signature: declarationText(tree.source, assigned.start, assigned.end),
      annotation: assigned.annotation,
      values: assigned.value === NONE ? [] : [assigned.value],
      flags: FLAGS.assigned,
    });
  }
}
