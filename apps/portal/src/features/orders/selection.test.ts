import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { describe, expect, test } from 'vitest';
import { orderFooter } from './order-footer.ts';
import {
  countedOrders,
  isChosenIn,
  rememberChoice,
  rememberSelection,
  type Selection,
  selectionReducer,
  sitesOf,
  startSelection,
  visibleOrders,
} from './selection.ts';

const unsigned = {
  guid: '6b1f4d0e-6f0c-4f5c-9d55-0b8f4c1f2a11',
  isSigned: false,
  signatureRequired: true,
  agreementType: { name: 'Berthing licence', optional: false },
};

function order(id: number, changes: Partial<OutstandingOrder> = {}): OutstandingOrder {
  return {
    id,
    guid: `6b1f4d0e-6f0c-4f5c-9d55-${String(id).padStart(12, '0')}`,
    orderType: { name: 'Berthing' },
    description: 'Annual berth',
    boatName: 'Kittiwake',
    createdOn: '2026-04-01T09:00:00+00:00',
    taxPointDate: '2026-04-01',
    isFuture: false,
    daysOverdue: 0,
    paymentStatus: 'Unpaid',
    grossOrderCost: 100,
    outstandingAmount: 100,
    siteId: 1,
    isoCurrencyCode: 'GBP',
    agreement: null,
    hold: null,
    ...changes,
  };
}

const blocked = order(3, { agreement: unsigned });
const future = order(4, { isFuture: true });
const orders = [order(1), order(2), blocked, future];
const start = (changes: Partial<Parameters<typeof startSelection>[0]> = {}) =>
  startSelection({ orders, isoCurrencyCode: 'GBP', ...changes });
const counted = (selection: Selection) => countedOrders(selection).map(({ id }) => id);

describe('the first selection', () => {
  test('[ORD-1] every order that can be paid, but none that waits for a signature', () => {
    expect(counted(start())).toEqual([1, 2]);
  });

  test('an optional, a signed or a not required agreement does not stand in the way', () => {
    const free = [
      order(5, { agreement: { ...unsigned, agreementType: { name: 'Survey', optional: true } } }),
      order(6, { agreement: { ...unsigned, isSigned: true } }),
      order(7, { agreement: { ...unsigned, signatureRequired: false } }),
    ];
    expect(counted(start({ orders: free }))).toEqual([5, 6, 7]);
  });

  test('[ORD-1] a preselected order alone', () => {
    expect(counted(start({ preselectedId: 2 }))).toEqual([2]);
  });

  test('a preselected order that waits for a signature leaves nothing selected', () => {
    expect(counted(start({ preselectedId: 3 }))).toEqual([]);
    expect(start({ preselectedId: 3 }).chosen.size).toBe(0);
  });

  test('without orders nothing is selected, and no site', () => {
    expect(start({ orders: [] })).toMatchObject({ chosen: new Set(), siteId: undefined });
  });

  test('a preselected future order is shown', () => {
    expect(counted(start({ preselectedId: 4 }))).toEqual([4]);
  });

  test('a preselected order that is not outstanding leaves the usual start', () => {
    expect(counted(start({ preselectedId: 99 }))).toEqual([1, 2]);
  });

  test('the choice survives a reload, and orders that are new since join it', () => {
    const remembered = { known: [1, 3, 4], chosen: [4], showFuture: false };
    expect(counted(start({ remembered }))).toEqual([2]);
  });
});

describe('future orders', () => {
  test('[ORD-1] hidden ones are never counted, shown ones are until they are hidden again', () => {
    const hidden = start();
    const shown = selectionReducer(hidden, { type: 'futureToggled' });
    const hiddenAgain = selectionReducer(shown, { type: 'futureToggled' });
    expect([hidden, shown, hiddenAgain].map(counted)).toEqual([
      [1, 2],
      [1, 2, 4],
      [1, 2],
    ]);
    expect(visibleOrders(hidden).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('choosing', () => {
  test('one, none, all', () => {
    const one = selectionReducer(start(), { type: 'toggled', id: 1 });
    const none = selectionReducer(one, { type: 'noneChosen' });
    const all = selectionReducer(none, { type: 'allChosen' });
    expect([one, none, all].map(counted)).toEqual([[2], [], [1, 2]]);
  });

  test('a toggle twice changes nothing, and of an order that is not there neither', () => {
    const twice = selectionReducer(selectionReducer(start(), { type: 'toggled', id: 1 }), { type: 'toggled', id: 1 });
    expect(counted(twice)).toEqual([1, 2]);
    expect(twice.chosen.has(3)).toBe(false);
    expect(selectionReducer(twice, { type: 'toggled', id: 99 })).toBe(twice);
  });

  test('a toggle of a blocked order leaves the selection as it is', () => {
    const selection = start();
    expect(selectionReducer(selection, { type: 'toggled', id: 3 })).toBe(selection);
  });

  test('[ORD-1] neither a toggle nor select all takes a blocked order', () => {
    const toggled = selectionReducer(start(), { type: 'toggled', id: 3 });
    expect(counted(toggled)).toEqual([1, 2]);
    expect(counted(selectionReducer(toggled, { type: 'allChosen' }))).toEqual([1, 2]);
  });

  test('an order in another currency or in a running payment is not counted', () => {
    const others = [order(8, { isoCurrencyCode: 'EUR' }), order(9, { paymentStatus: 'Processing' })];
    expect(counted(selectionReducer(start({ orders: others }), { type: 'allChosen' }))).toEqual([]);
  });
});

describe('a refresh', () => {
  test('[ORD-1] keeps the choice, takes new orders in and lets paid ones go', () => {
    const chosen = selectionReducer(start(), { type: 'toggled', id: 2 });
    const refreshed = selectionReducer(chosen, { type: 'refreshed', orders: [order(2), blocked, order(5)] });
    expect(counted(refreshed)).toEqual([5]);
    expect(rememberSelection(refreshed)).toEqual({ known: [2, 5], chosen: [5], showFuture: false, siteId: 1 });
  });

  test('an order whose payment was running keeps its choice when the payment ends', () => {
    const running = start({ orders: [order(1, { paymentStatus: 'Processing' })] });
    expect(counted(running)).toEqual([]);
    expect(counted(selectionReducer(running, { type: 'refreshed', orders: [order(1)] }))).toEqual([1]);
  });
});

describe('the footer bar', () => {
  const options = { isoCurrencyCode: 'GBP', selectionHidden: false, isChosen: true };

  test('[ORD-2] red if a signature is missing, also if something else is wrong', () => {
    expect(orderFooter(blocked, { ...options, selectionHidden: true })).toEqual({
      colour: 'red',
      state: 'agreement',
    });
  });

  test('[ORD-2] blue where nothing can be selected, green selected, else red', () => {
    expect(orderFooter(order(1), { ...options, selectionHidden: true }).colour).toBe('blue');
    expect(orderFooter(order(1), options).colour).toBe('green');
    expect(orderFooter(order(1), { ...options, isChosen: false })).toEqual({
      colour: 'red',
      state: 'notSelected',
    });
  });

  test('[ORD-16] grey if an order that is not due yet is not selected, and red if it waits for a signature', () => {
    const future = order(1, { isFuture: true });
    const left = { ...options, isChosen: false };
    expect(orderFooter(future, left)).toEqual({ colour: 'grey', state: 'notSelected' });
    expect(orderFooter({ ...blocked, isFuture: true }, left).colour).toBe('red');
  });
});

describe('orders of several sites', () => {
  const spread = [order(11), order(12, { siteId: 2 }), order(13, { siteId: 2, isFuture: true })];

  test('each site comes once, the first order’s first', () => {
    expect(sitesOf([order(1, { siteId: 2 }), order(2, { siteId: 1 }), order(3, { siteId: 2 })])).toEqual([2, 1]);
  });

  test('[ORD-3] one site is shown and paid at a time, the first order’s first', () => {
    const first = start({ orders: spread });
    expect(counted(first)).toEqual([11]);
    const second = selectionReducer(first, { type: 'siteChosen', siteId: 2 });
    expect(counted(second)).toEqual([12]);
    expect(visibleOrders(second).map(({ id }) => id)).toEqual([12]);
  });

  test('all and none mean the site that is shown', () => {
    const none = selectionReducer(start({ orders: spread }), { type: 'noneChosen' });
    const second = selectionReducer(none, { type: 'siteChosen', siteId: 2 });
    expect(counted(second)).toEqual([12]);
    const back = selectionReducer(selectionReducer(second, { type: 'allChosen' }), { type: 'siteChosen', siteId: 1 });
    expect(counted(back)).toEqual([]);
  });

  test('the site outlives a reload, leads to the preselected order, and goes with its last order', () => {
    const second = selectionReducer(start({ orders: spread }), { type: 'siteChosen', siteId: 2 });
    expect(counted(start({ orders: spread, remembered: rememberSelection(second) }))).toEqual([12]);
    expect(counted(start({ orders: spread, preselectedId: 12 }))).toEqual([12]);
    expect(counted(selectionReducer(second, { type: 'refreshed', orders: [order(11)] }))).toEqual([11]);
    expect(selectionReducer(second, { type: 'siteChosen', siteId: 99 }).siteId).toBe(1);
  });
});

describe('an order that waited for a signature', () => {
  const signed = order(3, { agreement: { ...unsigned, isSigned: true } });
  const after = [order(1), order(2), signed, future];

  test('[ORD-1] starts chosen once its agreement is signed, while the page is open', () => {
    const before = selectionReducer(start(), { type: 'toggled', id: 1 });
    expect(counted(selectionReducer(before, { type: 'refreshed', orders: after }))).toEqual([2, 3]);
  });

  test('[ORD-1] starts chosen when the reader comes back from signing', () => {
    const remembered = rememberSelection(selectionReducer(start(), { type: 'toggled', id: 1 }));
    expect(counted(start({ orders: after, remembered }))).toEqual([2, 3]);
  });
});

describe('an order that is looked at by itself', () => {
  const remembered = { known: [1, 2], chosen: [2], showFuture: true, siteId: 2 };

  test('is selected as the tab remembers it, else by its default', () => {
    expect(isChosenIn(remembered, order(1))).toBe(false);
    expect(isChosenIn(remembered, order(2))).toBe(true);
    expect(isChosenIn(remembered, order(5))).toBe(true);
    expect(isChosenIn(remembered, blocked)).toBe(false);
    expect(isChosenIn(undefined, order(1))).toBe(true);
  });

  test('[ORD-13] a future one only while future orders are shown, and if it joins they are', () => {
    const hidden = { ...remembered, showFuture: false };
    expect([undefined, hidden, remembered].map((known) => isChosenIn(known, future))).toEqual([false, false, true]);
    expect(rememberChoice(hidden, future, true)).toMatchObject({ showFuture: true, chosen: [2, 4] });
    expect(rememberChoice(hidden, future, false).showFuture).toBe(false);
  });

  test('[ORD-13] a future one joins without the others that were hidden, until the reader chooses in the list', () => {
    const later = order(5, { isFuture: true });
    const list = { orders: [order(1), order(2), future, later] };
    const first = rememberChoice(rememberSelection(start(list)), future, true);
    expect(isChosenIn(first, later)).toBe(false);
    const opened = start({ ...list, remembered: first });
    expect(counted(opened)).toEqual([1, 2, 4]);
    expect(counted(start({ ...list, remembered: rememberSelection(opened) }))).toEqual([1, 2, 4]);
    const both = rememberChoice(first, later, true);
    expect(counted(start({ ...list, remembered: both }))).toEqual([1, 2, 4, 5]);
    expect(counted(start({ ...list, remembered: rememberChoice(both, future, false) }))).toEqual([1, 2, 5]);
  });

  test('joins the selection or leaves it, and the other remembered orders stay', () => {
    expect(rememberChoice(remembered, order(1), true)).toEqual({ ...remembered, known: [2, 1], chosen: [2, 1] });
    expect(rememberChoice(remembered, order(2), true)).toEqual({ ...remembered, known: [1, 2], chosen: [2] });
    expect(rememberChoice(remembered, order(2), false)).toEqual({ ...remembered, known: [1, 2], chosen: [] });
    expect(rememberChoice(undefined, order(7), false)).toEqual({ known: [7], chosen: [], showFuture: false });
  });
});
