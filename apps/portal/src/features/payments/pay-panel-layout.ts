import { useEffect, useState } from 'react';
import { useMediaQuery } from '../../lib/media-query.ts';

export type PayPanelLayout = 'vertical' | 'horizontal' | 'fixed-horizontal';

/**
 * Returns the layout. Below 850 px the panel lies under the list, and is fixed at the bottom while there is
 * something to pay (decision P2.18). It is not fixed if the list would have no room: at 400 % zoom, a laptop has
 * 256 px of height.
 */
export function usePayPanelLayout(somethingToPay: boolean): PayPanelLayout {
  const isWide = useMediaQuery('(min-width: 850px)');
  const isTall = useMediaQuery('(min-height: 480px)');
  if (isWide) return 'vertical';
  return somethingToPay && isTall ? 'fixed-horizontal' : 'horizontal';
}

/** Returns the room for a fixed panel, in pixels, so that the focused element is never hidden behind it. */
export function useRoomForPanel(layout: PayPanelLayout) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(0);

  useEffect(() => {
    if (!panel || layout !== 'fixed-horizontal') return undefined;
    const measure = () => {
      setRoom(panel.offsetHeight);
      document.documentElement.style.scrollPaddingBottom = `${panel.offsetHeight}px`;
    };
    const observer = new ResizeObserver(measure);
    observer.observe(panel);
    return () => {
      observer.disconnect();
      document.documentElement.style.scrollPaddingBottom = '';
    };
  }, [panel, layout]);

  return { panel: setPanel, room };
}
