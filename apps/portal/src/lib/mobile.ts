import { useMediaQuery } from './media-query.ts';

/**
 * Whether this is a phone or a tablet: the one predicate that turns tables into cards (decision C9.1). Narrow, or
 * mainly pointed at with a finger.
 */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 991.98px), (pointer: coarse)');
