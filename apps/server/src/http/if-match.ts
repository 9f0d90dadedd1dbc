/** The versions that a caller wants to change: some by their names, or any that is stored. Null: nothing is said. */
export type IfMatch = readonly string[] | 'any' | null;

/** Reads If-Match. `"7"` is version 7, even if proxies made it weak; `*` is any. */
export function readIfMatch(header: string | undefined): IfMatch {
  if (header === undefined) return null;
  if (header.trim() === '*') return 'any';
  // Our versions have no comma.
  return header.split(',').map((version) => version.trim().replace(/^W\//, '').replaceAll('"', ''));
}

/** Tells if a caller means the stored version. @param version undefined: nothing is stored */
export function isMeant(wanted: IfMatch, version: string | undefined): boolean {
  if (wanted === null) return true;
  if (version === undefined) return false;
  return wanted === 'any' || wanted.includes(version);
}
