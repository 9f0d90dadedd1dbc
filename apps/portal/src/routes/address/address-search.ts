/**
 * Reads the search of an address as plain texts. The router would read `1E23456789`, which may be a registration
 * code, as a number and write it back differently.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
