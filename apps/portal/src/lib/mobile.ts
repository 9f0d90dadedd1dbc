import { useMediaQuery } from './media-query.ts';

/**
 * Returns true on a phone or tablet: a narrow screen, or a finger as the main pointer. Tables become cards then
 * (decision C9.1).
 */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 991.98px), (pointer: coarse)');
