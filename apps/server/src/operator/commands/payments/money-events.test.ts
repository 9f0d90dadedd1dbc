import { eventKinds } from '@quayside/contract/integration/events/events.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { committedEvents } from '../../../testing/events.ts';
import { exampleFiles, makeFolder } from '../../../testing/import-files.ts';
import { cancelSettlement, refundCard } from '../../../testing/payments/after-payment.ts';
import { authenticated, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';

let fixture: CheckoutFixture;
let seen: number;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.app.clock.set(new Date().toISOString());
  seen = (await committedEvents(fixture.tenant)).length;
});

/** Returns the events since the last look, each with an object of its schema. */
async function newEvents() {
  const events = await committedEvents(fixture.tenant, seen);
  seen += events.length;
  for (const { type, object } of events) expect(eventKinds[type].object.parse(object)).toEqual(object);
  return events;
}

async function paidByCard(customer: Customer) {
  const { payment, token } = await authenticated(customer);
  return (await pay(customer, payment.merchantRefNumber, token)).body;
}

async function later(hours: number): Promise<void> {
  fixture.app.clock.advance({ hours });
  await reconcile(fixture);
}

const run = async (args: string[]) => {
  const { code, err } = await runOperator(args, { database: fixture.app.testDatabase });
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
};

test('[HOOK-1] a payment and its orders are told in one commit, and then each refund', async () => {
  const customer = await fixture.customer({ grossMinor: 6_000 }, { grossMinor: 4_000 });
  const { merchantRefNumber, reference } = await paidByCard(customer);
  const [first = 0, second = 0] = customer.orderIds;
  expect(await newEvents()).toMatchObject([
    {
      type: 'payment.completed',
      reference,
      object: {
        status: 'completed',
        amount: 100,
        available: 0,
        currency: 'GBP',
        merchantReference: merchantRefNumber,
        allocations: [
          {
            order: null,
            orderNumber: first,
            amount: 60,
          },
          {
            order: null,
            orderNumber: second,
            amount: 40,
          },
        ],
      },
    },
    { type: 'order.paid', reference: null, object: { number: first, status: 'paid', paid: 60, outstanding: 0 } },
    { type: 'order.paid', reference: null, object: { number: second, status: 'paid', paid: 40, outstanding: 0 } },
  ]);
  await refundCard(inject('sandbox'), fixture.merchant, merchantRefNumber, 4_500);
  await later(7);
  const object = { status: 'part-refunded', refunded: 45 };
  expect(await newEvents()).toMatchObject([{ type: 'payment.refunded', reference, object }]);
});

test('[HOOK-1] money that a bank takes back: its order is owed again', async () => {
  const customer = await fixture.customer({});
  const { merchantRefNumber, reference } = await paidByCard(customer);
  await newEvents();
  await cancelSettlement(inject('sandbox'), fixture.merchant, merchantRefNumber);
  await later(7);
  expect(await newEvents()).toMatchObject([
    { type: 'payment.reversed', reference, object: { status: 'reversed', reversed: 100, allocations: [] } },
    { type: 'order.changed', object: { status: 'open', outstanding: 100 } },
  ]);
});

test('[HOOK-1] a refused payment, and no word of its order', async () => {
  const customer = await fixture.customer({});
  const fault = { operation: 'auths.create', kind: 'status', status: 402 };
  await makeFault(inject('sandbox').url, fixture.merchant, fault);
  await paidByCard(customer);
  await later(2);
  expect(await newEvents()).toMatchObject([{ type: 'payment.failed', object: { status: 'failed' } }]);
});

test('[HOOK-1] a payment at the office, put on another order, credited and reversed', async () => {
  const customer = await fixture.customer({ grossMinor: 5_000 });
  const [order = 0] = customer.orderIds;
  const marina = ['--tenant', fixture.tenant.key];
  const paid = ['--reference', 'TILL-1', '--method', 'cash', '--paid-on', '2026-06-03', '--amount', '60.00'];
  await run(['payment', 'record', ...marina, '--account', String(customer.account.id), ...paid]);
  expect(await newEvents()).toMatchObject([
    { type: 'payment.completed', object: { reference: 'TILL-1', method: 'cash', available: 10 } },
    { type: 'order.paid', object: { number: order, paid: 50 } },
  ]);
  const credit = ['--reference', 'CR-1', '--amount', '20.00', '--number', 'CN-1'];
  await run(['credit', ...marina, '--order', String(order), ...credit]);
  expect(await newEvents()).toMatchObject([
    { type: 'payment.changed', object: { available: 30, allocations: [{ amount: 30 }] } },
    { type: 'order.changed', object: { number: order } },
    { type: 'order.created', reference: 'CR-1', object: { total: -20 } },
  ]);
  await run(['payment', 'reverse', ...marina, '--reference', 'TILL-1']);
  expect((await newEvents()).map(({ type }) => type)).toEqual(['payment.reversed', 'order.changed']);
});

test('[HOOK-1] the rows of an import, each object once, and the same files again are no event', async () => {
  const folder = makeFolder(exampleFiles());
  await run(['import', folder]);
  const marina = await fixture.app.ownerDb
    .selectFrom('tenants')
    .select('id')
    .where('key', '=', 'gullhaven')
    .executeTakeFirstOrThrow();
  const gullhaven = { id: marina.id, db: fixture.app.database.forTenant(marina.id) };
  const events = await committedEvents(gullhaven);
  for (const { type, object } of events) expect(eventKinds[type].object.parse(object)).toEqual(object);
  // A customer has a choice in each group of consents.
  const groupOf = (object: object) => ('group' in object ? object.group : null);
  const names = events.map(({ type, reference, object }) => JSON.stringify([type, reference, groupOf(object)]));
  expect(new Set(names).size).toBe(names.length);
  const count = (type: string) => events.filter((event) => event.type === type).length;
  const rows = async (table: 'accounts' | 'orders' | 'boats' | 'sites') =>
    (await gullhaven.db.selectFrom(table).select('id').where('tenant_id', '=', gullhaven.id).execute()).length;
  expect({
    accounts: count('account.created'),
    orders: count('order.created'),
    boats: count('boat.created'),
    sites: count('site.created'),
  }).toEqual({
    accounts: await rows('accounts'),
    orders: await rows('orders'),
    boats: await rows('boats'),
    sites: await rows('sites'),
  });
  expect(count('payment.completed')).toBeGreaterThan(0);
  await run(['import', folder]);
  expect(await committedEvents(gullhaven, events.length)).toEqual([]);
});
