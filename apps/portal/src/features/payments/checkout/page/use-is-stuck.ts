import { useEffect, useState } from 'react';

/** After this time, in ms, a way out is offered (decision P2.6). */
const stuckMs = 20_000;

/** Returns true if the way to the provider's page takes too long. @param isUnderWay true once the browser goes there */
export function useIsStuck(isUnderWay: boolean): boolean {
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(() => setStuck(true), stuckMs);
    return () => clearTimeout(timer);
  }, [isUnderWay]);
  return isStuck;
}
