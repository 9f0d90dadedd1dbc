const longestMs = 10_000;

/**
 * Waits while the browser opens another page in place of this one, so that the button that was pressed keeps its
 * processing text. Resolves after 10 s, for a page that stays after all.
 */
export const waitToLeave = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, longestMs));
