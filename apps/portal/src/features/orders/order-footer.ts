import { agreementBlocksPayment } from '@quayside/contract/orders/orders.ts';
import { agreementHindrance, type Hindrance, hindranceOf, type OrderToPay } from './payability.ts';

/**
 * The bar at the foot of an order. Red has two meanings in the specification, blocked and not selected, so each has
 * its own words and icon (decision P4.2). An order that is not due yet needs no choice, so its bar is no alarm: grey.
 */
export type OrderFooter =
  | { colour: 'red'; state: Hindrance | 'notSelected' }
  | { colour: 'grey'; state: 'notSelected' }
  | { colour: 'blue'; state: 'readOnly' }
  | { colour: 'green'; state: 'selected' };

interface FooterOptions {
  isoCurrencyCode: string;
  /** True if nothing can be chosen, for example because no provider takes payments online. */
  selectionHidden: boolean;
  isChosen: boolean;
}

/** Returns the bar of an order. A hindrance comes before the choice. */
export function orderFooter(
  order: OrderToPay & { isFuture: boolean },
  { isoCurrencyCode, selectionHidden, isChosen }: FooterOptions,
): OrderFooter {
  if (agreementBlocksPayment(order.agreement)) return { colour: 'red', state: agreementHindrance(order) };
  if (selectionHidden) return { colour: 'blue', state: 'readOnly' };
  const hindrance = hindranceOf(order, isoCurrencyCode);
  if (hindrance) return { colour: 'red', state: hindrance };
  if (isChosen) return { colour: 'green', state: 'selected' };
  return { colour: order.isFuture ? 'grey' : 'red', state: 'notSelected' };
}
