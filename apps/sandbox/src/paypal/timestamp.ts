/** Writes an instant as the provider does, to the second. */
export const timestamp = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
