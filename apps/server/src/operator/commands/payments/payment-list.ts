import { z } from 'zod';
import { type Movement, paymentReference, readMovements } from '../../../features/payments/payments.exports.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { type Columns, dayOption, decimalCell, refuseBackwards, writeCsv } from '../../lib/write-csv.ts';

const columns: Columns<Movement> = {
  day: ({ day }) => day,
  kind: ({ kind }) => kind,
  amount: ({ minor, currency }, tenant) => decimalCell(minor, currency, tenant),
  currency: ({ currency }) => currency,
  method: ({ method }) => method,
  provider: ({ provider_key }) => provider_key,
  site: ({ site_id }) => site_id,
  payment: ({ payment_id }) => paymentReference(payment_id),
  reference: ({ office_reference }) => office_reference,
  bank_reference: ({ bank_reference }) => bank_reference,
  merchant_reference: ({ merchant_ref_number }) => merchant_ref_number,
  provider_payment: ({ provider_payment_id }) => provider_payment_id,
  refund_reference: ({ refund_reference }) => refund_reference,
  provider_refund: ({ provider_refund_id }) => provider_refund_id,
  account: ({ account }) => account,
  account_number: ({ account_id }) => account_id,
  orders: ({ orders }) => orders,
};

/** Prints what a bookkeeper needs. docs/operating/money.md describes it. */
export const listPayments = command({
  name: 'payment list',
  summary: 'Print as CSV what was taken, refunded, disputed and taken back, day by day.',
  options: z.strictObject({
    tenant: TenantKey,
    from: dayOption('the first day, at each site'),
    to: dayOption('the last day'),
    test: z
      .boolean()
      .default(false)
      .meta({ description: 'payments in test mode, which moved no money, in place of all others' }),
  }),
  async run(ctx, { tenant: key, from, to, test: isTest }) {
    refuseBackwards({ from, to });
    const tenant = await findTenant(ctx, key);
    await writeCsv(ctx, tenant, columns, (trx) => readMovements(trx, tenant.id, { from, to, isTest }));
  },
});
