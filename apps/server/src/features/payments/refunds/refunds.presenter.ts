import type { RefundResource } from '@quayside/contract/integration/payments/refunds.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { z } from 'zod';
import type { Tenant } from '../../../http/context.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import { paymentReference } from '../payments.presenter.ts';
import type { PaymentResourceRow } from '../resources/payment-resources.queries.ts';
import type { RefundRow, RefundState } from './refunds.queries.ts';

type Resource = z.input<typeof RefundResource>;

/** The statuses that programs see. Of a refund that is not over, nobody may say that it failed. */
const statuses = {
  sent: 'pending',
  unknown: 'pending',
  pending: 'pending',
  done: 'completed',
  refused: 'failed',
} as const satisfies Record<RefundState, Resource['status']>;

/** Presents a refund as programs see it. */
export function presentRefund(
  refund: RefundRow,
  { settings }: Pick<Tenant, 'settings'>,
  { currency, account, account_id }: Pick<PaymentResourceRow, 'currency' | 'account' | 'account_id'>,
): Resource {
  return {
    reference: refund.reference,
    payment: paymentReference(refund.payment_id),
    account,
    accountNumber: account_id,
    amount: minorToMajor(refund.amount_minor, decimalPlacesOf(currency, settings.culture)),
    currency,
    reason: refund.reason,
    status: statuses[refund.state],
    errorCode: refund.error_code,
    createdAt: refund.created_at.toISOString(),
    updatedAt: refund.updated_at.toISOString(),
  };
}
