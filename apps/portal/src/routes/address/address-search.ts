type Plain = string | number | boolean;

/**
 * Reads the search of an address as plain texts. The router would read `1E23456789`, which may be a registration
 * code, as a number and write it back differently.
 */
export function readSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Writes a search. Leaves out undefined values. */
export function writeSearch(search: Record<string, Plain | undefined>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
