import { useDeferredValue, useEffect } from 'react';
import { useInBrowser } from './in-browser.ts';

/** True until some data has arrived after the document was loaded. */
let isFirstScreen = true;

/**
 * Returns true once the data is there, in a render pass of its own. React splits that pass into slices, so a phone
 * can answer touches in between. The pass that receives an answer can't be interrupted. The first screen's pass
 * can't either, because its answers came with the document. A later page shows known data at once, so that it keeps
 * its scroll position.
 */
export function useSlicedRender(isThere: boolean): boolean {
  // The server's HTML has the data already.
  const isTakenOver = !useInBrowser();
  const isDrawn = useDeferredValue(isThere, isThere && (!isFirstScreen || isTakenOver)) && isThere;
  useEffect(() => {
    if (isDrawn) isFirstScreen = false;
  }, [isDrawn]);
  return isDrawn;
}
