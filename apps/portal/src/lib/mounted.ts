import { useEffect, useRef } from 'react';

/** Returns a ref that is true while the component is mounted, for code that continues later. */
export function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
