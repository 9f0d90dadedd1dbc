import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { useEffect, useReducer } from 'react';
import { slice } from '../../lib/storage.ts';
import { useTenant } from '../../lib/tenant.ts';
import { type RememberedSelection, rememberSelection, selectionReducer, startSelection } from './selection.ts';

const remembered = slice('orders', (value): RememberedSelection | undefined => {
  const { known, chosen, showFuture, siteId } = value as Partial<RememberedSelection>;
  const isWhole = Array.isArray(known) && Array.isArray(chosen) && typeof showFuture === 'boolean';
  return isWhole ? { known, chosen, showFuture, siteId } : undefined;
});

interface Start {
  orders: readonly OutstandingOrder[];
  preselectedId: number | undefined;
}

/** The reader's choice among the outstanding orders. It outlives a refresh and a reload. */
export function useSelection({ orders, preselectedId }: Start) {
  const { isoCurrencyCode } = useTenant().culture;
  const [selection, dispatch] = useReducer(selectionReducer, undefined, () =>
    startSelection({ orders, isoCurrencyCode, preselectedId, remembered: remembered.read() }),
  );

  useEffect(() => {
    if (orders !== selection.orders) dispatch({ type: 'refreshed', orders });
  }, [orders, selection.orders]);

  useEffect(() => remembered.write(rememberSelection(selection)), [selection]);

  return [selection, dispatch] as const;
}
