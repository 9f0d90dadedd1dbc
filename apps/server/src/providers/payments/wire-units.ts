import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';
import { isoPlaces } from '../../lib/texts/iso-4217.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { Aftermath } from './provider-status.ts';

type Notation = Pick<PaymentAttempt, 'currency' | 'decimalPlaces'>;

/** Returns an amount with another number of decimals. It is no integer if it needs more of them. */
const rescale = (minor: number, from: DecimalPlaces, to: DecimalPlaces): number =>
  to >= from ? minor * 10 ** (to - from) : minor / 10 ** (from - to);

const toWire = (minor: number, { currency, decimalPlaces }: Notation) =>
  rescale(minor, decimalPlaces, isoPlaces(currency));
const fromWire = (minor: number, { currency, decimalPlaces }: Notation) =>
  rescale(minor, isoPlaces(currency), decimalPlaces);

const onWire = (attempt: PaymentAttempt): PaymentAttempt => ({
  ...attempt,
  amountMinor: toWire(attempt.amountMinor, attempt),
  decimalPlaces: isoPlaces(attempt.currency),
});

const refusal = { code: 'DECIMAL_PRECISION', message: null };
/** Nothing was sent, because the provider's wire can't express the amount. */
const refused = { kind: 'declined', refusal, authentication: null, providerPaymentId: null } as const;

type Call<Rest extends unknown[], Answer> = (attempt: PaymentAttempt, ...rest: Rest) => Promise<Answer>;

/**
 * Returns a provider for amounts in the marina's own minor units. The adapter and its wire count in the minor units of
 * ISO 4217, which a marina may not write: 25,000 Ft without decimals is 2500000 on the wire. Every amount is converted
 * here, on its way out and back, and nowhere else. It is never rounded: what can't be said exactly is refused.
 */
export function inMarinaUnits(provider: PaymentProvider): PaymentProvider {
  const takesAmount: NonNullable<PaymentProvider['takesAmount']> = (minor, currency, decimalPlaces) => {
    const wire = toWire(minor, { currency, decimalPlaces });
    return Number.isSafeInteger(wire) && (provider.takesAmount?.(wire, currency, isoPlaces(currency)) ?? true);
  };
  const takes = (minor: number, { currency, decimalPlaces }: Notation) => takesAmount(minor, currency, decimalPlaces);
  /** Makes a call that says the attempt's amount to the provider. */
  const exactly =
    <Rest extends unknown[], Answer>(call: Call<Rest, Answer>, ifInexact: NoInfer<Answer>): Call<Rest, Answer> =>
    async (attempt, ...rest) =>
      takes(attempt.amountMinor, attempt) ? call(onWire(attempt), ...rest) : ifInexact;
  const { start, resume, charge, version1, components, redirect, express, fetchAftermath, refunds } = provider;
  const { close } = redirect ?? {};
  return {
    ...provider,
    takesCurrency: provider.takesCurrency ?? ((currency, places) => places <= isoPlaces(currency)),
    takesAmount,
    fetchStatus: (attempt) => provider.fetchStatus(onWire(attempt)),
    ...(fetchAftermath && {
      fetchAftermath: async (attempt, id) => aftermathOf(await fetchAftermath(onWire(attempt), id), attempt),
    }),
    ...(start && { start: exactly(start, refused) }),
    ...(resume && { resume: (attempt, input) => resume(onWire(attempt), input) }),
    ...(charge && { charge: exactly(charge, refused) }),
    ...(version1 && {
      version1: {
        bankOrigins: version1.bankOrigins,
        enroll: exactly((...input) => version1.enroll(...input), refused),
        finish: (attempt, input) => version1.finish(onWire(attempt), input),
      },
    }),
    ...(components && {
      components: {
        openRequest: exactly((...input) => components.openRequest(...input), refused),
        openFields: (attempt) => components.openFields(onWire(attempt)),
        check: (attempt, typed) => components.check(onWire(attempt), typed),
        charge: exactly((...input) => components.charge(...input), refused),
        readKeptCard: (attempt) => components.readKeptCard(onWire(attempt)),
      },
    }),
    ...(redirect && {
      redirect: {
        ...redirect,
        begin: exactly(redirect.begin, refused),
        ...(close && { close: (attempt) => close(onWire(attempt)) }),
      },
    }),
    ...(express && {
      express: { begin: exactly(express.begin, refused), capture: exactly(express.capture, refused) },
    }),
    ...(refunds && {
      refunds: {
        ...refunds,
        make: async (attempt, order) =>
          takes(order.amountMinor, attempt)
            ? refunds.make(onWire(attempt), { ...order, amountMinor: toWire(order.amountMinor, attempt) })
            : { kind: 'refused', refusal },
        find: async (attempt, order) => {
          const list = await refunds.find(onWire(attempt), order);
          if (list.kind === 'unknown') return list;
          // An amount that the marina can't write is no integer here. So it belongs to no refund that we made.
          const known = list.refunds.map((each) => ({ ...each, amountMinor: fromWire(each.amountMinor, attempt) }));
          return { kind: 'known', refunds: known };
        },
      },
    }),
  };
}

/** Returns the aftermath in the marina's units. Unknown if one of its amounts can't be said exactly. */
function aftermathOf(found: Aftermath, attempt: Notation): Aftermath {
  if (found.kind === 'unknown') return found;
  const { refundedMinor, disputedMinor, reversedMinor } = found;
  const own = (minor: number | null) => (minor === null ? null : fromWire(minor, attempt));
  const amounts = {
    refundedMinor: fromWire(refundedMinor, attempt),
    disputedMinor: own(disputedMinor),
    reversedMinor: own(reversedMinor),
  };
  const isExact = Object.values(amounts).every((minor) => minor === null || Number.isSafeInteger(minor));
  return isExact ? { kind: 'known', ...amounts } : { kind: 'unknown', reason: 'more decimals than the marina writes' };
}
