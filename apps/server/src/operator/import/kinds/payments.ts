import { decimalToMinor } from '@quayside/contract/money.ts';
import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import {
  officeMethods,
  type OfficePayment,
  recordOfficePayments,
  reverseOfficePayment,
} from '../../../features/payments/payments.face.ts';
import { day, oneOf, optional, reference, required, text, wholeNumber } from '../fields.ts';
import { orNull } from '../store.ts';
import { type Counts, type ImportTenant, type Kind, type TellProblem, waitingAs } from './kind.ts';
import { amount, noonAt } from './orders.ts';
import { findWrongPayments, lockForPayments, orderIdsOf } from './payment-checks.ts';

const paymentColumns = (tenant: ImportTenant) => ({
  reference: required(reference),
  account: required(reference),
  site: optional(wholeNumber),
  method: required(oneOf(officeMethods)),
  paid_on: required(day),
  amount: required(amount(tenant)),
  currency: optional(text(3)),
  bank_reference: optional(text(120)),
  orders: optional(text(4_000)),
  reversed_on: optional(day),
});

/** The payments that the office took: cash, cheques, bank transfers and so on. */
export const payments: Kind = {
  name: 'payments',
  fields: paymentColumns,
  waiting: {
    ...waitingAs('text', ['reference', 'account', 'site', 'method', 'paid_on', 'bank_reference', 'orders']),
    ...waitingAs('text', ['reversed_on']),
    ...waitingAs('bigint', ['amount_minor']),
  },
  key: ['reference'],
  lookedUpBy: ['account'],
  read,
  check: async (trx, tenant, { now }) => {
    await lockForPayments(trx, tenant.id);
    return findWrongPayments(trx, tenant.id, now);
  },
  store: async (trx, tenant, { now }) => {
    const counts: Counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
    const known = await knownReferences(trx, tenant.id);
    for (let line = 0; ; ) {
      const some = await newPayments(trx, tenant, line);
      if (some.length === 0) break;
      await recordOfficePayments(trx, tenant.id, some, now);
      counts.added += some.length;
      line = some.at(-1)?.line ?? 0;
    }
    for (const { id, reversed_on, isNew } of await toReverse(trx, tenant.id, known.latest)) {
      const isReversed = await reverseOfficePayment(trx, { tenant, clock: { now: () => now } }, id, reversed_on);
      if (isReversed && !isNew) counts.changed += 1;
    }
    counts.unchanged = known.count - counts.changed;
    return counts;
  },
};

/** Prices a row, and checks what is wrong with it by itself. */
function read(values: Readonly<Record<string, string>>, { settings }: ImportTenant, tell: TellProblem) {
  const { amount: given = '', currency = '', orders = '', reversed_on: reversedOn = '', ...rest } = values;
  const { isoCurrencyCode, currencyDecimalPlaces } = settings.culture;
  const minor = decimalToMinor(given, currencyDecimalPlaces) ?? 0;
  if (minor <= 0) tell('amount', 'has to be more than 0: reverse a payment by its reversed_on');
  if (currency !== '' && currency.toUpperCase() !== isoCurrencyCode)
    tell('currency', `is not the marina's, ${isoCurrencyCode}`);
  if (reversedOn !== '' && reversedOn < (rest.paid_on ?? '')) tell('reversed_on', 'is before paid_on');
  const named = orders.split(/\s+/).filter(Boolean).join(' ');
  return { ...rest, amount_minor: minor, orders: named, reversed_on: reversedOn };
}

/** The number of payments that are recorded in one statement. */
const batch = 500;

type NewPayment = OfficePayment & { line: number };

/** Returns the next payments to record, in the order of the file. */
async function newPayments(trx: TenantDb, tenant: ImportTenant, afterLine: number): Promise<NewPayment[]> {
  const { rows } = await sql<NewPayment>`
    select s.source_line as line, s.reference, a.id as "accountId", site.id as "siteId", s.method,
      s.paid_on as "paidOn", ${noonAt(sql`s.paid_on::date`)} as "paidAt", s.amount_minor as "amountMinor",
      ${tenant.settings.culture.isoCurrencyCode}::text as currency, coalesce(s.bank_reference, '') as "bankReference",
      case when s.orders <> '' then ${orderIdsOf(tenant.id)} end as "orderIds"
    from import_payments s
    join accounts a on a.tenant_id = ${tenant.id} and a.reference = s.account
    join sites site on site.tenant_id = ${tenant.id} and site.id = coalesce(${orNull('site')}::int, a.site_id)
    where s.tenant_id = ${tenant.id} and s.source_line > ${afterLine}
      and not exists (select from payments p where p.tenant_id = ${tenant.id} and p.office_reference = s.reference)
    order by s.source_line limit ${batch}`.execute(trx);
  return rows;
}

/** Counts the rows of payments that are recorded already, and returns the highest number of a payment. */
async function knownReferences(trx: TenantDb, tenantId: number): Promise<{ count: number; latest: number }> {
  const { rows } = await sql<{ count: number; latest: number }>`
    select count(*)::int as count, coalesce((select max(id) from payments where tenant_id = ${tenantId}), 0) as latest
    from import_payments s
    join payments t on t.tenant_id = ${tenantId} and t.office_reference = s.reference
    where s.tenant_id = ${tenantId}`.execute(trx);
  return rows[0] ?? { count: 0, latest: 0 };
}

/** Returns the payments to reverse, in the order in which they are locked. */
async function toReverse(trx: TenantDb, tenantId: number, latest: number) {
  const { rows } = await sql<{ id: number; reversed_on: string; isNew: boolean }>`
    select t.id, s.reversed_on, t.id > ${latest} as "isNew"
    from import_payments s
    join payments t on t.tenant_id = ${tenantId} and t.office_reference = s.reference
    where s.tenant_id = ${tenantId} and s.reversed_on <> '' and t.state <> 'reversed'
    order by t.id`.execute(trx);
  return rows;
}
