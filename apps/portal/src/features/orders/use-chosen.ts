import type { OrderSummary } from '@quayside/contract/orders.ts';
import { useState } from 'react';
import { remembered } from './remembered-selection.ts';
import { isChosenIn, rememberChoice } from './selection.ts';

/** Whether an order is among those that the reader means to pay, and the way to change that: the unpaid orders follow. */
export function useChosen(order: Pick<OrderSummary, 'id' | 'agreement'>) {
  const [isChosen, setChosen] = useState(() => isChosenIn(remembered.read(), order));
  const choose = (chosen: boolean) => {
    remembered.write(rememberChoice(remembered.read(), order.id, chosen));
    setChosen(chosen);
  };
  return { isChosen, choose };
}
