import { agreementBlocksPayment, type OutstandingOrder } from '@quayside/contract/orders.ts';
import { hindranceOf } from './payability.ts';

/** Which outstanding orders the reader means to pay. Hidden ones may be chosen, but never count. */
export interface Selection {
  readonly orders: readonly OutstandingOrder[];
  readonly chosen: ReadonlySet<number>;
  readonly showFuture: boolean;
  /** One site is paid at a time, because each has its own providers (decision P1.1). Undefined without orders. */
  readonly siteId: number | undefined;
  /** The tenant's currency: orders in another one are shown and never chosen (decision P1.2). */
  readonly isoCurrencyCode: string;
}

/** What of a selection outlives a reload: ids and a switch. */
export interface RememberedSelection {
  readonly known: readonly number[];
  readonly chosen: readonly number[];
  readonly showFuture: boolean;
  readonly siteId?: number | undefined;
}

export type SelectionEvent =
  | { type: 'refreshed'; orders: readonly OutstandingOrder[] }
  | { type: 'toggled'; id: number }
  | { type: 'allChosen' }
  | { type: 'noneChosen' }
  | { type: 'futureToggled' }
  | { type: 'siteChosen'; siteId: number };

interface Start {
  orders: readonly OutstandingOrder[];
  isoCurrencyCode: string;
  preselectedId?: number | undefined;
  remembered?: RememberedSelection | null | undefined;
}

const startsChosen = (order: Pick<OutstandingOrder, 'agreement'>) => !agreementBlocksPayment(order.agreement);

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

/** The sites that the orders are of, the first one's first. */
export const sitesOf = (orders: readonly OutstandingOrder[]): number[] => [
  ...new Set(orders.map(({ siteId }) => siteId)),
];

const keepSite = (orders: readonly OutstandingOrder[], wished: number | undefined) =>
  (orders.find(({ siteId }) => siteId === wished) ?? orders[0])?.siteId;

/** The selection when the page opens. A preselected order is the only one chosen (decision P2.16). */
export function startSelection({ orders, isoCurrencyCode, preselectedId, remembered }: Start): Selection {
  const preselected = orders.find(({ id }) => id === preselectedId);
  if (preselected) {
    const chosen = new Set(payable(preselected, isoCurrencyCode) ? [preselected.id] : []);
    return { orders, isoCurrencyCode, chosen, showFuture: preselected.isFuture, siteId: preselected.siteId };
  }
  const chosen = keepChoice(orders, new Set(remembered?.known), new Set(remembered?.chosen));
  const siteId = keepSite(orders, remembered?.siteId);
  return { orders, isoCurrencyCode, chosen, showFuture: remembered?.showFuture ?? false, siteId };
}

/** The selection after something happened to it. */
export function selectionReducer(selection: Selection, event: SelectionEvent): Selection {
  const { orders, chosen, isoCurrencyCode } = selection;
  switch (event.type) {
    case 'refreshed': {
      const known = new Set(orders.map(({ id }) => id));
      return {
        ...selection,
        orders: event.orders,
        chosen: keepChoice(event.orders, known, chosen),
        siteId: keepSite(event.orders, selection.siteId),
      };
    }
    case 'toggled': {
      const order = orders.find(({ id }) => id === event.id);
      if (!order || !payable(order, isoCurrencyCode)) return selection;
      const next = new Set(chosen);
      if (!next.delete(event.id)) next.add(event.id);
      return { ...selection, chosen: next };
    }
    case 'allChosen':
      return { ...selection, chosen: new Set([...chosenElsewhere(selection), ...payableHere(selection)]) };
    case 'noneChosen':
      return { ...selection, chosen: new Set(chosenElsewhere(selection)) };
    case 'futureToggled':
      return { ...selection, showFuture: !selection.showFuture };
    case 'siteChosen':
      return { ...selection, siteId: keepSite(orders, event.siteId) };
  }
}

const chosenElsewhere = ({ orders, chosen, siteId }: Selection) =>
  orders.filter((order) => order.siteId !== siteId && chosen.has(order.id)).map(({ id }) => id);

const payableHere = ({ orders, isoCurrencyCode, siteId }: Selection) =>
  orders.filter((order) => order.siteId === siteId && payable(order, isoCurrencyCode)).map(({ id }) => id);

/** Of the site that is looked at; what isn't due yet only where it is wished for. */
export function visibleOrders({ orders, showFuture, siteId }: Selection): OutstandingOrder[] {
  return orders.filter((order) => order.siteId === siteId && (showFuture || !order.isFuture));
}

/** The orders that would be paid: chosen, shown and payable. Nothing else is ever counted or paid (decision P2.14). */
export function countedOrders(selection: Selection): OutstandingOrder[] {
  return visibleOrders(selection).filter(
    (order) => selection.chosen.has(order.id) && payable(order, selection.isoCurrencyCode),
  );
}

/** Those in sight that could be chosen. */
export function payableOrders(selection: Selection): OutstandingOrder[] {
  return visibleOrders(selection).filter((order) => payable(order, selection.isoCurrencyCode));
}

/** What of it outlives a reload. */
export function rememberSelection({ orders, chosen, showFuture, siteId }: Selection): RememberedSelection {
  return { known: orders.map(({ id }) => id), chosen: [...chosen], showFuture, siteId };
}

/** Whether an order is chosen that is looked at by itself. */
export function isChosenIn(
  remembered: RememberedSelection | undefined,
  order: Pick<OutstandingOrder, 'id' | 'agreement'>,
) {
  return remembered?.known.includes(order.id) ? remembered.chosen.includes(order.id) : startsChosen(order);
}

/** The same choice with this order in it, or out of it. */
export function rememberChoice(
  { known, chosen, ...rest }: RememberedSelection = { known: [], chosen: [], showFuture: false },
  id: number,
  isChosen: boolean,
): RememberedSelection {
  const without = (ids: readonly number[]) => ids.filter((other) => other !== id);
  return { ...rest, known: [...without(known), id], chosen: isChosen ? [...without(chosen), id] : without(chosen) };
}
