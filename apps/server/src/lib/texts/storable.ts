/** Tells if a text has a NUL, or one half of a pair of characters: PostgreSQL refuses them in its texts or its JSON. */
export const isUnstorable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
