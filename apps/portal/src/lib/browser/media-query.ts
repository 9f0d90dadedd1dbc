import { useCallback, useSyncExternalStore } from 'react';

/** Returns true while a media query matches. The server knows no screen, so its HTML has what matches nothing. */
export const useMediaQuery = (query: string): boolean => useMatch(query) === true;

/**
 * Returns true while a media query matches, and undefined on the server and while the browser takes over its HTML.
 * There a component draws for both kinds of screens, and its styles show one.
 */
export function useMatch(query: string): boolean | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => undefined,
  );
}

/**
 * Matches phones and tablets: a narrow screen, or a finger as the main pointer. It decides on cards, 4 rows and
 * infinite scroll together (decision C9.1). `paged-list.module.css` has the same.
 */
export const compact = '(max-width: 991.98px), (pointer: coarse)';

/**
 * Matches phones and tablets like `compact`, but never paper: it is as narrow as a tablet, and has room for a table.
 * `data-table.module.css` has the same.
 */
export const compactScreen = 'screen and (max-width: 991.98px), screen and (pointer: coarse)';
