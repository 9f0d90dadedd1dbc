import { takeNumbers } from '../../../db/sql/numbers.ts';
import type { OpenCallLimit } from '../../../http/limits/call-limits.ts';
import type { Context } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { enqueueJob } from '../../../jobs/enqueue.ts';
import { daysBefore, minute } from '../../../lib/time/durations.ts';
import type { EventReading, IncomingEvent, ProviderEvent } from '../../../providers/payments/provider-events.ts';
import { lookAfter } from '../after-payment/after-payment.service.ts';
import { allocate } from '../engine/allocate.service.ts';
import type { Engine } from '../engine/engine.types.ts';
import { lookUp } from '../engine/look-up.service.ts';
import { lookAtPage } from '../pages/express.service.ts';
import { hasAftermath, isOnProviderPage } from '../payment-states.rules.ts';
import { findByProviderPayment, findOfAnybody, type PaymentRow } from '../payments.queries.ts';
import { findProviderEvent, insertProviderEvent, noteHandled, sweepProviderEvents } from './provider-events.queries.ts';
import { openProvidersByKey } from './providers.service.ts';

/** Verifying an event may require a call to its provider, so the number of events is limited. */
export const deliveryLimit: OpenCallLimit = {
  name: 'provider-events',
  per: 'network',
  max: 6_000,
  windowMs: 15 * minute,
};

type Receiver = Pick<Context, 'db' | 'tenant' | 'clock' | 'log'>;

/**
 * Takes a provider's event: verifies it, then stores it once, with the job that asks the provider about it.
 * @throws CallError NOT_FOUND without such a provider, SIGNATURE_INVALID, UNAVAILABLE if it should be sent again
 */
export async function receiveEvent(ctx: Receiver, providerKey: string, incoming: IncomingEvent): Promise<void> {
  const { db, tenant } = ctx;
  const readers = (await openProvidersByKey(db, tenant.id, providerKey)).filter(({ readEvent }) => readEvent);
  const [first] = readers;
  if (!first) throw notFound();
  const readings: EventReading[] = [];
  for (const provider of readers) readings.push((await provider.readEvent?.(incoming)) ?? noReading);
  await store(ctx, first.key, genuineOf(ctx, readings));
}

const noReading: EventReading = { kind: 'forged', reason: 'nobody reads it' };

function genuineOf({ log }: Receiver, readings: readonly EventReading[]): ProviderEvent {
  const genuine = readings.find((reading) => reading.kind === 'genuine');
  if (genuine) return genuine.event;
  const unavailable = readings.find((reading) => reading.kind === 'unavailable');
  const reasons = readings.flatMap((reading) => ('reason' in reading ? [reading.reason] : []));
  log.warn({ reasons }, 'an event that is not known to be a provider’s');
  throw new CallError(unavailable ? 'UNAVAILABLE' : 'SIGNATURE_INVALID');
}

async function store({ db, tenant, clock }: Receiver, providerKey: string, event: ProviderEvent): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const id = await takeNumbers(trx, tenant.id, 'provider-event');
    const isFirst = await insertProviderEvent(trx, tenant.id, {
      id,
      provider_key: providerKey,
      event_id: event.id,
      kind: event.kind,
      merchant_ref_number: event.merchantRefNumber,
      provider_payment_id: event.providerPaymentId,
      received_at: clock.now(),
    });
    if (isFirst) await enqueueJob(trx, 'look-at-payment', { tenantId: tenant.id, providerEventId: id });
  });
}

/** Asks the provider about the attempt that an event names. Nothing in the event itself is trusted. */
export async function handleEvent(engine: Engine, providerEventId: number): Promise<void> {
  const { db, tenant, clock } = engine;
  const event = await findProviderEvent(db, tenant.id, providerEventId);
  if (!event || event.handled_at !== null) return;
  const payment = await findPayment(engine, event);
  if (payment) await look(engine, payment);
  await noteHandled(db, tenant.id, event.id, clock.now());
}

type StoredEvent = NonNullable<Awaited<ReturnType<typeof findProviderEvent>>>;

/**
 * Finds the attempt by our reference, else by the provider's name of the charge: a dispute's event may carry only
 * that.
 */
async function findPayment({ db, tenant }: Engine, event: StoredEvent): Promise<PaymentRow | undefined> {
  const { provider_key: providerKey, merchant_ref_number: reference, provider_payment_id: providerPaymentId } = event;
  const found = reference === null ? undefined : await findOfAnybody(db, tenant.id, reference);
  if (found || providerPaymentId === null) return found;
  return findByProviderPayment(db, tenant.id, { providerKey, providerPaymentId });
}

/** Checks the attempt, even if it has ended: money may come late, and leave again. */
async function look(engine: Engine, payment: PaymentRow): Promise<void> {
  if (payment.state === 'approved') await allocate(engine, payment.id);
  else if (isOnProviderPage(payment.state)) await lookAtPage(engine, payment);
  else {
    const isAnswered = hasAftermath(payment.state)
      ? await lookAfter(engine, payment)
      : (await lookUp(engine, payment)).isAnswered;
    // The error makes the job run again.
    if (!isAnswered) throw new Error('the provider does not answer');
  }
}

/** For a job: deletes the events that the marina keeps no longer. */
export const sweepEvents = ({ db, tenant, clock }: Pick<Engine, 'db' | 'tenant' | 'clock'>): Promise<void> =>
  sweepProviderEvents(db, tenant.id, daysBefore(clock.now(), tenant.settings.retention.providerEventDays));
