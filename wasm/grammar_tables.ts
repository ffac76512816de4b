// What a grammar says of its symbols, aliases and fields, read once from its `TSLanguage` in WASM memory, in the shape that
// copying a tree asks for. The layout is that of the pinned web-tree-sitter on wasm32, grammars of ABI 14 and 15.
// Not here: trees.

import { type Address, NAMED, VISIBLE } from "./subtree.ts";

const ABI = { from: 14, to: 15 } as const;
/** Byte offsets in `TSLanguage`. */
const LANGUAGE = {
  abi: 0,
  symbolCount: 4,
  aliasCount: 8,
  productionCount: 28,
  fieldCount: 32,
  longestAliased: 36,
  fieldSlices: 64,
  fieldEntries: 68,
  symbolMetadata: 72,
  publicSymbols: 76,
  aliases: 84,
} as const;
/** `TSSymbolMetadata`: visible, named, supertype. */
const METADATA_BYTES = 3;
/** `TSMapSlice`: index and length. */
const SLICE_BYTES = 4;
/** `TSFieldMapEntry`: field, child, inherited. */
const ENTRY_BYTES = 4;

/** A row is a production, a column the place of a child among those that are no extras. */
export interface GrammarTables {
  /** Columns of a row. */
  readonly width: number;
  /** The symbol that the production calls the child by, or 0. */
  readonly aliases: Uint16Array;
  /** The field that the production itself gives the child, or 0. */
  readonly fields: Uint16Array;
  /** By symbol: the one that stands for it in the outside. */
  readonly publicSymbols: Uint16Array;
  /** By symbol: the flags of a subtree that is shown as it. */
  readonly shownAs: Uint8Array;
}

/** Throws where the grammar's ABI is another, or its tables are not what the layout lets expect. */
export function readGrammar(memory: WebAssembly.Memory, language: Address): GrammarTables {
  const view = new DataView(memory.buffer);
  const word = (offset: number) => view.getUint32(language + offset, true);
  const abi = word(LANGUAGE.abi);
  if (abi < ABI.from || abi > ABI.to) throw new Error(`the layout of a grammar of ABI ${abi} is not known`);
  const symbols = word(LANGUAGE.symbolCount) + word(LANGUAGE.aliasCount);
  const publicSymbols = new Uint16Array(memory.buffer, word(LANGUAGE.publicSymbols), symbols).slice();
  const metadata = new Uint8Array(memory.buffer, word(LANGUAGE.symbolMetadata), symbols * METADATA_BYTES);
  const shownAs = Uint8Array.from(publicSymbols, (_, symbol) => {
    const named = metadata[symbol * METADATA_BYTES + 1] !== 0;
    return named ? VISIBLE | NAMED : VISIBLE;
  });
  const productions = word(LANGUAGE.productionCount);
  const longest = view.getUint16(language + LANGUAGE.longestAliased, true);
  const entries = word(LANGUAGE.fieldCount) === 0 ? [] : ownFields(view, productions, {
    slices: word(LANGUAGE.fieldSlices),
    entries: word(LANGUAGE.fieldEntries),
  });
  // One column more than any production has children: the root holds the end of the file as well.
  const width = 1 + entries.reduce((most, { child }) => Math.max(most, child + 1), longest);
  const fields = new Uint16Array(productions * width);
  // Of two entries for a child the first counts.
  for (const { production, child, field } of entries.reverse()) fields[production * width + child] = field;
  if (fields.subarray(0, width).some((field) => field !== 0)) {
    throw new Error("a grammar names fields of the production that stands for none");
  }
  const rows = new Uint16Array(memory.buffer, word(LANGUAGE.aliases), productions * longest);
  const aliases = new Uint16Array(productions * width);
  // The first row is of no production.
  for (let production = 1; production < productions; production++) {
    aliases.set(rows.subarray(production * longest, (production + 1) * longest), production * width);
  }
  return { width, aliases, fields, publicSymbols, shownAs };
}

interface OwnField {
  readonly production: number;
  readonly child: number;
  readonly field: number;
}

/** The entries of the field map that a production does not have from a hidden child. */
function ownFields(
  view: DataView,
  productions: number,
  map: { slices: Address; entries: Address },
): OwnField[] {
  const found: OwnField[] = [];
  for (let production = 0; production < productions; production++) {
    const slice = map.slices + production * SLICE_BYTES;
    const first = view.getUint16(slice, true);
    const past = first + view.getUint16(slice + 2, true);
    for (let index = first; index < past; index++) {
      const entry = map.entries + index * ENTRY_BYTES;
      if (view.getUint8(entry + 3) !== 0) continue;
      found.push({ production, child: view.getUint8(entry + 2), field: view.getUint16(entry, true) });
    }
  }
  return found;
}
