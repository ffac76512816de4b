// Sub-path patterns with one `*`, as `paths`, `exports` and `imports` have them, and the targets of a sub-path in such a
// field. Not here: which file a target is.

/** What `*` stands for where a specifier fits a pattern; "" where it fits exactly; null where it does not. */
export function matched(pattern: string, specifier: string): string | null {
  const star = pattern.indexOf("*");
  if (star < 0) return pattern === specifier ? "" : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits = specifier.length >= before.length + after.length && specifier.startsWith(before) &&
    specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : null;
}

/** Targets of a sub-path in an exports or imports field, all conditions in order. */
export function targetsOf(field: unknown, subpath: string): string[] {
  if (typeof field === "string") return subpath === "." ? [field] : [];
  if (Array.isArray(field)) return field.flatMap((entry) => targetsOf(entry, subpath));
  if (field === null || typeof field !== "object") return [];
  const entries = Object.entries(field);
  if (!entries.some(([key]) => key.startsWith(".") || key.startsWith("#"))) {
    return subpath === "." ? leaves(field) : [];
  }
  const exact = entries.find(([key]) => key === subpath);
  if (exact !== undefined) return leaves(exact[1]);
  const patterns = entries.filter(([key]) => key.includes("*")).sort(([a], [b]) => b.length - a.length);
  for (const [pattern, value] of patterns) {
    const star = matched(pattern, subpath);
    if (star !== null) return leaves(value).map((target) => target.replace("*", star));
  }
  return [];
}

function leaves(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(leaves);
}
