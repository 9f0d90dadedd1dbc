import { createHash } from 'node:crypto';
import { keptLookFile } from '../../lib/look-files.ts';
import type { TenantSettings } from '../../lib/tenant-settings.ts';

/** The templates, fonts and pictures of a marina's own. They take the place of ours with the same name. */
export interface OwnPapers {
  /** It is the same for the same files. */
  key: string;
  /** The contents by file name, such as `look.typ`. */
  files: ReadonlyMap<string, Buffer>;
}

/**
 * Returns a marina's own files for papers; null if it has none.
 * @throws Error if a file is not loaded. They come with the marina's settings
 */
export function ownPapersOf({ papers }: Pick<TenantSettings, 'papers'>): OwnPapers | null {
  const named = Object.entries(papers);
  if (named.length === 0) return null;
  const files = named.map(([name, address]): [string, Buffer] => {
    const content = keptLookFile(address)?.content;
    if (!content) throw new Error(`the marina's own file ${name} of papers is not loaded`);
    return [name, content];
  });
  return { key: createHash('sha256').update(JSON.stringify(named)).digest('base64'), files: new Map(files) };
}
