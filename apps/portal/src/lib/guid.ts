/**
 * Checks if a value from an address is a guid. Handwritten, because the contract's schema would add a library to
 * every page.
 */
export const isGuid = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);
