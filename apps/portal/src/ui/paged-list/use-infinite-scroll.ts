import { useEffect, useEffectEvent } from 'react';
import { isNearEnd } from '../../lib/paging.ts';

const throttleMs = 50;

/**
 * Asks for more when the page is scrolled near its end. Checks every 50 ms at most, and each time that it may ask
 * again.
 */
export function useInfiniteScroll(onNearEnd: () => void, mayAsk: boolean): void {
  const look = useEffectEvent(() => {
    const { scrollHeight } = document.documentElement;
    if (isNearEnd({ scrolled: scrollY, height: innerHeight, whole: scrollHeight })) onNearEnd();
  });

  useEffect(() => {
    if (!mayAsk) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, throttleMs);
    };
    later();
    addEventListener('scroll', later, { passive: true });
    return () => {
      removeEventListener('scroll', later);
      clearTimeout(timer);
    };
  }, [mayAsk]);
}
