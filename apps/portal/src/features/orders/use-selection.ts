import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { useInBrowser } from '../../lib/first-screen/in-browser.ts';
import { useTenant } from '../../lib/tenant.ts';
import {
  type RememberedSelection,
  storedSelection,
  rememberSelection,
  selectionReducer,
  startSelection,
} from './selection.ts';

interface Start {
  orders: readonly OutstandingOrder[];
  preselectedId: number | undefined;
}

/**
 * Manages the choice among the outstanding orders. It survives a refresh, a reload and the browser's Back: an entry of
 * the history preselects its order once. If the marina has removed the switch, another page starts without future
 * orders, because nobody could hide them any more. The server draws a new choice, because only this tab remembers one.
 */
export function useSelection({ orders, preselectedId }: Start) {
  const { culture, hideFutureToggle } = useTenant();
  const { isoCurrencyCode } = culture;
  const entry = useLocation({ select: ({ state }) => state.__TSR_key });
  const start = (known?: RememberedSelection) =>
    startSelection({ orders, isoCurrencyCode, preselectedId, remembered: known });
  const recall = () => {
    const known = storedSelection.read();
    if (known?.entry !== undefined && known.entry === entry)
      return startSelection({ orders, isoCurrencyCode, remembered: known });
    return start(known && hideFutureToggle ? { ...known, showFuture: false } : known);
  };
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
    if (isRecalled) storedSelection.write({ ...rememberSelection(selection), entry });
  }, [isRecalled, selection, entry]);

  return [selection, dispatch] as const;
}
