import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { useEffect, useReducer } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import { remembered } from './remembered-selection.ts';
import { rememberSelection, selectionReducer, startSelection } from './selection.ts';

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
