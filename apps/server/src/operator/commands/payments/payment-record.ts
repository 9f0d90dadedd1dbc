import { OneLine, ownReference } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { orderName } from '../../../features/orders/orders.exports.ts';
import {
  enqueueReceipt,
  firstPaidOn,
  officeMethods,
  findOfficePayment,
  type OfficePayment,
  partsOfPayment,
  paymentReference,
  recordOfficePayment,
  siteOfOffice,
} from '../../../features/payments/payments.exports.ts';
import { siteDay } from '../../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../../http/context.ts';
import { auditOperator } from '../../lib/audit-operator.ts';
import { command, type OperatorContext, OperatorError } from '../../lib/command.ts';
import { AccountName, findAccount } from '../../lib/find-account.ts';
import { findOrder } from '../../lib/find-order.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { amountText, givenAmount } from '../../import/given-amount.ts';

const options = z.strictObject({
  tenant: TenantKey,
  reference: ownReference.meta({
    description: 'your own reference of the payment; the same one twice is one payment',
    value: 'reference',
  }),
  account: AccountName,
  method: z.enum(officeMethods).meta({ description: officeMethods.join(', '), value: 'method' }),
  paidOn: z.iso
    .date('give a day such as 2026-05-16')
    .meta({ description: 'the day at the site, such as 2026-05-16', value: 'day' }),
  amount: z.string().meta({ description: "in the marina's currency, such as 1250.00", value: 'amount' }),
  currency: z.string().optional().meta({ description: "the marina's; another one is refused", value: 'code' }),
  bankReference: OneLine.max(120).default('').meta({ description: "the bank's reference", value: 'text' }),
  orders: z
    .string()
    .optional()
    .meta({
      description:
        'the orders that it pays, with commas between, by your references or their numbers (default: those that ' +
        'are due, the oldest first)',
      value: 'orders',
    }),
  site: z.coerce.number().int().positive().optional().meta({
    description: "the site that took it, by its number (default: the account's)",
    value: 'number',
  }),
  mailReceipt: z.boolean().default(false).meta({ description: 'also e-mail the receipt to the address on file' }),
});

/** Records a payment that the office took, and puts it on orders. */
export const recordPayment = command({
  name: 'payment record',
  summary: 'Record a payment that the office took: cash, a cheque, a bank transfer. Many at once come by import.',
  options,
  async run(ctx, given) {
    const tenant = await findTenant(ctx, given.tenant);
    const orders = given.orders === undefined ? null : await ordersOf(ctx, tenant, given.orders);
    const payment = await paymentOf(ctx, tenant, given, orders);
    const { id, isNew } = await record(ctx, tenant, payment, given.mailReceipt);
    ctx.say(
      `Payment ${paymentReference(id)} of ${amountText(tenant, payment.amountMinor)} ` +
        `${isNew ? 'is recorded' : 'was recorded before'}.`,
    );
    const stored = await findOfficePayment(ctx.database.forTenant(tenant.id), tenant.id, payment.reference);
    if (stored?.reversed_on)
      ctx.say(`  It was reversed on ${stored.reversed_on}. Record another one under another reference.`);
    else await sayOrders(ctx, tenant, { id, amountMinor: payment.amountMinor, named: orders ?? [] });
  },
});

async function paymentOf(
  ctx: OperatorContext,
  tenant: Tenant,
  given: z.output<typeof options>,
  orders: readonly NamedOrder[] | null,
): Promise<OfficePayment> {
  const db = ctx.database.forTenant(tenant.id);
  const account = await findAccount(ctx, tenant, given.account, { alsoClosed: true });
  const site = await siteOfOffice(db, tenant.id, account.id, given.site ?? null);
  if (!site) throw new OperatorError(`--site: ${tenant.name} has no site ${given.site}.`);
  if (given.paidOn > siteDay(ctx.clock.now(), site.time_zone)) throw new OperatorError('--paid-on: is a day to come');
  if (given.paidOn < firstPaidOn) throw new OperatorError(`--paid-on: is before ${firstPaidOn}: is the year right?`);
  const { isoCurrencyCode } = tenant.settings.culture;
  if (given.currency !== undefined && given.currency.toUpperCase() !== isoCurrencyCode)
    throw new OperatorError(`--currency: is not the marina's, ${isoCurrencyCode}`);
  return {
    reference: given.reference,
    accountId: account.id,
    siteId: site.id,
    method: given.method,
    paidOn: given.paidOn,
    paidAt: noonAt(given.paidOn, site.time_zone),
    amountMinor: givenAmount(tenant, 'amount', given.amount),
    currency: isoCurrencyCode,
    bankReference: given.bankReference,
    orderIds: orders?.map(({ id }) => id) ?? null,
  };
}

const noonAt = (day: string, timeZone: string) =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds);

type NamedOrder = Awaited<ReturnType<typeof findOrder>>;

async function ordersOf(ctx: OperatorContext, tenant: Tenant, names: string): Promise<NamedOrder[]> {
  const orders: NamedOrder[] = [];
  for (const name of names.split(',').filter((each) => each.trim() !== '')) {
    const order = await findOrder(ctx, tenant, name.trim(), '--orders: ');
    if (!orders.some(({ id }) => id === order.id)) orders.push(order);
  }
  if (orders.length === 0) throw new OperatorError('--orders: names no order');
  return orders;
}

/** Stores the payment with its entry in the audit trail. */
async function record(
  ctx: OperatorContext,
  tenant: Tenant,
  payment: OfficePayment,
  mailReceipt: boolean,
): Promise<{ id: number; isNew: boolean }> {
  const now = ctx.clock.now();
  const { accountId, reference, method } = payment;
  const run = () =>
    ctx.database
      .forTenant(tenant.id)
      .transaction()
      .execute(async (trx) => {
        const recorded = await recordOfficePayment(trx, tenant, payment, now);
        if (recorded.refusal !== null) throw new OperatorError(`Nothing is recorded: ${recorded.refusal}`);
        const { id, isNew } = recorded;
        if (!isNew) return { id, isNew };
        if (mailReceipt) await enqueueReceipt(trx, tenant, { id, account_id: accountId, language: null }, now);
        const details = { payment: paymentReference(id), reference, method };
        await auditOperator(trx, tenant.id, now, { event: 'payment.record', accountId, details });
        return { id, isNew };
      });
  return run().catch((error: unknown) => {
    // Another command was faster with the same reference. Now its payment is there to compare with.
    if ((error as { code?: string }).code === '23505') return run();
    throw error;
  });
}

interface Recorded {
  id: number;
  amountMinor: number;
  /** The orders that the office named. */
  named: readonly NamedOrder[];
}

/** Says what is on which order, and what to do with money that is on none. */
async function sayOrders(ctx: OperatorContext, tenant: Tenant, { id, amountMinor, named }: Recorded): Promise<void> {
  const parts = await partsOfPayment(ctx.database.forTenant(tenant.id), tenant.id, id);
  for (const part of parts) ctx.say(`  order ${orderName(part)}: ${amountText(tenant, part.amount_minor)}`);
  const left = amountMinor - parts.reduce((sum, { amount_minor }) => sum + amount_minor, 0);
  if (left === 0) return;
  for (const order of named)
    if (parts.every((part) => part.id !== order.id)) ctx.say(`  order ${orderName(order)}: nothing, it owes nothing`);
  ctx.say(`  on no order, and available: ${amountText(tenant, left)}`);
  ctx.say('Put what is on no order on one with "payment allocate", or give it back with "payment reverse".');
}
