import { agreementBlocksPayment, type OutstandingOrder } from '@quayside/contract/orders.ts';
import { hindranceOf } from './payability.ts';

/** Which outstanding orders the reader means to pay. Hidden ones may be chosen, but never count. */
export interface Selection {
  readonly orders: readonly OutstandingOrder[];
  readonly chosen: ReadonlySet<number>;
  readonly showFuture: boolean;
  /** The tenant's currency: orders in another one are shown and never chosen (decision P1.2). */
  readonly isoCurrencyCode: string;
}

/** What of a selection outlives a reload: ids and a switch. */
export interface RememberedSelection {
  readonly known: readonly number[];
  readonly chosen: readonly number[];
  readonly showFuture: boolean;
}

export type SelectionEvent =
  | { type: 'refreshed'; orders: readonly OutstandingOrder[] }
  | { type: 'toggled'; id: number }
  | { type: 'allChosen' }
  | { type: 'noneChosen' }
  | { type: 'futureToggled' };

interface Start {
  orders: readonly OutstandingOrder[];
  isoCurrencyCode: string;
  preselectedId?: number | undefined;
  remembered?: RememberedSelection | null | undefined;
}

const startsChosen = (order: OutstandingOrder) => !agreementBlocksPayment(order.agreement);

const payable = (order: OutstandingOrder, isoCurrencyCode: string) => hindranceOf(order, isoCurrencyCode) === null;

/** Known orders keep what was chosen, new ones start chosen, paid ones leave (decision P4.3). */
function keepChoice(
  orders: readonly OutstandingOrder[],
  known: ReadonlySet<number>,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> {
  return new Set(
    orders.filter((order) => (known.has(order.id) ? chosen.has(order.id) : startsChosen(order))).map(({ id }) => id),
  );
}

/** The selection when the page opens. A preselected order is the only one chosen (decision P2.16). */
export function startSelection({ orders, isoCurrencyCode, preselectedId, remembered }: Start): Selection {
  const preselected = orders.find(({ id }) => id === preselectedId);
  if (preselected) {
    const chosen = new Set(payable(preselected, isoCurrencyCode) ? [preselected.id] : []);
    return { orders, isoCurrencyCode, chosen, showFuture: preselected.isFuture };
  }
  const chosen = keepChoice(orders, new Set(remembered?.known), new Set(remembered?.chosen));
  return { orders, isoCurrencyCode, chosen, showFuture: remembered?.showFuture ?? false };
}

export function selectionReducer(selection: Selection, event: SelectionEvent): Selection {
  const { orders, chosen, isoCurrencyCode } = selection;
  switch (event.type) {
    case 'refreshed': {
      const known = new Set(orders.map(({ id }) => id));
      return { ...selection, orders: event.orders, chosen: keepChoice(event.orders, known, chosen) };
    }
    case 'toggled': {
      const order = orders.find(({ id }) => id === event.id);
      if (!order || !payable(order, isoCurrencyCode)) return selection;
      const next = new Set(chosen);
      if (!next.delete(event.id)) next.add(event.id);
      return { ...selection, chosen: next };
    }
    case 'allChosen':
      return {
        ...selection,
        chosen: new Set(orders.filter((order) => payable(order, isoCurrencyCode)).map(({ id }) => id)),
      };
    case 'noneChosen':
      return { ...selection, chosen: new Set() };
    case 'futureToggled':
      return { ...selection, showFuture: !selection.showFuture };
  }
}

export function visibleOrders({ orders, showFuture }: Selection): OutstandingOrder[] {
  return orders.filter((order) => showFuture || !order.isFuture);
}

/** The orders that would be paid: chosen, shown and payable. Nothing else is ever counted or paid (decision P2.14). */
export function countedOrders(selection: Selection): OutstandingOrder[] {
  return visibleOrders(selection).filter(
    (order) => selection.chosen.has(order.id) && payable(order, selection.isoCurrencyCode),
  );
}

export function payableOrders(selection: Selection): OutstandingOrder[] {
  return visibleOrders(selection).filter((order) => payable(order, selection.isoCurrencyCode));
}

export function rememberSelection({ orders, chosen, showFuture }: Selection): RememberedSelection {
  return { known: orders.map(({ id }) => id), chosen: [...chosen], showFuture };
}
