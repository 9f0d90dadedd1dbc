/** A picture of a marina's own. */
export interface LookFile {
  contentType: string;
  content: Buffer;
  /** The picture as PNG, for mails; null if no mail shows it. */
  picture: Buffer | null;
}

/** The most bytes that are kept in memory. */
const mostBytes = 32 * 1024 * 1024;

const cache = new Map<string, LookFile>();
let size = 0;

const sizeOf = ({ content, picture }: LookFile) => content.length + (picture?.length ?? 0);

/** Returns the hash that an address names: `/look/0f3a….svg`; null for any other address. */
export const lookHash = (address: string): string | null =>
  /^\/look\/([0-9a-f]{32})\.[a-z]{3,4}$/.exec(address)?.[1] ?? null;

/** Returns a picture by its address, if it was loaded. Another content has another address, so none gets old. */
export const keptLookFile = (address: string): LookFile | undefined => cache.get(address);

/** Keeps a loaded picture. Letters and papers are made from settings alone, and find it here. */
export function keepLookFile(address: string, file: LookFile): void {
  if (cache.has(address)) return;
  cache.set(address, file);
  size += sizeOf(file);
  for (const [oldest, each] of cache) {
    if (size <= mostBytes || oldest === address) return;
    cache.delete(oldest);
    size -= sizeOf(each);
  }
}
