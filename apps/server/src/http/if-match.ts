/**
 * The versions that a caller wants to change: some by their names, any that is stored, or none, because the caller
 * wants to make the object. Null: nothing is said.
 */
export type IfMatch = readonly string[] | 'any' | 'none' | null;

/** Reads If-Match. `"7"` is version 7, even if proxies made it weak; `*` is any. If-None-Match can say `*`: none. */
export function readIfMatch(header: string | undefined, ifNoneMatch?: string): IfMatch {
  if (header === undefined) return ifNoneMatch?.trim() === '*' ? 'none' : null;
  if (header.trim() === '*') return 'any';
  // Our versions have no comma.
  return header.split(',').map((version) => version.trim().replace(/^W\//, '').replaceAll('"', ''));
}

/** Tells if a caller means the stored version. @param version undefined: nothing is stored */
export function matchesVersion(wanted: IfMatch, version: string | undefined): boolean {
  if (wanted === null) return true;
  if (wanted === 'none' || version === undefined) return wanted === 'none' && version === undefined;
  return wanted === 'any' || wanted.includes(version);
}
