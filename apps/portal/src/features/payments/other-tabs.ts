import { useEffect, useEffectEvent, useState } from 'react';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** The message to other tabs after a payment has ended. */
interface Told {
  paidOrderIds: number[];
}

const otherTabs = new BroadcastChannel('quayside.payments');

export const tellOtherTabs = (told: Told): void => otherTabs.postMessage(told);

/**
 * Reads orders again when a payment of another tab has ended.
 * @returns true if one of these orders was paid there
 */
export function usePaidElsewhere(orderIds: readonly number[] = []): boolean {
  const [isPaid, setPaid] = useState(false);
  const hear = useEffectEvent(({ data }: MessageEvent<Told>) => {
    void refreshAfterPayment();
    if (data.paidOrderIds.some((id) => orderIds.includes(id))) setPaid(true);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<Told>) => hear(event);
    otherTabs.addEventListener('message', listen);
    return () => otherTabs.removeEventListener('message', listen);
  }, []);
  return isPaid;
}
