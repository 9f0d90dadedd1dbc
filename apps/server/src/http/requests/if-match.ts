/**
 * The versions that a caller wants to change: some by their names, any that is stored, or none, because the caller
 * wants to make the object. Null: nothing is said.
 */
export type IfMatch = readonly string[] | 'any' | 'none' | null;

/** Reads If-Match. `"7"` is version 7, even if proxies made it weak; `*` is any. If-None-Match can say `*`: none. */
export function readIfMatch(header: string | undefined, ifNoneMatch?: string): IfMatch {
  if (header === undefined) return ifNoneMatch?.trim() === '*' ? 'none' : null;
  if (header.trim() === '*') return 'any';
  return versionsIn(header);
}

// Our versions have no comma.
const versionsIn = (header: string) =>
  header.split(',').map((version) => version.trim().replace(/^W\//, '').replaceAll('"', ''));

/** Tells if a reader has this version already. @param header its If-None-Match @param tag the answer's ETag */
export function isKnownVersion(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || versionsIn(header).includes(tag.replaceAll('"', ''));
}

/** Tells if a caller means the stored version. @param version undefined: nothing is stored */
export function matchesVersion(wanted: IfMatch, version: string | undefined): boolean {
  if (wanted === null) return true;
  if (wanted === 'none' || version === undefined) return wanted === 'none' && version === undefined;
  return wanted === 'any' || wanted.includes(version);
}
