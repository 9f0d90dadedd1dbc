import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { useEffect, useReducer } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import { remembered } from './remembered-selection.ts';
import { rememberSelection, selectionReducer, startSelection } from './selection.ts';

interface Start {
  orders: readonly OutstandingOrder[];
  preselectedId: number | undefined;
}

/**
 * Returns the stored selection. If the marina has removed the switch, future orders are hidden, because nobody
 * could hide them any more.
 */
function rememberedUnless(hideFutureToggle: boolean) {
  const known = remembered.read();
  return known && hideFutureToggle ? { ...known, showFuture: false } : known;
}

/** Manages the choice among the outstanding orders. It survives a refresh and a reload. */
export function useSelection({ orders, preselectedId }: Start) {
  const { culture, hideFutureToggle } = useTenant();
  const { isoCurrencyCode } = culture;
  const [selection, dispatch] = useReducer(selectionReducer, undefined, () =>
    startSelection({ orders, isoCurrencyCode, preselectedId, remembered: rememberedUnless(hideFutureToggle) }),
  );

  useEffect(() => {
    if (orders !== selection.orders) dispatch({ type: 'refreshed', orders });
  }, [orders, selection.orders]);

  useEffect(() => remembered.write(rememberSelection(selection)), [selection]);

  return [selection, dispatch] as const;
}
