// Groups of a graph whose members all reach each other. Without recursion: a path may be longer than the stack is deep.
// Not here: what the nodes are.

/** The strongly connected components of a graph, by the order in which a walk leaves them. */
export function stronglyConnected<T>(nodes: Iterable<T>, next: (node: T) => readonly T[]): T[][] {
  const found: T[][] = [];
  const order = new Map<T, number>();
  // The earliest node of its component that a node leads back to, while the component is open.
  const low = new Map<T, number>();
  const open: T[] = [];
  for (const root of nodes) {
    if (order.has(root)) continue;
    const path: { node: T; to: readonly T[]; at: number }[] = [];
    const enter = (node: T) => {
      order.set(node, order.size);
      low.set(node, order.get(node)!);
      open.push(node);
      path.push({ node, to: next(node), at: 0 });
    };
    enter(root);
    while (path.length > 0) {
      const step = path[path.length - 1];
      if (step.at < step.to.length) {
        const to = step.to[step.at++];
        if (!order.has(to)) enter(to);
        else if (low.has(to)) low.set(step.node, Math.min(low.get(step.node)!, order.get(to)!));
        continue;
      }
      path.pop();
      const own = low.get(step.node)!;
      const before = path.at(-1);
      if (before !== undefined) low.set(before.node, Math.min(low.get(before.node)!, own));
      if (own !== order.get(step.node)) continue;
      const component = open.splice(open.lastIndexOf(step.node));
      for (const node of component) low.delete(node);
      found.push(component);
    }
  }
  return found;
}
