import { useDeferredValue, useEffect } from 'react';

/** Until something has come since the document was loaded. */
let isFirstScreen = true;

/**
 * Whether something has come, told in a rendering of its own: React draws what it brings in slices, between which a
 * phone answers touches. An answer's own rendering can't be interrupted, nor can that of the first screen, with which
 * answers have come along. A later page shows at once what is known, at the place to which it was scrolled.
 */
export function useArrival(isThere: boolean): boolean {
  const isDrawn = useDeferredValue(isThere, isThere && !isFirstScreen) && isThere;
  useEffect(() => {
    if (isDrawn) isFirstScreen = false;
  }, [isDrawn]);
  return isDrawn;
}
