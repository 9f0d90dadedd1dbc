/** Every state of a payment attempt, with what it means. */
export const paymentStates = {
  created: 'The attempt is stored. Nobody was called, and it holds no order.',
  authenticating: 'The bank is being asked whether it knows its customer.',
  challenge: 'The customer is on a page of the bank.',
  authenticated: 'The customer may be charged.',
  agreeing: 'The customer is on a page of the provider and may agree there to be charged. Nothing is charged there.',
  redirected: 'The customer is on a page of the provider and may pay there. From here on its orders are held.',
  sent: 'The charge is on its way to the provider. From here on money may have moved.',
  unknown: 'The answer was lost. Only the provider knows.',
  pending: 'The provider has the charge and has not decided.',
  held: 'The provider holds the charge back until somebody looks at it.',
  approved: 'Paid. Not on the orders yet.',
  allocated: 'Paid, and on the orders.',
  partRefunded: 'Paid, and partly paid back.',
  declined: 'Not paid.',
  cancelled: 'Given up by the customer.',
  expired: 'The customer did not come back.',
  refunded: 'Paid, and paid back.',
  reversed: 'Paid, and taken back by the bank.',
  partReversed: 'Paid, and partly taken back by the bank.',
  disputed: 'Paid, and disputed by the holder of the card.',
} as const;
export type PaymentState = keyof typeof paymentStates;

/** Everything that can happen to a payment attempt. */
export const paymentEvents = [
  'authenticationStarted',
  'challengeAsked',
  'authenticationPassed',
  'authenticationFailed',
  'askedToAgree',
  'redirected',
  'pageFailed',
  'tryRefused',
  'sent',
  'answerLost',
  'leftPending',
  'heldBack',
  'approved',
  'declined',
  'notFound',
  'allocated',
  'failureReported',
  'cancelled',
  'expired',
  'partlyRefunded',
  'refunded',
  'reversed',
  'partlyReversed',
  'disputed',
  'restored',
  'returned',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

type Row = Partial<Record<PaymentEvent, PaymentState>>;

/** Money at the provider counts whenever it is found, also after the attempt was written off. */
const paid: Row = { approved: 'approved' };

/** Before anything was sent: the customer gives up, the browser can't go on, or time runs out. */
const waiting: Row = { ...paid, failureReported: 'declined', cancelled: 'cancelled', expired: 'expired' };

/** What the provider says about a charge that it may have taken. */
const asked: Row = { ...paid, declined: 'declined' };

/** What the provider says of money that it took: given back, disputed, or taken back by the bank. */
const since: Row = {
  partlyRefunded: 'partRefunded',
  refunded: 'refunded',
  reversed: 'reversed',
  partlyReversed: 'partReversed',
  disputed: 'disputed',
};

/**
 * State × event → state. What is not here is refused and leaves the attempt as it is.
 * DANGER: from `approved` on only what became of the money counts. A late failure never undoes a payment.
 */
export const transitions: Readonly<Record<PaymentState, Readonly<Row>>> = {
  created: {
    ...waiting,
    authenticationStarted: 'authenticating',
    askedToAgree: 'agreeing',
    redirected: 'redirected',
  },
  authenticating: {
    ...waiting,
    authenticationStarted: 'authenticating',
    challengeAsked: 'challenge',
    authenticationPassed: 'authenticated',
    authenticationFailed: 'declined',
  },
  challenge: {
    ...waiting,
    authenticationStarted: 'authenticating',
    authenticationPassed: 'authenticated',
    authenticationFailed: 'declined',
  },
  authenticated: { ...waiting, authenticationStarted: 'authenticating', sent: 'sent' },
  agreeing: {
    ...waiting,
    declined: 'declined',
    pageFailed: 'declined',
    leftPending: 'pending',
    heldBack: 'held',
    sent: 'sent',
  },
  redirected: {
    ...asked,
    pageFailed: 'declined',
    // A refusal is no end as long as the page is open: its customer may try again there.
    tryRefused: 'redirected',
    leftPending: 'pending',
    heldBack: 'held',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  sent: { ...asked, answerLost: 'unknown', leftPending: 'pending', heldBack: 'held', notFound: 'declined' },
  unknown: { ...asked, leftPending: 'pending', heldBack: 'held', notFound: 'declined' },
  pending: { ...asked, heldBack: 'held' },
  held: { ...asked, leftPending: 'pending' },
  approved: { allocated: 'allocated' },
  allocated: since,
  partRefunded: { ...since, restored: 'allocated' },
  declined: paid,
  cancelled: paid,
  expired: paid,
  refunded: { ...since, restored: 'allocated' },
  // What comes back is put on whatever is still owed.
  reversed: { returned: 'approved' },
  partReversed: { ...since, returned: 'approved' },
  disputed: { ...since, restored: 'allocated', returned: 'approved' },
};

/** Where an event leads from a state; null where it is refused. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return transitions[state][event] ?? null;
}

const unpaidEnds: ReadonlySet<PaymentState> = new Set(['declined', 'cancelled', 'expired']);
const paidStates: ReadonlySet<PaymentState> = new Set([
  ...(['approved', 'allocated', 'partRefunded', 'refunded', 'reversed'] as const),
  ...(['partReversed', 'disputed'] as const),
]);

/**
 * Money may be moving, so that the orders are held: no other attempt of them may be sent. Whatever was not sent holds
 * nothing, and stands beside other attempts of the same orders.
 */
const holding: ReadonlySet<PaymentState> = new Set([
  ...(['redirected', 'sent', 'unknown', 'pending', 'held', 'approved'] as const),
]);
export const holdsOrders = (state: PaymentState): boolean => holding.has(state);

/** Given up or refused: nothing of it is under way any more. */
export const isUnpaidEnd = (state: PaymentState): boolean => unpaidEnds.has(state);

/** The provider has taken the money, whatever became of it later. */
export const isPaid = (state: PaymentState): boolean => paidStates.has(state);

/** It is on its orders, which its receipt names. @param state as the database has it */
export const hasReceipt = (state: string): boolean => state === 'allocated';

/** The provider may have taken the money and has to be asked. */
export const isUndecided = (state: PaymentState): boolean =>
  state === 'sent' || state === 'unknown' || state === 'pending' || state === 'held';

/** The customer is on a page of the provider, to pay or to agree. */
export const isOnProviderPage = (state: PaymentState): boolean => state === 'redirected' || state === 'agreeing';

/** Waits for its customer, and ends when its time is over. */
export const isWaiting = (state: PaymentState): boolean =>
  !unpaidEnds.has(state) && !isPaid(state) && !isUndecided(state);
