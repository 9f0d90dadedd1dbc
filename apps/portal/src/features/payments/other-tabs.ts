import { useEffect, useEffectEvent, useState } from 'react';
import { openTabsChannel } from '../../lib/browser/tabs-channel.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

/** The message to other tabs after a payment has ended. */
interface TabMessage {
  paidOrderIds: number[];
}

const otherTabs = openTabsChannel('quayside.payments');

/** Tells the other tabs of the portal that orders were paid here. */
export const tellOtherTabs = (message: TabMessage): void => otherTabs.postMessage(message);

/**
 * Reads orders again when a payment of another tab has ended.
 * @returns true if one of these orders was paid there
 */
export function usePaidElsewhere(orderIds: readonly number[] = []): boolean {
  const [isPaid, setPaid] = useState(false);
  const receive = useEffectEvent(({ data }: MessageEvent<TabMessage>) => {
    void refreshAfterPayment();
    if (data.paidOrderIds.some((id) => orderIds.includes(id))) setPaid(true);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<TabMessage>) => receive(event);
    otherTabs.addEventListener('message', listen);
    return () => otherTabs.removeEventListener('message', listen);
  }, []);
  return isPaid;
}
