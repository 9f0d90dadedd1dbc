import { agreementBlocksPayment, type OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { tabSlice } from '../../lib/browser/tab-storage.ts';
import { hindranceOf } from './payability.ts';

/** The outstanding orders that the reader chooses to pay. Hidden orders may be chosen, but never count. */
export interface Selection {
  readonly orders: readonly OutstandingOrder[];
  readonly chosen: ReadonlySet<number>;
  readonly showFuture: boolean;
  /**
   * Only one site is paid at a time, because each has its own providers (decision P1.1). Undefined without orders.
   */
  readonly siteId: number | undefined;
  /** The tenant's currency. Orders in another one are shown and never chosen (decision P1.2). */
  readonly isoCurrencyCode: string;
}

/** The part of a selection that survives a reload: ids and a switch. */
export interface RememberedSelection {
  readonly known: readonly number[];
  readonly chosen: readonly number[];
  readonly showFuture: boolean;
  readonly siteId?: number | undefined;
  /**
   * The future orders that were chosen on pages of their own while the list hid all of them: no other future order is
   * chosen. Undefined if there were none.
   */
  readonly onlyFuture?: readonly number[] | undefined;
  /** The entry of the tab's history on whose page it was chosen. */
  readonly entry?: string | undefined;
}

export type SelectionEvent =
  /** The tab's choice is read after the server has drawn the page. */
  | { type: 'recalled'; selection: Selection }
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

/**
 * Keeps the choice of known orders. New orders start chosen, paid ones leave (decision P4.3). An order that waited
 * for a signature could not be chosen, so it counts as new after the signature.
 */
function keepChoice(
  orders: readonly OutstandingOrder[],
  known: ReadonlySet<number>,
  chosen: ReadonlySet<number>,
): ReadonlySet<number> {
  return new Set(
    orders.filter((order) => (known.has(order.id) ? chosen.has(order.id) : startsChosen(order))).map(({ id }) => id),
  );
}

/** Returns the sites of the orders, the first order's site first. */
export const sitesOf = (orders: readonly OutstandingOrder[]): number[] => [
  ...new Set(orders.map(({ siteId }) => siteId)),
];

const keepSite = (orders: readonly OutstandingOrder[], chosen: number | undefined) =>
  (orders.find(({ siteId }) => siteId === chosen) ?? orders[0])?.siteId;

/** Returns the selection when the page opens. A preselected order is the only chosen one (decision P2.16). */
export function startSelection({ orders, isoCurrencyCode, preselectedId, remembered }: Start): Selection {
  const preselected = orders.find(({ id }) => id === preselectedId);
  if (preselected) {
    const chosen = new Set(payable(preselected, isoCurrencyCode) ? [preselected.id] : []);
    return { orders, isoCurrencyCode, chosen, showFuture: preselected.isFuture, siteId: preselected.siteId };
  }
  const { known, chosen: rememberedIds, onlyFuture } = remembered ?? {};
  const left = onlyFuture ? orders.filter(({ id, isFuture }) => isFuture && !onlyFuture.includes(id)) : [];
  const chosen = new Set(keepChoice(orders, new Set(known), new Set(rememberedIds)));
  for (const { id } of left) chosen.delete(id);
  const siteId = keepSite(orders, remembered?.siteId);
  return { orders, isoCurrencyCode, chosen, showFuture: remembered?.showFuture ?? false, siteId };
}

/** Returns the selection after an event. */
export function selectionReducer(selection: Selection, event: SelectionEvent): Selection {
  const { orders, chosen, isoCurrencyCode } = selection;
  switch (event.type) {
    case 'recalled':
      return event.selection;
    case 'refreshed': {
      const known = new Set(orders.filter(startsChosen).map(({ id }) => id));
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

/** Returns the orders of the current site. Future orders are included only if the reader shows them. */
export function visibleOrders({ orders, showFuture, siteId }: Selection): OutstandingOrder[] {
  return orders.filter((order) => order.siteId === siteId && (showFuture || !order.isFuture));
}

/** Returns the orders to pay: chosen, visible and payable. Nothing else is ever counted or paid (decision P2.14). */
export function countedOrders(selection: Selection): OutstandingOrder[] {
  return visibleOrders(selection).filter(
    (order) => selection.chosen.has(order.id) && payable(order, selection.isoCurrencyCode),
  );
}

/** Returns the part that survives a reload. */
export function rememberSelection({ orders, chosen, showFuture, siteId }: Selection): RememberedSelection {
  return { known: orders.filter(startsChosen).map(({ id }) => id), chosen: [...chosen], showFuture, siteId };
}

/** Checks if an order that is shown alone is chosen. A future order is not while the list of unpaid orders hides it. */
export function isChosenIn(
  remembered: RememberedSelection | undefined,
  order: Pick<OutstandingOrder, 'id' | 'agreement' | 'isFuture'>,
) {
  if (order.isFuture && !remembered?.showFuture) return false;
  if (order.isFuture && remembered?.onlyFuture && !remembered.onlyFuture.includes(order.id)) return false;
  return remembered?.known.includes(order.id) ? remembered.chosen.includes(order.id) : startsChosen(order);
}

/**
 * Returns the same choice with this order added or removed. A future order that is added is shown from then on. Those
 * that the list has hidden until then stay out, so that nobody pays them by accident.
 */
export function rememberChoice(
  { known, chosen, showFuture, onlyFuture, ...rest }: RememberedSelection = {
    known: [],
    chosen: [],
    showFuture: false,
  },
  { id, isFuture }: Pick<OutstandingOrder, 'id' | 'isFuture'>,
  isChosen: boolean,
): RememberedSelection {
  const without = (ids: readonly number[]) => ids.filter((other) => other !== id);
  const add = (ids: readonly number[]) => (isChosen ? [...without(ids), id] : without(ids));
  const isFirst = isFuture && isChosen && !showFuture;
  return {
    ...rest,
    onlyFuture: isFirst ? [id] : isFuture && onlyFuture ? add(onlyFuture) : onlyFuture,
    showFuture: showFuture || (isChosen && isFuture),
    known: [...without(known), id],
    chosen: add(chosen),
  };
}

/** The orders that this tab has chosen to pay. */
export const storedSelection = tabSlice('orders', (value): RememberedSelection | undefined => {
  const { known, chosen, showFuture, siteId, onlyFuture, entry } = value as Partial<RememberedSelection>;
  const isWhole = Array.isArray(known) && Array.isArray(chosen) && typeof showFuture === 'boolean';
  return isWhole ? { known, chosen, showFuture, siteId, onlyFuture, entry } : undefined;
});
