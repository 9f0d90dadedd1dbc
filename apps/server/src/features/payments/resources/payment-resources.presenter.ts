import type { AllocationResource, PaymentResource } from '@quayside/contract/integration/payments/payment-resources.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { z } from 'zod';
import type { Tenant } from '../../../http/context.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import { isPaid, isUnpaidEnd, type PaymentState, paymentStates } from '../payment-states.rules.ts';
import { availableOf } from '../available/available-amount.rules.ts';
import { paymentReference } from '../payments.presenter.ts';
import type { AllocationRow, PaymentResourceRow } from './payment-resources.queries.ts';

type Resource = z.input<typeof PaymentResource>;

/** Presents a payment as programs see it. */
export function presentPaymentResource(row: PaymentResourceRow, { settings }: Pick<Tenant, 'settings'>): Resource {
  const places = decimalPlacesOf(row.currency, settings.culture);
  const amount = (minor: number) => minorToMajor(minor, places);
  const parts = (of: PaymentResourceRow['chosen']) =>
    of.map(({ order, order_number, amount_minor }) => ({
      order,
      orderNumber: order_number,
      amount: amount(amount_minor),
    }));
  return {
    number: paymentReference(row.id),
    reference: row.office_reference,
    merchantReference: row.merchant_ref_number,
    account: row.account,
    accountNumber: row.account_id,
    site: row.site_id,
    status: statusOf(row.state),
    method: row.office_method ?? row.channel,
    currency: row.currency,
    amount: amount(row.amount_minor),
    refunded: amount(row.refunded_minor),
    disputed: amount(row.disputed_minor),
    reversed: amount(row.reversed_minor),
    available: amount(availableOf(row)),
    isTest: row.is_test,
    createdAt: row.created_at.toISOString(),
    paidAt: isPaid(row.state) ? (row.transaction_at?.toISOString() ?? null) : null,
    refunds: row.refunds.map(({ reference, amount_minor, at }) => ({
      reference,
      amount: amount(amount_minor),
      at: new Date(at).toISOString(),
    })),
    chosen: parts(row.chosen),
    allocations: parts(row.allocations),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Presents a part of a payment that is on an order. */
export function presentAllocation(
  row: AllocationRow,
  { settings }: Pick<Tenant, 'settings'>,
): z.input<typeof AllocationResource> {
  const places = decimalPlacesOf(row.currency, settings.culture);
  return {
    number: row.id,
    payment: paymentReference(row.payment_id),
    order: row.order,
    orderNumber: row.order_id,
    amount: minorToMajor(row.amount_minor, places),
    refunded: minorToMajor(row.refunded_minor, places),
    currency: row.currency,
    allocatedAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const afterwards: Partial<Record<PaymentState, Resource['status']>> = {
  partRefunded: 'part-refunded',
  refunded: 'refunded',
  disputed: 'disputed',
  reversed: 'reversed',
  partReversed: 'reversed',
};

/** Returns the states of payments that programs see with a status. */
export const statesOf = (status: Resource['status']): PaymentState[] =>
  (Object.keys(paymentStates) as PaymentState[]).filter((state) => statusOf(state) === status);

function statusOf(state: PaymentState): Resource['status'] {
  if (isUnpaidEnd(state)) return 'failed';
  return afterwards[state] ?? (isPaid(state) ? 'completed' : 'pending');
}
