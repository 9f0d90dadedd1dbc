import type { PaymentProgress, PaymentStatus } from '@quayside/contract/payments/payments.ts';

/**
 * A payment state: its meaning, how customers see it, and what the server does when its next check is due.
 */
interface StateRow {
  meaning: string;
  /**
   * `waiting` for the customer, and over when the time is over; `undecided`: the provider may have taken the money and
   * has to be asked; `paid`: the provider took the money, whatever happened to it later; `unpaid`: given up or refused.
   */
  group: 'waiting' | 'undecided' | 'paid' | 'unpaid';
  /**
   * True if money may be moving, so that the orders are held: no other attempt of them may be sent. An attempt that
   * was not sent holds nothing, and may stand beside others of the same orders.
   */
  holds: boolean;
  /**
   * The status that customers see. An uncertain payment is Incomplete, never Declined; one that the provider has to
   * decide is Pending (P3.8).
   */
  status: PaymentStatus;
  progress: PaymentProgress;
  /**
   * The server's work when the next check is due. `end`: ends the attempt if its time is over. `lookAtPage`: asks
   * about a customer on the provider's page, or ends the attempt. `lookUp`: asks for the charge. `lookUpLateMoney`:
   * asks while money may still appear. `followMoney`: asks what happened to the money since.
   */
  due: 'end' | 'lookAtPage' | 'lookUp' | 'allocate' | 'followMoney' | 'lookUpLateMoney';
}

/** Every state of a payment attempt: one row holds everything about it, beside its `transitions`. */
export const paymentStates = {
  created: {
    meaning: 'The attempt is stored. Nobody was called, and it holds no order.',
    group: 'waiting',
    holds: false,
    status: 'Incomplete',
    progress: 'unsent',
    due: 'end',
  },
  authenticating: {
    meaning: 'The bank is being asked whether it knows its customer.',
    group: 'waiting',
    holds: false,
    status: 'Incomplete',
    progress: 'unsent',
    due: 'end',
  },
  challenge: {
    meaning: 'The customer is on a page of the bank.',
    group: 'waiting',
    holds: false,
    status: 'Incomplete',
    progress: 'unsent',
    due: 'end',
  },
  authenticated: {
    meaning: 'The customer may be charged.',
    group: 'waiting',
    holds: false,
    status: 'Incomplete',
    progress: 'unsent',
    due: 'end',
  },
  agreeing: {
    meaning: 'The customer is on a page of the provider and may agree there to be charged. Nothing is charged there.',
    group: 'waiting',
    holds: false,
    status: 'Incomplete',
    progress: 'unsent',
    due: 'lookAtPage',
  },
  redirected: {
    meaning: 'The customer is on a page of the provider and may pay there. From here on its orders are held.',
    group: 'waiting',
    holds: true,
    status: 'Incomplete',
    progress: 'onPage',
    due: 'lookAtPage',
  },
  sent: {
    meaning: 'The charge is on its way to the provider. From here on money may have moved.',
    group: 'undecided',
    holds: true,
    status: 'Incomplete',
    progress: 'sent',
    due: 'lookUp',
  },
  unknown: {
    meaning: 'The answer was lost. Only the provider knows.',
    group: 'undecided',
    holds: true,
    status: 'Incomplete',
    progress: 'sent',
    due: 'lookUp',
  },
  pending: {
    meaning: 'The provider has the charge and has not decided.',
    group: 'undecided',
    holds: true,
    status: 'Pending',
    progress: 'sent',
    due: 'lookUp',
  },
  held: {
    meaning: 'The provider holds the charge back until somebody looks at it.',
    group: 'undecided',
    holds: true,
    status: 'Pending',
    progress: 'sent',
    due: 'lookUp',
  },
  approved: {
    meaning: 'Paid. Not on the orders yet.',
    group: 'paid',
    holds: true,
    status: 'Completed',
    progress: 'over',
    due: 'allocate',
  },
  allocated: {
    meaning: 'Paid, and on the orders.',
    group: 'paid',
    holds: false,
    status: 'Completed',
    progress: 'over',
    due: 'followMoney',
  },
  partRefunded: {
    meaning: 'Paid, and partly paid back.',
    group: 'paid',
    holds: false,
    status: 'PartRefunded',
    progress: 'over',
    due: 'followMoney',
  },
  declined: {
    meaning: 'Not paid.',
    group: 'unpaid',
    holds: false,
    status: 'Declined',
    progress: 'over',
    due: 'lookUpLateMoney',
  },
  cancelled: {
    meaning: 'Given up by the customer.',
    group: 'unpaid',
    holds: false,
    status: 'Cancelled',
    progress: 'over',
    due: 'lookUpLateMoney',
  },
  expired: {
    meaning: 'The customer did not come back.',
    group: 'unpaid',
    holds: false,
    status: 'Declined',
    progress: 'over',
    due: 'lookUpLateMoney',
  },
  refunded: {
    meaning: 'Paid, and paid back.',
    group: 'paid',
    holds: false,
    status: 'Refunded',
    progress: 'over',
    due: 'followMoney',
  },
  reversed: {
    meaning: 'Paid, and taken back by the bank.',
    group: 'paid',
    holds: false,
    status: 'Disputed',
    progress: 'over',
    due: 'followMoney',
  },
  partReversed: {
    meaning: 'Paid, and partly taken back by the bank.',
    group: 'paid',
    holds: false,
    status: 'Disputed',
    progress: 'over',
    due: 'followMoney',
  },
  disputed: {
    meaning: 'Paid, and disputed by the holder of the card.',
    group: 'paid',
    holds: false,
    status: 'Disputed',
    progress: 'over',
    due: 'followMoney',
  },
} as const satisfies Record<string, StateRow>;
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
  'closedByOffice',
  'failureReported',
  'cancelled',
  'expired',
  'partlyRefunded',
  'refunded',
  'reversed',
  'partlyReversed',
  'disputed',
  'restored',
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

type Row = Partial<Record<PaymentEvent, PaymentState>>;

/** Money at the provider counts whenever it is found, also after the attempt was given up. */
const paid: Row = { approved: 'approved' };

/** Before anything was sent: the customer gives up, the browser can't go on, or the time is over. */
const waiting: Row = { ...paid, failureReported: 'declined', cancelled: 'cancelled', expired: 'expired' };

/** The provider's word about a charge that may have happened. */
const asked: Row = { ...paid, declined: 'declined' };

/** The office may end an attempt that its provider does not settle. From `sent` on nobody else but the provider may. */
const unsettled: Row = { ...asked, closedByOffice: 'declined' };

/** The provider's word about money that it took: refunded, disputed, or reversed. */
const since: Row = {
  partlyRefunded: 'partRefunded',
  refunded: 'refunded',
  reversed: 'reversed',
  partlyReversed: 'partReversed',
  disputed: 'disputed',
};

/** The same, and the money is whole again: nothing of it is refunded, disputed or reversed any more. */
const changed: Row = { ...since, restored: 'allocated' };

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
    ...unsettled,
    pageFailed: 'declined',
    // A refusal is not final while the page is open: its customer may try again there.
    tryRefused: 'redirected',
    leftPending: 'pending',
    heldBack: 'held',
    cancelled: 'cancelled',
    expired: 'expired',
  },
  sent: { ...asked, answerLost: 'unknown', leftPending: 'pending', heldBack: 'held', notFound: 'declined' },
  unknown: { ...unsettled, leftPending: 'pending', heldBack: 'held', notFound: 'declined' },
  pending: { ...unsettled, heldBack: 'held' },
  held: { ...unsettled, leftPending: 'pending' },
  approved: { allocated: 'allocated' },
  allocated: since,
  partRefunded: changed,
  declined: paid,
  cancelled: paid,
  expired: paid,
  refunded: changed,
  reversed: changed,
  partReversed: changed,
  disputed: changed,
};

/** Returns the state after an event; null if the event is refused. */
export function nextState(state: PaymentState, event: PaymentEvent): PaymentState | null {
  return transitions[state][event] ?? null;
}

const rowOf = (state: PaymentState): StateRow => paymentStates[state];

/** Returns the states whose row meets a condition, in the order of the table. */
export const statesWhere = (is: (row: StateRow) => boolean): PaymentState[] =>
  (Object.keys(paymentStates) as PaymentState[]).filter((state) => is(rowOf(state)));

/** The states in which an attempt takes no more money by itself. `findLateMoney` finds what may come late. */
export const settledStates = statesWhere(({ group, holds }) => (group === 'paid' || group === 'unpaid') && !holds);

/** The states before the provider is asked for money. */
export const unsentStates = statesWhere(({ progress }) => progress === 'unsent');

export const holdsOrders = (state: PaymentState): boolean => rowOf(state).holds;

/** Tells if an attempt was given up or refused: nothing of it is under way. */
export const isUnpaidEnd = (state: PaymentState): boolean => rowOf(state).group === 'unpaid';

/** Tells if the provider has taken the money, whatever happened to it later. */
export const isPaid = (state: PaymentState): boolean => rowOf(state).group === 'paid';

/** Tells if a payment is allocated to the orders that its receipt names. @param state from the database */
export const hasReceipt = (state: string): boolean => state === 'allocated';

/** Tells if the money was on orders, so that refunds and disputes may follow. */
export const hasAftermath = (state: PaymentState): boolean => rowOf(state).due === 'followMoney';

/** Tells if the provider may have taken the money and has to be asked. */
export const isUndecided = (state: PaymentState): boolean => rowOf(state).group === 'undecided';

/** Tells if the customer is on a page of the provider, to pay or to agree. */
export const isOnProviderPage = (state: PaymentState): boolean => rowOf(state).due === 'lookAtPage';

/** Tells if an attempt waits for its customer. It ends when its time is over. */
export const isWaiting = (state: PaymentState): boolean => rowOf(state).group === 'waiting';
