import { useDeferredValue } from 'react';

/**
 * Whether something has come, told in a rendering of its own: React draws what it brings in slices, between which a
 * phone answers touches. An answer's own rendering can't be interrupted.
 */
export function useArrival(isThere: boolean): boolean {
  return useDeferredValue(isThere) && isThere;
}
