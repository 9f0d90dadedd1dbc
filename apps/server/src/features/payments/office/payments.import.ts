import { decimalToMinor } from '@quayside/contract/shared/money.ts';
import { amount } from '../../../import/amounts.ts';
import { column, type ImportTenant, refersTo, stored } from '../../../import/columns.ts';
import { day, oneOf, optional, reference, required, text, wholeNumber } from '../../../import/fields.ts';
import type { Counts, ImportKind, RowValues, TellProblem } from '../../../import/kind.ts';
import { recordOrderEvents } from '../../orders/orders.exports.ts';
import { officeMethods } from './office-methods.types.ts';
import {
  countKnown,
  findWrongPayments,
  listNewPayments,
  listToReverse,
  lockForPayments,
} from './payments-import.queries.ts';
import { recordOfficePayments } from './record-payments.service.ts';
import { reverseOfficePayment } from './reverse-payment.service.ts';

declare module '../../../import/columns.ts' {
  interface ImportKinds {
    payments: true;
  }
}

const columns = {
  reference: stored(required(reference)),
  account: refersTo('accounts', required(reference)),
  site: refersTo('sites', optional(wholeNumber)),
  method: stored(required(oneOf(officeMethods))),
  paid_on: stored(required(day), { to: 'paidOn' }),
  amount: column((tenant) => required(amount(tenant)), { waits: { amount_minor: 'bigint' } }),
  currency: column(optional(text(3)), { waits: {} }),
  bank_reference: column(optional(text(120))),
  orders: column(optional(text(4_000))),
  reversed_on: column(optional(day)),
};

/** The payments that the office took: cash, cheques, bank transfers and so on. */
export const payments: ImportKind = {
  name: 'payments',
  columns,
  key: ['reference'],
  outlivesAccount: 'office_reference',
  lookedUpBy: ['account'],
  read,
  check: async (trx, tenant, { now }) => {
    await lockForPayments(trx, tenant.id);
    return findWrongPayments(trx, tenant.id, now);
  },
  store: async (trx, tenant, { now, takeNumbers }) => {
    const counts: Counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };
    const count = await countKnown(trx, tenant.id);
    for (let line = 0; ; ) {
      const some = await listNewPayments(trx, tenant, columns, line);
      if (some.length === 0) break;
      await recordOfficePayments(trx, tenant, some, { now, takeNumbers });
      counts.added += some.length;
      line = some.at(-1)?.source_line ?? 0;
    }
    for (const { id, reversed_on, isNew } of await listToReverse(trx, tenant.id, count.latest)) {
      const isReversed = await reverseOfficePayment(trx, { tenant, clock: { now: () => now } }, id, reversed_on);
      if (isReversed && !isNew) counts.changed += 1;
    }
    counts.unchanged = count.count - counts.changed;
    return counts;
  },
  recordEvents: recordOrderEvents,
};

/** Prices a row, and checks what is wrong with it by itself. */
function read(values: RowValues, { settings }: ImportTenant, tell: TellProblem) {
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
