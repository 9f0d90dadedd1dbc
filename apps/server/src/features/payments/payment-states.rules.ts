/** Every state of a payment attempt, with its meaning. */
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

/** Every event of a payment attempt. */
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

/** Money at the provider counts whenever it is found, also after the attempt was given up. */
const paid: Row = { approved: 'approved' };

/** Before anything was sent: the customer gives up, the browser can't go on, or the time is over. */
const waiting: Row = { ...paid, failureReported: 'declined', cancelled: 'cancelled', expired: 'expired' };

/** The provider's word about a charge that may have happened. */
const asked: Row = { ...paid, declined: 'declined' };

/** The provider's word about money that it took: refunded, disputed, or reversed. */
const since: Row = {
  partlyRefunded: 'partRefunded',
  refunded: 'refunded',
  reversed: 'reversed',
  partlyReversed: 'partReversed',
  disputed: 'disputed',
};

/**
 * State × event → state. All other events are refused and leave the attempt as it is. DANGER: from `approved` on only
 * the later fate of the money counts. A late failure never undoes a payment.
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
    // A refusal is not final while the page is open: its customer may try again there.
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
  // Returned money is allocated to everything that is still owed.
  reversed: { returned: 'approved' },
  partReversed: { ...since, returned: 'approved' },
  disputed: { ...since, restored: 'allocated', returned: 'approved' },
};

/** Returns the state after an event; null if the event is refused. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return transitions[state][event] ?? null;
}

const unpaidEnds: ReadonlySet<PaymentState> = new Set(['declined', 'cancelled', 'expired']);
const paidStates: ReadonlySet<PaymentState> = new Set([
  ...(['approved', 'allocated', 'partRefunded', 'refunded', 'reversed'] as const),
  ...(['partReversed', 'disputed'] as const),
]);

/**
 * Tells if money may be moving, so that the orders are held: no other attempt of them may be sent. An attempt that
 * was not sent holds nothing, and may stand beside others of the same orders.
 */
const holding: ReadonlySet<PaymentState> = new Set([
  ...(['redirected', 'sent', 'unknown', 'pending', 'held', 'approved'] as const),
]);
export const holdsOrders = (state: PaymentState): boolean => holding.has(state);

/** Tells if an attempt was given up or refused: nothing of it is under way. */
export const isUnpaidEnd = (state: PaymentState): boolean => unpaidEnds.has(state);

/** Tells if the provider has taken the money, whatever happened to it later. */
export const isPaid = (state: PaymentState): boolean => paidStates.has(state);

/** Tells if a payment is allocated to the orders that its receipt names. @param state from the database */
export const hasReceipt = (state: string): boolean => state === 'allocated';

/** Tells if the provider may have taken the money and has to be asked. */
export const isUndecided = (state: PaymentState): boolean =>
  state === 'sent' || state === 'unknown' || state === 'pending' || state === 'held';

/** Tells if the customer is on a page of the provider, to pay or to agree. */
export const isOnProviderPage = (state: PaymentState): boolean => state === 'redirected' || state === 'agreeing';

/** Tells if an attempt waits for its customer. It ends when its time is over. */
export const isWaiting = (state: PaymentState): boolean =>
  !unpaidEnds.has(state) && !isPaid(state) && !isUndecided(state);
