import { getOrder } from '@quayside/contract/orders/orders.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { makeFolder } from '../../../testing/import-files.ts';
import { authenticated, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture({}, { invoices: { automaticFrom: '2026-01-01', numberPrefix: 'CO-' } });
});
afterAll(() => fixture.close());

const run = (...args: string[]) =>
  runOperator([...args, '--tenant', fixture.tenant.key], { database: fixture.app.testDatabase });

/** Makes a customer whose order of 100.00 has a reference, as the office's program made it. */
async function customerOf(reference: string): Promise<Customer> {
  const customer = await fixture.customer({});
  const { db } = fixture.tenant;
  await db.updateTable('accounts').set({ reference }).where('id', '=', customer.account.id).execute();
  await db.updateTable('orders').set({ reference }).where('id', 'in', customer.orderIds).execute();
  return customer;
}

const importOf = (reference: string, { amount, cancelledOn = '' }: { amount: string; cancelledOn?: string }) =>
  run(
    'import',
    makeFolder({
      'orders.csv':
        'reference,account,type,created_on,due_on,cancelled_on\n' +
        `${reference},${reference},Berth,2026-05-01,2026-06-01,${cancelledOn}\n`,
      'order-lines.csv': `order,name,quantity,unit_price,vat_percent\n${reference},Berth,1,${amount},0\n`,
    }),
  );

const credit = (reference: string, ...more: string[]) =>
  run('credit', '--order', reference, '--reference', `CN-${reference}`, ...more);

/** How the office changes an order. */
const changes = {
  'its amount falls': (reference: string) => importOf(reference, { amount: '60.00' }),
  'its amount rises': (reference: string) => importOf(reference, { amount: '140.00' }),
  'it is cancelled': (reference: string) => importOf(reference, { amount: '100.00', cancelledOn: '2026-06-01' }),
  'a part is credited': (reference: string) => credit(reference, '--amount', '40.00'),
  'all of it is credited': (reference: string) => credit(reference),
} as const;
const owed = [60, 140, 0, 60, 0] as const;
const names = Object.keys(changes) as (keyof typeof changes)[];
const rows = names.map((name, index) => [name, owed[index] ?? 0] as const);

const orderOf = async ({ client, accountGuid, orderIds }: Customer) =>
  (await client.call(getOrder, { params: { guid: accountGuid, id: orderIds[0] ?? 0 } })).body.order;

describe.each(rows)('[PAID-2][MONEY-4] %s while its payment', (name, owedThen) => {
  const change = changes[name];

  test('is not sent yet: the old amount is not charged', async () => {
    const reference = `before-${names.indexOf(name)}`;
    const customer = await customerOf(reference);
    const { payment, token } = await authenticated(customer);
    expect(await change(reference)).toMatchObject({ code: 0 });
    const paid = await pay(customer, payment.merchantRefNumber, token);
    expect(codeOf(paid)).toBe(owedThen === 0 ? '409 ORDER_NOT_PAYABLE' : '409 AMOUNT_CHANGED');
    expect((await orderOf(customer)).outstandingAmount).toBe(owedThen);
    const { theirs } = await compareBooks(sandbox.url, fixture.tenant, fixture.merchant);
    expect(theirs.auths.filter(({ merchantRefNum }) => merchantRefNum === payment.merchantRefNumber)).toEqual([]);
  });

  test('is sent and its answer is lost: the change is refused, and the charge pays the order', async () => {
    const reference = `after-${names.indexOf(name)}`;
    const customer = await customerOf(reference);
    const { payment, token } = await authenticated(customer);
    await makeFault(sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
    await pay(customer, payment.merchantRefNumber, token);
    const { code, err } = await change(reference);
    expect(code).toBe(1);
    expect(err).toMatch(/has payments|somebody is paying the order|is being paid in the portal/);
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    fixture.app.clock.set(new Date().toISOString());
    expect(await orderOf(customer)).toMatchObject({ paymentStatus: 'Paid', outstandingAmount: 0 });
    await compareBooks(sandbox.url, fixture.tenant, fixture.merchant);
  });
});

test('[RUN-175] an order that is credited in full is not told to be credited, or to lose payments', async () => {
  await customerOf('R-1');
  expect((await credit('R-1')).code).toBe(0);
  const cancelled = await importOf('R-1', { amount: '100.00', cancelledOn: '2026-06-01' });
  expect(cancelled.err).toContain("cancelled_on: can't be set, because the order is credited in full: it owes nothing");
  const changed = await importOf('R-1', { amount: '140.00' });
  expect(changed.err).toContain("has credit notes, so its amount stays 100.00 and can't become 140.00");
});

test('[RUN-175] the reference of a reversed payment is not told to be reversed again', async () => {
  await customerOf('R-2');
  const options = ['--reference', 'P-2', '--account', 'R-2', '--method', 'cash', '--paid-on', '2026-05-16'];
  expect((await run('payment', 'record', ...options, '--amount', '100.00')).err).toBe('');
  expect((await run('payment', 'reverse', '--reference', 'P-2', '--reason', 'wrong amount')).err).toBe('');
  const message = /P\d{6}, which was reversed: record this one under another reference/i;
  expect((await run('payment', 'record', ...options, '--amount', '90.00')).err).toMatch(message);
  const header = 'reference,account,method,paid_on,amount\n';
  const folder = makeFolder({ 'payments.csv': `${header}P-2,R-2,cash,2026-05-16,90.00\n` });
  expect((await run('import', folder)).err).toMatch(message);
});
