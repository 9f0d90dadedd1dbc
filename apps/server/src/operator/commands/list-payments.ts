import { minorToDecimal } from '@quayside/contract/money.ts';
import { z } from 'zod';
import { type Cell, csvLines } from '../../features/exports/exports.exports.ts';
import { type Movement, paymentReference, readMovements } from '../../features/payments/payments.exports.ts';
import { decimalPlacesOf } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { command, OperatorError } from '../lib/command.ts';
import { findTenant, TenantKey } from '../lib/find-tenant.ts';

const columns: { [column: string]: (row: Movement, tenant: Tenant) => Cell } = {
  day: ({ day }) => day,
  kind: ({ kind }) => kind,
  amount: ({ minor, currency }, { settings }) => ({
    decimal: minorToDecimal(minor, decimalPlacesOf(currency, settings.culture)),
  }),
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

const day = (description: string) => z.iso.date().meta({ description, value: 'yyyy-mm-dd' });

/** Prints what a bookkeeper needs. docs/operating/money.md describes it. */
export const listPayments = command({
  name: 'payment list',
  summary: 'Print as CSV what was taken, refunded, disputed and taken back, day by day.',
  options: z.strictObject({
    tenant: TenantKey,
    from: day('the first day, at each site'),
    to: day('the last day'),
    test: z
      .boolean()
      .default(false)
      .meta({ description: 'payments in test mode, which moved no money, in place of all others' }),
  }),
  async run(ctx, { tenant: key, from, to, test: isTest }) {
    if (from > to) throw new OperatorError('--from: is after --to.');
    const tenant = await findTenant(ctx, key);
    const { database, terminal } = ctx;
    terminal.stdout.write(csvLines([Object.keys(columns)]));
    const read = database.forTenant(tenant.id).transaction().setAccessMode('read only');
    await read.execute(async (trx) => {
      for await (const rows of readMovements(trx, tenant.id, { from, to, isTest }))
        terminal.stdout.write(csvLines(rows.map((row) => Object.values(columns).map((cell) => cell(row, tenant)))));
    });
  },
});
