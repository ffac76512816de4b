// temporary
export function parseGoMod(
  text: string,
): { module: string | null; replaces: { path: string; localPath: string | null }[] } {
  return { module: /^module\s+(\S+)/m.exec(text)?.[1] ?? null, replaces: [] };
}
