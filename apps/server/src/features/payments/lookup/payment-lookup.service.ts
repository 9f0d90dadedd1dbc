import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { nameAndNumber } from '../../account/account.exports.ts';
import { formatSiteTime } from '../../../lib/texts/formats.ts';
import { availableOf } from '../available/available-amount.rules.ts';
import { findLateMoney } from '../engine/late-money.service.ts';
import { paymentStates } from '../payment-states.rules.ts';
import { paymentReference } from '../payments.presenter.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { providerNameOf } from '../providers/providers.service.ts';
import {
  findPaymentLookup,
  mailSubjectsOf,
  openPayments,
  ordersOfPayment,
  type PaymentLookup,
  paymentsForOrder,
  stepsOfPayment,
} from './payment-lookup.queries.ts';
import { nextSteps } from './next-steps.rules.ts';

/** Describes a payment for the office: what it is, what happened to it, and what to do. */
export async function describePayment(db: TenantDb, tenant: Tenant, paymentId: number) {
  const payment = await findPaymentLookup(db, tenant.id, paymentId);
  const number = paymentReference(payment.id);
  const late = await findLateMoney(db, tenant.id, payment.account_id);
  const time = (instant: Date) => formatSiteTime(instant, payment.time_zone);
  const askedUntil = late.find(({ reference }) => reference === number)?.askedUntil;
  const steps = await stepsOfPayment(db, tenant.id, payment.id);
  return {
    number,
    customer: [nameAndNumber(payment), payment.account_reference ?? ''].filter((part) => part !== '').join(', '),
    by: payment.office_method ?? (await providerNameOf(db, tenant.id, payment)),
    names: namesOf(payment),
    currency: payment.currency,
    amounts: amountsOf(payment),
    orders: await ordersOfPayment(db, tenant.id, payment.id),
    meaning: meaningOf(payment),
    reason: payment.error_code,
    isTest: payment.is_test,
    timeZone: payment.time_zone,
    madeAt: payment.created_at,
    steps: steps.map(({ event, to_state, created_at }) => ({
      at: time(created_at),
      event,
      meaning: paymentStates[to_state].meaning,
    })),
    nextSteps: nextSteps({
      state: payment.state,
      isOfOffice: payment.office_method !== null,
      isAvailable: availableOf(payment) > 0,
      isReversed: payment.reversed_minor > 0,
      asksAt: payment.check_at && time(payment.check_at),
      endsAt: time(payment.expires_at),
      asksUntil: askedUntil === undefined ? null : time(askedUntil),
    }),
    mailed: [{ paymentId: payment.id }, ...(await mailSubjectsOf(db, tenant.id, payment.id))],
  };
}

/** The names under which the office, its bank and the provider know a payment. */
const namesOf = (payment: PaymentLookup) =>
  Object.entries({
    'your reference': payment.office_reference,
    'bank reference': payment.bank_reference,
    'our reference at the provider': payment.office_method === null ? payment.merchant_ref_number : null,
    'the provider’s own': payment.provider_payment_id,
  }).flatMap(([what, name]) => (name ? [{ what, name }] : []));

const amountsOf = (payment: PaymentLookup) => ({
  whole: payment.amount_minor,
  'on no order': availableOf(payment),
  refunded: payment.refunded_minor,
  disputed: payment.disputed_minor,
  'taken back': payment.reversed_minor,
});

/** Says what a payment is. Money that is on no order is not "on the orders". */
const meaningOf = (payment: Pick<PaymentRow, 'state'> & Parameters<typeof availableOf>[0]): string =>
  payment.state === 'allocated' && availableOf(payment) > 0
    ? 'Paid, and not all of it is on orders.'
    : paymentStates[payment.state].meaning;

/** Describes all payments for an order, and all attempts that were sent. */
export async function describePaymentsOfOrder(db: TenantDb, tenantId: number, orderId: number) {
  const payments = await paymentsForOrder(db, tenantId, orderId);
  return payments.map((payment) => ({
    number: paymentReference(payment.id),
    at: formatSiteTime(payment.created_at, payment.time_zone),
    currency: payment.currency,
    wholeMinor: payment.amount_minor,
    onOrderMinor: payment.on_minor,
    meaning: meaningOf(payment),
    reason: payment.error_code,
  }));
}

/** Describes all payments that are not settled, the oldest first. */
export async function describeOpenPayments(db: TenantDb, tenantId: number) {
  const payments = await openPayments(db, tenantId);
  return payments.map((payment) => ({
    number: paymentReference(payment.id),
    at: formatSiteTime(payment.created_at, payment.time_zone),
    customer: [payment.account_id, ...(payment.account_reference === null ? [] : [payment.account_reference])].join(
      ', ',
    ),
    currency: payment.currency,
    wholeMinor: payment.amount_minor,
    availableMinor: availableOf(payment),
    disputedMinor: payment.disputed_minor,
    meaning: meaningOf(payment),
  }));
}
