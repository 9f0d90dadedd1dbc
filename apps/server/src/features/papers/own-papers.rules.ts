import { createHash } from 'node:crypto';
import { keptLookFile } from '../../lib/settings/look-files.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/** The templates, fonts and pictures of a marina's own. They take the place of ours with the same name. */
export interface OwnPapers {
  /** It is the same for the same files. */
  key: string;
  /** The contents by file name, such as `look.typ`. */
  files: ReadonlyMap<string, Buffer>;
  /** The names of the fonts that come before ours. */
  families: readonly string[];
}

const keptContent = (address: string) => keptLookFile(address)?.content;

/**
 * Returns a marina's own files for papers; null if it has none.
 * @param contentOf returns a file by its address. Without it: those that come with the marina's settings
 * @throws Error if a file is not loaded
 */
export function ownPapersOf(
  { papers, font }: Pick<TenantSettings, 'papers' | 'font'>,
  contentOf: (address: string) => Buffer | undefined = keptContent,
): OwnPapers | null {
  const fonts = font ? [font.regular, font.bold] : [];
  // No template can have the name of an address.
  const named = [...Object.entries(papers), ...fonts.map((address): [string, string] => [address, address])];
  if (named.length === 0) return null;
  const files = named.map(([name, address]): [string, Buffer] => {
    const content = contentOf(address);
    if (!content) throw new Error(`the marina's own file ${name} of papers is not loaded`);
    return [name, content];
  });
  const families = font ? [font.family] : [];
  const key = createHash('sha256').update(JSON.stringify({ named, families })).digest('base64');
  return { key, files: new Map(files), families };
}
