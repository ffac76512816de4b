// Where everything of a binding's cache folder lies, and what the names say. Pure: no disk.

/** Raised when a file of the cache gets another shape. A cache of a higher one is refused, of a lower one rebuilt. */
export const FORMAT = 1;

/** How many published generations stay: the current one and the one before it. */
export const KEPT_GENERATIONS = 2;

export const MANIFEST_FILE = "manifest.json";
/** The part that lists every blob a generation holds. */
export const BLOBS_FILE = "blobs.bin";

/** What the name of a part's page list ends with. */
const PAGES_ENDING = ".pages";

/** The name of a part: one component, nothing that could leave a folder. */
const PART_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const GENERATION_NAME = /^[0-9]{8,}-[0-9a-f]{8}$/;

/** The paths of one binding's folder. */
export class Layout {
  readonly folder: string;

  constructor(cacheFolder: string, readonly bindingId: string) {
    this.folder = `${cacheFolder}/${bindingId}`;
  }

  get binding(): string {
    return `${this.folder}/binding.json`;
  }
  get current(): string {
    return `${this.folder}/current`;
  }
  get bases(): string {
    return `${this.folder}/bases`;
  }
  get lastBuild(): string {
    return `${this.folder}/last_build.json`;
  }
  get lock(): string {
    return `${this.folder}/lock`;
  }
  get generations(): string {
    return `${this.folder}/generations`;
  }
  get packs(): string {
    return `${this.folder}/packs`;
  }
  get staging(): string {
    return `${this.folder}/staging`;
  }
  get leases(): string {
    return `${this.folder}/leases`;
  }

  generation(name: string): string {
    return `${this.generations}/${name}`;
  }
  pack(name: string): string {
    return `${this.packs}/${name}.pack`;
  }
}

/** The folders inside a binding's folder. */
export function foldersOf(layout: Layout): string[] {
  return [layout.generations, layout.packs, layout.staging, layout.leases];
}

/** How a failure names a file of the cache: relative to the binding's folder, so that no absolute path is told. */
export function partLabel(layout: Layout, path: string): string {
  return path.startsWith(layout.folder + "/") ? path.slice(layout.folder.length + 1) : path;
}

export function isPartName(name: string): boolean {
  return PART_NAME.test(name) && name !== MANIFEST_FILE && !name.endsWith(PAGES_ENDING);
}

/** The file beside a part that has the digest of each of its pages. */
export function pageListFile(part: string): string {
  return part + PAGES_ENDING;
}

export function isGenerationName(name: string): boolean {
  return GENERATION_NAME.test(name);
}

/** The generation that wrote a pack, null where the file is no pack. */
export function packNameOf(fileName: string): string | null {
  const name = fileName.endsWith(".pack") ? fileName.slice(0, -".pack".length) : "";
  return isGenerationName(name) ? name : null;
}

/**
 * The next name after all that are there. The number orders; the random end keeps a reader of a cleared cache from
 * taking a new generation for the one it holds.
 */
export function nextGenerationName(taken: readonly string[], random: Uint8Array): string {
  let last = 0;
  for (const name of taken) {
    if (isGenerationName(name)) last = Math.max(last, Number(name.slice(0, name.indexOf("-"))));
  }
  const end = Array.from(random.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${String(last + 1).padStart(8, "0")}-${end}`;
}
