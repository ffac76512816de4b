// The order of definitions in finished facts: by start byte, containers before members. A walk that reads recovered text
// or hoisted names makes them in another order; their numbers are then put right wherever they stand.

import { BINDING_KINDS, type DefId, type FileFacts, NONE } from "../../model/mod.ts";

const DEFINITION = BINDING_KINDS.indexOf("definition");

/** The facts with their definitions in order: the same object where they are so already. */
export function definitionsInOrder(facts: FileFacts): FileFacts {
  const { definitions, scopes, bindings, references } = facts;
  if (definitions.every(({ start }, i) => i === 0 || definitions[i - 1].start <= start)) return facts;
  const order = definitions.map((_, index) => index);
  order.sort((a, b) => definitions[a].start - definitions[b].start || a - b);
  const numbers = new Int32Array(definitions.length);
  order.forEach((before, now) => numbers[before] = now);
  const now = (definition: DefId): DefId => definition === NONE ? NONE : numbers[definition];
  return {
    ...facts,
    definitions: order.map((before) => {
      const definition = definitions[before];
      return { ...definition, parent: now(definition.parent) };
    }),
    imports: facts.imports.map((statement) => ({ ...statement, owner: now(statement.owner) })),
    scopes: { ...scopes, owner: scopes.owner.map(now) },
    references: { ...references, owner: references.owner.map(now) },
    bindings: {
      ...bindings,
      target: bindings.target.map((target, i) => bindings.kind[i] === DEFINITION ? now(target) : target),
    },
  };
}
