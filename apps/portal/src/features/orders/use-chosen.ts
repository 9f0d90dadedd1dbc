import type { OrderSummary } from '@quayside/contract/orders.ts';
import { useState } from 'react';
import { remembered } from './remembered-selection.ts';
import { isChosenIn, rememberChoice } from './selection.ts';

/**
 * Returns if an order is among the chosen ones, and a function that changes it. The list of unpaid orders uses the
 * same choice.
 */
export function useChosen(order: Pick<OrderSummary, 'id' | 'agreement'>) {
  const [isChosen, setChosen] = useState(() => isChosenIn(remembered.read(), order));
  const choose = (chosen: boolean) => {
    remembered.write(rememberChoice(remembered.read(), order.id, chosen));
    setChosen(chosen);
  };
  return { isChosen, choose };
}
