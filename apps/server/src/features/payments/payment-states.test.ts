import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stateDocument } from '../../testing/payments/payment-state-document.ts';
import {
  hasAftermath,
  hasReceipt,
  holdsOrders,
  isOnProviderPage,
  isPaid,
  isUndecided,
  isUnpaidEnd,
  isWaiting,
  nextState,
  type PaymentEvent,
  paymentEvents,
  paymentStates,
  type PaymentState,
  settledStates,
  unsentStates,
} from './payment-states.rules.ts';

const states = Object.keys(paymentStates) as PaymentState[];

/** The states of money that was on orders: the marina still has a part of it, or may get it back. */
const fromPaid = (to: PaymentState) =>
  ['allocated', 'partRefunded', 'refunded', 'reversed', 'partReversed', 'disputed'].map((from) => `${from} → ${to}`);

/** The table a second time, written by hand and by event, so that a slip is noticed. */
const expected: Record<PaymentEvent, string[]> = {
  authenticationStarted: [
    'created → authenticating',
    'authenticating → authenticating',
    'challenge → authenticating',
    'authenticated → authenticating',
  ],
  challengeAsked: ['authenticating → challenge'],
  authenticationPassed: ['authenticating → authenticated', 'challenge → authenticated'],
  authenticationFailed: ['authenticating → declined', 'challenge → declined'],
  askedToAgree: ['created → agreeing'],
  redirected: ['created → redirected'],
  pageFailed: ['agreeing → declined', 'redirected → declined'],
  tryRefused: ['redirected → redirected'],
  sent: ['authenticated → sent', 'agreeing → sent'],
  answerLost: ['sent → unknown'],
  leftPending: ['agreeing → pending', 'redirected → pending', 'sent → pending', 'unknown → pending', 'held → pending'],
  heldBack: ['agreeing → held', 'redirected → held', 'sent → held', 'unknown → held', 'pending → held'],
  approved: [
    'created → approved',
    'authenticating → approved',
    'challenge → approved',
    'authenticated → approved',
    'agreeing → approved',
    'redirected → approved',
    'sent → approved',
    'unknown → approved',
    'pending → approved',
    'held → approved',
    'declined → approved',
    'cancelled → approved',
    'expired → approved',
  ],
  declined: [
    'agreeing → declined',
    'redirected → declined',
    'sent → declined',
    'unknown → declined',
    'pending → declined',
    'held → declined',
  ],
  closedByOffice: ['redirected → declined', 'unknown → declined', 'pending → declined', 'held → declined'],
  notFound: ['sent → declined', 'unknown → declined'],
  allocated: ['approved → allocated'],
  failureReported: [
    'created → declined',
    'authenticating → declined',
    'challenge → declined',
    'authenticated → declined',
    'agreeing → declined',
  ],
  cancelled: [
    'created → cancelled',
    'authenticating → cancelled',
    'challenge → cancelled',
    'authenticated → cancelled',
    'agreeing → cancelled',
    'redirected → cancelled',
  ],
  expired: [
    'created → expired',
    'authenticating → expired',
    'challenge → expired',
    'authenticated → expired',
    'agreeing → expired',
    'redirected → expired',
  ],
  partlyRefunded: fromPaid('partRefunded'),
  refunded: fromPaid('refunded'),
  reversed: fromPaid('reversed'),
  partlyReversed: fromPaid('partReversed'),
  disputed: fromPaid('disputed'),
  restored: [
    'partRefunded → allocated',
    'refunded → allocated',
    'reversed → allocated',
    'partReversed → allocated',
    'disputed → allocated',
  ],
};

describe.each(paymentEvents)('%s', (event) => {
  test('leads where it should, and from every other state nowhere', () => {
    const moves = states.flatMap((state) => {
      const next = nextState(state, event);
      return next === null ? [] : [`${state} → ${next}`];
    });
    expect(moves).toEqual(expected[event]);
  });
});

test('[MONEY-1] a paid attempt never becomes an unpaid one', () => {
  const paid = states.filter(isPaid);
  const reached = paid.flatMap((state) => paymentEvents.map((event) => nextState(state, event) ?? state));
  expect(reached.filter((state) => !isPaid(state))).toEqual([]);
});

test('[MONEY-6] money that turns up late is taken from every state in which nothing was paid', () => {
  const unpaid = states.filter((state) => !isPaid(state));
  expect(unpaid.map((state) => nextState(state, 'approved'))).toEqual(unpaid.map(() => 'approved'));
});

test('nothing that may have been charged can be cancelled, expired or reported away', () => {
  const undecided = states.filter(isUndecided);
  const events = ['cancelled', 'expired', 'failureReported'] as const;
  expect(undecided.flatMap((state) => events.map((event) => nextState(state, event)))).toEqual(
    Array.from({ length: undecided.length * events.length }, () => null),
  );
});

test('[MONEY-1] orders are held where money may be moving, and nowhere else', () => {
  expect(states.filter(holdsOrders)).toEqual(['redirected', 'sent', 'unknown', 'pending', 'held', 'approved']);
});

test('[MONEY-1] an event that leads to a state that holds orders starts in a free state, or held them before', () => {
  const ways = states.flatMap((from) => paymentEvents.map((event) => ({ from, event, to: nextState(from, event) })));
  const entering = ways.filter(({ from, to }) => to !== null && holdsOrders(to) && !holdsOrders(from));
  // For the first two the caller checks the orders before; the others report money that moves without us.
  expect(new Set(entering.map(({ event }) => event))).toEqual(
    new Set(['redirected', 'sent', 'approved', 'leftPending', 'heldBack']),
  );
});

/** The meaning of each state, by hand from the decision records 0004, 0039 and 0040. Every state is one of these. */
const kinds: [kind: string, is: (state: PaymentState) => boolean, states: PaymentState[]][] = [
  [
    'waits for its customer',
    isWaiting,
    ['created', 'authenticating', 'challenge', 'authenticated', 'agreeing', 'redirected'],
  ],
  ['is known to its provider alone', isUndecided, ['sent', 'unknown', 'pending', 'held']],
  [
    'was paid, whatever became of it',
    isPaid,
    ['approved', 'allocated', 'partRefunded', 'refunded', 'reversed', 'partReversed', 'disputed'],
  ],
  ['ended without money', isUnpaidEnd, ['declined', 'cancelled', 'expired']],
];

test.each(kinds)('[MONEY-1] an attempt %s in these states and no other', (_kind, is, members) => {
  expect(new Set(states.filter(is))).toEqual(new Set(members));
});

test('every state is of one kind, and of one only', () => {
  expect(kinds.flatMap(([, , members]) => members).toSorted()).toEqual(states.toSorted());
});

test('a customer is on a page of the provider to agree or to pay', () => {
  expect(states.filter(isOnProviderPage)).toEqual(['agreeing', 'redirected']);
});

/** The states of a payment that is on its orders, or was. */
const onOrders: PaymentState[] = ['allocated', 'partRefunded', 'refunded', 'reversed', 'partReversed', 'disputed'];

test('refunds and disputes may follow where the money was on orders', () => {
  expect(new Set(states.filter(hasAftermath))).toEqual(new Set(onOrders));
});

test('an attempt takes no more money by itself once it is on its orders, or has ended without money', () => {
  expect(new Set(settledStates)).toEqual(new Set([...onOrders, 'declined', 'cancelled', 'expired']));
});

test('no money is asked for before an attempt is sent, or its customer is on a page', () => {
  const unsent: PaymentState[] = ['created', 'authenticating', 'challenge', 'authenticated', 'agreeing'];
  expect(new Set(unsentStates)).toEqual(new Set(unsent));
});

test('a receipt shows the money that is on its orders, without refunded and reversed parts', () => {
  expect(states.filter(hasReceipt)).toEqual(['allocated']);
});

test('docs/payment-states.md is what the table says', async () => {
  const write = 'write the page again: npx vitest run --project server payment-states -u';
  await expect(stateDocument(), write).toMatchFileSnapshot(
    fileURLToPath(new URL('../../../../../docs/payment-states.md', import.meta.url)),
  );
});
