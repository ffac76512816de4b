// Members that Python calls by itself: on making, calling, entering, iterating and indexing a value, and for operators.

import type { Protocol } from "../../../typing/mod.ts";

export const PROTOCOL: Protocol = {
  construct: "__init__",
  create: "__new__",
  call: "__call__",
  enter: "__enter__",
  enterAsync: "__aenter__",
  iterate: "__iter__",
  iterateAsync: "__aiter__",
  next: "__next__",
  nextAsync: "__anext__",
  index: "__getitem__",
  describe: "__get__",
  classOf: "__class__",
  instances: null,
};

const BINARY: ReadonlyMap<string, string> = new Map(Object.entries({
  "+": "__add__",
  "-": "__sub__",
  "*": "__mul__",
  "@": "__matmul__",
  "/": "__truediv__",
  "//": "__floordiv__",
  "%": "__mod__",
  "**": "__pow__",
  "<<": "__lshift__",
  ">>": "__rshift__",
  "&": "__and__",
  "|": "__or__",
  "^": "__xor__",
}));

const UNARY: ReadonlyMap<string, string> = new Map(Object.entries({
  "-": "__neg__",
  "+": "__pos__",
  "~": "__invert__",
}));

/** The member that an operator calls on its first operand; comparisons and `not` give truth values. */
export function operatorMember(operator: string, operands: number): string | null {
  return (operands === 1 ? UNARY : BINARY).get(operator) ?? null;
}
