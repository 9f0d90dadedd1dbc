import { createHash, randomUUID } from 'node:crypto';
import { largestMinor, majorToMinor, minorToDecimal } from '@quayside/contract/shared/money.ts';
import type { PartialAmounts, PaymentChannel } from '@quayside/contract/payments/payments.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { PayerContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { formatMinor } from '../../../lib/texts/formats.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import { inProgress, isLeftToOthers } from '../../orders/orders.exports.ts';
import { type PayableOrder, readOrdersForPayment } from '../../orders/orders.service.ts';
import type { PlannedOrder } from '../payment-orders.queries.ts';
import {
  findByIdempotencyKey,
  findOfAnybody,
  insertPayment,
  type Payer,
  type PaymentRow,
} from '../payments.queries.ts';
import { crashPoint } from './crash-points.service.ts';
import { attemptLifeMs, type Engine, pageLifeMs } from './engine.types.ts';
import { cancelAttempt } from './give-up.service.ts';
import { largestPayment } from './largest-payment.rules.ts';
import { planPayment, plannedTotal, smallestPayment, totalOf } from './partial-payment.rules.ts';
import { limitAttempts } from './payment-limits.service.ts';

type Caller = PayerContext & Engine;

/** A customer's request to pay. */
export interface PaymentRequest {
  /** The payer. By a link, only the orders that it opened can be paid. */
  payer: Payer;
  orderIds: readonly number[];
  /** The amount that was shown as due, in major units. The server prices, and refuses another amount. */
  amount: number;
  /** The parts that the payer chose. Left out: all that is due. */
  partialAmounts?: PartialAmounts | undefined;
  channel: Exclude<PaymentChannel, 'None'>;
  /** The means of payment if it is fixed at the start, such as a kept card: a part of the request. */
  instrument?: string;
  idempotencyKey: string | null;
  /** The caller's language, for a refusal's text and for the receipt. */
  language: string;
  /** Finds the provider for the orders' site; null if it has none. */
  chooseProvider: (db: TenantDb, siteId: number) => Promise<PaymentProvider | null>;
}

/**
 * Prices the orders and stores the attempt, in one transaction. Calls nobody, charges nothing, and holds nothing:
 * other attempts of the same orders may stand beside it until one is sent.
 * @throws CallError AMOUNT_CHANGED, PAYMENT_TOO_LARGE, PAYMENT_TOO_PRECISE, PARTIAL_AMOUNT_TOO_SMALL, INVALID_REQUEST,
 * ORDER_NOT_PAYABLE, PAYMENT_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, NOT_FOUND, TOO_MANY_PAYMENTS
 */
export async function startPayment(engine: Caller, request: PaymentRequest): Promise<PaymentRow> {
  const hash = hashOf(request);
  const earlier = await findRepeated(engine.db, engine, request, hash);
  if (earlier) return earlier;
  await closeLeftPage(engine, request);
  try {
    const payment = await store(engine, request, hash);
    crashPoint('after-create-commit');
    return payment;
  } catch (error) {
    // Another request with the same key was faster.
    if (!isTaken(error)) throw error;
    const repeated = await findRepeated(engine.db, engine, request, hash);
    if (repeated) return repeated;
    throw error;
  }
}

/**
 * Closes a page of another browser that was left for a while, for a payer by a link. Its provider is asked outside of
 * any transaction. A payment on that page is found then.
 */
async function closeLeftPage(engine: Engine, request: PaymentRequest): Promise<void> {
  const { db, tenant, clock } = engine;
  const now = clock.now();
  const orders = await readOrdersForPayment(db, tenant, request.payer.account.id, openTo(request), now);
  const holds = orders.flatMap(({ hold }) =>
    hold && isLeftToOthers(request.payer, hold, now) ? [hold.reference] : [],
  );
  for (const reference of new Set(holds)) {
    const left = await findOfAnybody(db, tenant.id, reference);
    if (left) await cancelAttempt(engine, left);
  }
}

async function store(engine: Caller, request: PaymentRequest, hash: Buffer): Promise<PaymentRow> {
  const { db, tenant, clock } = engine;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const orders = await readOrdersForPayment(trx, tenant, request.payer.account.id, openTo(request), now);
    const { provider, planned } = await check(trx, engine, request, orders);
    await limitAttempts(trx, engine);
    const attempt = {
      account_id: request.payer.account.id,
      site_id: orders[0]?.siteId ?? 0,
      merchant_ref_number: `QS-${randomUUID()}`,
      provider_key: provider.key,
      provider_account: provider.account,
      channel: request.channel,
      currency: tenant.settings.culture.isoCurrencyCode,
      amount_minor: plannedTotal(planned),
      is_test: provider.publicConfig.inTestMode,
      language: request.language,
      idempotency_key: request.idempotencyKey,
      request_hash: hash,
      created_at: now,
      expires_at: new Date(now.getTime() + lifeOf(provider, request)),
      order_key_hash: request.payer.orderKey?.hash ?? null,
    };
    const payment = await insertPayment(trx, tenant.id, attempt, planned);
    crashPoint('before-create-commit');
    return payment;
  });
}

/**
 * Returns the lifetime of the attempt. A page that holds orders is short-lived if it may be impossible to close: by a
 * link, or if the provider doesn't close pages.
 */
function lifeOf({ redirect }: PaymentProvider, { channel, payer }: PaymentRequest): number {
  if (channel !== 'Redirect' || !redirect) return attemptLifeMs;
  if (!redirect.close) return Math.min(redirect.shortestLifeMs, pageLifeMs);
  return payer.orderKey ? pageLifeMs : attemptLifeMs;
}

/** Refuses everything that can't be paid, in the order in which a customer understands it. */
async function check(
  trx: TenantDb,
  engine: Engine,
  request: PaymentRequest,
  orders: readonly PayableOrder[],
): Promise<{ provider: PaymentProvider; planned: PlannedOrder[] }> {
  if (orders.length !== new Set(request.orderIds).size) throw notFound();
  const hold = orders.find((order) => order.hold !== null)?.hold;
  if (hold) throw inProgress(request.payer, hold);
  const siteId = orders[0]?.siteId ?? 0;
  const unpayable = orders.find((order) => !order.payable || order.siteId !== siteId);
  if (unpayable) throw notPayable(unpayable);
  const provider = await request.chooseProvider(trx, siteId);
  // The office may have switched it off while its customer chose it.
  if (!provider) throw new CallError('ORDER_NOT_PAYABLE', { variant: 'provider' });
  refuseOtherAmount(engine, request, totalOf(orders));
  const planned = planPayment(engine.tenant, orders, request.partialAmounts);
  const payMinor = plannedTotal(planned);
  if (request.partialAmounts) refuseTooSmall(engine, request, smallestPayment(engine.tenant, orders), payMinor);
  refuseTooLarge(engine, request, provider, payMinor);
  refuseTooPrecise(engine, request, provider, payMinor);
  return { provider, planned };
}

/** Keeps the orders that the payer may pay. The others are answered like orders that don't exist. */
function openTo({ orderIds, payer: { orderKey } }: PaymentRequest): readonly number[] {
  return orderKey ? orderIds.filter((id) => orderKey.orders.some((order) => order.id === id)) : orderIds;
}

/** Refuses another amount. @throws CallError AMOUNT_CHANGED if the caller was shown something else than is due */
export function refuseOtherAmount(
  { tenant }: Pick<Engine, 'tenant'>,
  { amount, language }: Pick<PaymentRequest, 'amount' | 'language'>,
  dueMinor: number,
): void {
  const { culture } = tenant.settings;
  if (majorToMinor(amount, culture.currencyDecimalPlaces) !== dueMinor)
    throw amountChanged({ tenant }, dueMinor, language);
}

/** Refuses too large an amount. @throws CallError PAYMENT_TOO_LARGE with the largest single payment (decision P2.44) */
function refuseTooLarge(
  { tenant }: Engine,
  { language }: PaymentRequest,
  provider: PaymentProvider,
  payMinor: number,
): void {
  const largest = Math.min(largestPayment(tenant, provider) ?? largestMinor, largestMinor);
  if (payMinor > largest) throw new CallError('PAYMENT_TOO_LARGE', sayAmount(tenant, largest, language));
}

/** Refuses an amount that the provider can't take exactly. @throws CallError PAYMENT_TOO_PRECISE with the amount */
function refuseTooPrecise(
  { tenant }: Engine,
  { language }: PaymentRequest,
  { takesAmount }: PaymentProvider,
  payMinor: number,
): void {
  const { isoCurrencyCode, currencyDecimalPlaces } = tenant.settings.culture;
  if (takesAmount?.(payMinor, isoCurrencyCode, currencyDecimalPlaces) === false)
    throw new CallError('PAYMENT_TOO_PRECISE', sayAmount(tenant, payMinor, language));
}

/** Refuses too small a part. @throws CallError PARTIAL_AMOUNT_TOO_SMALL with the smallest (decision P2.43) */
function refuseTooSmall(
  { tenant }: Engine,
  { language }: PaymentRequest,
  smallestMinor: number,
  payMinor: number,
): void {
  if (payMinor < smallestMinor)
    throw new CallError('PARTIAL_AMOUNT_TOO_SMALL', sayAmount(tenant, smallestMinor, language));
}

export function amountChanged({ tenant }: Pick<Engine, 'tenant'>, dueMinor: number, language: string): CallError {
  return new CallError('AMOUNT_CHANGED', sayAmount(tenant, dueMinor, language));
}

/** Returns an amount for a refusal: for programs, and for its text. */
function sayAmount({ settings: { culture } }: Engine['tenant'], minor: number, language: string) {
  const { isoCurrencyCode, currencyDecimalPlaces: places } = culture;
  return {
    meta: { amount: minorToDecimal(minor, places) },
    values: { amount: formatMinor(minor, isoCurrencyCode, places, language) },
  };
}

/** Returns the refusal of an order that can't be paid. It says so if the order is paid already. */
export const notPayable = (order: Pick<PayableOrder, 'id' | 'status'> | undefined): CallError =>
  new CallError('ORDER_NOT_PAYABLE', {
    values: { order: order?.id ?? '' },
    ...(order?.status === 'Paid' && { variant: 'paid' }),
  });

/**
 * Finds the attempt that the same key made before.
 * @throws CallError IDEMPOTENCY_KEY_REUSED if it was for something else
 */
async function findRepeated(
  db: TenantDb,
  { tenant }: Engine,
  request: PaymentRequest,
  hash: Buffer,
): Promise<PaymentRow | null> {
  if (request.idempotencyKey === null) return null;
  const earlier = await findByIdempotencyKey(db, tenant.id, request.payer, request.idempotencyKey);
  if (!earlier) return null;
  if (!earlier.request_hash?.equals(hash)) throw new CallError('IDEMPOTENCY_KEY_REUSED');
  return earlier;
}

function hashOf({ orderIds, amount, channel, instrument, partialAmounts }: PaymentRequest): Buffer {
  const fields: unknown[] = [orderIds.toSorted((a, b) => a - b), amount, channel];
  if (partialAmounts) fields.push(partialAmounts.toSorted((a, b) => a.orderId - b.orderId));
  const content = JSON.stringify(instrument === undefined ? fields : [...fields, instrument]);
  return createHash('sha256').update(content).digest();
}

/** Tells if a unique index refused a row. */
const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';
