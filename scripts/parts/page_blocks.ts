// Pages whose figures are written by scripts: blocks between comments, replaced whole.

/** The page with its blocks of a kind written anew. Throws where page and blocks do not name the same. */
export function refreshed(
  page: string,
  written: Readonly<Record<string, string>>,
  kind: string,
): string {
  const block = new RegExp(`<!-- ${kind}: ([^>]*?) -->\\n[\\s\\S]*?<!-- /${kind} -->`, "g");
  const named = [...page.matchAll(block)].map(([, name]) => name);
  const missing = Object.keys(written).filter((name) => !named.includes(name));
  if (missing.length > 0) throw new Error(`the page has no block for: ${missing.join(", ")}`);
  return page.replace(block, (_, name: string) => {
    if (written[name] === undefined) throw new Error(`nothing is measured for the block ${name}`);
    return `<!-- ${kind}: ${name} -->\n\n${written[name]}\n\n<!-- /${kind} -->`;
  });
}

/** A table whose first column is text and whose others are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => i === 0 ? "---" : "---:")), ...rows.map(line)].join("\n");
}
