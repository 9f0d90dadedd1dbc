import { isUnpaidEnd, type PaymentState, paymentStates } from '../payment-states.rules.ts';

/** The facts of a payment that decide what the office does next. */
interface Facts {
  state: PaymentState;
  /** True if the office took it. */
  isOfOffice: boolean;
  /** True if some of it is on no order. */
  isAvailable: boolean;
  /** True if a bank has taken the money or a part of it back. */
  isReversed: boolean;
  /** The next look-up at the provider, as the office reads a time; null: none. */
  asksAt: string | null;
  /** The end of the customer's time on the provider's page, or of an attempt that was not sent. */
  endsAt: string;
  /** The last look-up of an attempt that ended unpaid; null: the provider is not asked any more. */
  asksUntil: string | null;
}

/** Tells what the office does about a payment, in the words of the commands. */
export function nextSteps(facts: Facts): string[] {
  const { state } = facts;
  if (isUnpaidEnd(state)) return ended(facts);
  switch (paymentStates[state].group) {
    case 'waiting':
      return waiting(facts);
    case 'undecided':
      return undecided(facts);
    default:
      return paid(facts);
  }
}

const ended = ({ asksUntil }: Facts) => [
  'The customer may pay its orders again.',
  ...(asksUntil === null
    ? []
    : [`The provider is asked until ${asksUntil}. If it has the money after all, the payment counts: a mail says so.`]),
];

const waiting = ({ state, endsAt }: Facts) =>
  paymentStates[state].holds
    ? [`The customer may pay on the provider’s page until ${endsAt}. Its orders wait for that.`]
    : ['Nothing was charged, and it holds no order: the customer may pay again at once.'];

const undecided = ({ state, asksAt }: Facts) => [
  'Its orders wait, so that nobody pays twice: do not take the money again.',
  ...(asksAt === null ? [] : [`The provider is asked again at ${asksAt}.`]),
  state === 'held'
    ? 'Look at the provider: it releases the payment, or you refund it there and end it with "payment close".'
    : 'If the provider does not decide, look there, and end it with "payment close".',
];

function paid({ state, isOfOffice, isAvailable, isReversed }: Facts): string[] {
  const giveBack = isOfOffice ? '"payment reverse"' : '"refund"';
  return [
    ...(state === 'approved' ? ['The server puts it on its orders within seconds.'] : []),
    ...(isAvailable
      ? [`Put what is on no order on one with "payment allocate", or give it back with ${giveBack}.`]
      : []),
    ...(state === 'disputed' ? ['Answer the dispute at the provider. Until the decision its orders stay paid.'] : []),
    ...(isReversed ? ['What was taken back is owed again: agree with the customer how to pay it.'] : []),
  ];
}
