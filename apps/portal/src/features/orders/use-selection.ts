import type { OutstandingOrder } from '@quayside/contract/orders.ts';
import { useEffect, useReducer, useState } from 'react';
import { useInBrowser } from '../../lib/first-screen/in-browser.ts';
import { useTenant } from '../../lib/tenant.ts';
import {
  type RememberedSelection,
  remembered,
  rememberSelection,
  selectionReducer,
  startSelection,
} from './selection.ts';

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

/**
 * Manages the choice among the outstanding orders. It survives a refresh and a reload. The server draws a new choice,
 * because only this tab remembers one.
 */
export function useSelection({ orders, preselectedId }: Start) {
  const { culture, hideFutureToggle } = useTenant();
  const { isoCurrencyCode } = culture;
  const start = (known?: RememberedSelection) =>
    startSelection({ orders, isoCurrencyCode, preselectedId, remembered: known });
  const recall = () => start(rememberedUnless(hideFutureToggle));
  const isInBrowser = useInBrowser();
  const [selection, dispatch] = useReducer(selectionReducer, undefined, () => (isInBrowser ? recall() : start()));
  const [isRecalled, setRecalled] = useState(isInBrowser);
  if (isInBrowser && !isRecalled) {
    setRecalled(true);
    dispatch({ type: 'recalled', selection: recall() });
  }

  useEffect(() => {
    if (orders !== selection.orders) dispatch({ type: 'refreshed', orders });
  }, [orders, selection.orders]);

  useEffect(() => {
    if (isRecalled) remembered.write(rememberSelection(selection));
  }, [isRecalled, selection]);

  return [selection, dispatch] as const;
}
