import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { allocateToOrder } from '@quayside/contract/integration/payments/allocations.ts';
import { getPaymentResource } from '@quayside/contract/integration/payments/payment-resources.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { decideOnPage, disputeAtPaypal } from '../../../testing/payments/after-payment.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';
import { startProgramRefunds } from '../../testing/program-refunds.ts';
import type { Way } from '../../testing/refunding-providers.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
let programs: Awaited<ReturnType<typeof startProgramRefunds>>;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
  programs = await startProgramRefunds(refunds);
});
afterAll(() => refunds.fixture.close());
beforeEach(() => refunds.fixture.app.clock.set(new Date().toISOString()));

const run = (command: string[], ...args: string[]) =>
  runOperator([...command, '--tenant', refunds.fixture.tenant.key, ...args], {
    database: refunds.fixture.app.testDatabase,
  });

/** Pays an order of 100.00 and credits it whole, so that all of the payment is available. Makes an order of 80.00. */
async function withAvailableMoney(way: Way) {
  const payment = await programs.paid(way);
  const { tenant } = refunds.fixture;
  const { customer, id } = payment;
  const [paidOrder] = customer.orderIds;
  await run(['credit'], '--order', String(paidOrder), '--reference', `CN-D-${id}`, '--number', `CN-D-${id}`);
  const owner = { tenantId: tenant.id, accountId: customer.account.id, siteId: 1 };
  const reference = `O-D-${id}`;
  const order = await makeOrder(tenant.db, owner, { grossMinor: 8_000 });
  await tenant.db.updateTable('orders').set({ reference }).where('id', '=', order.id).execute();
  const allocateByProgram = () => programs.program.call(allocateToOrder, { params: { reference }, body: {} });
  const available = async () => {
    const params = { guid: customer.accountGuid };
    const { body } = await customer.client.call(getSummary, { params });
    const { available: told } = (
      await programs.program.call(getPaymentResource, { params: { number: payment.number } })
    ).body;
    return [body.totalAvailable, told];
  };
  return {
    ...payment,
    available,
    allocate: () => run(['payment', 'allocate'], '--order', String(order.id)),
    allocateByProgram,
  };
}

async function hoursLater() {
  refunds.fixture.app.clock.advance({ hours: 10 });
  await reconcile(refunds.fixture);
}

describe('[MONEY-55] available money of a disputed payment', () => {
  test('pays no order before the bank has decided, and does when the marina has won', async () => {
    const way = refunds.ways['the redirect provider'];
    const payment = await withAvailableMoney(way);
    expect(await payment.available()).toEqual([100, 100]);
    await decideOnPage(sandbox, way, payment.merchantReference, 'disputed');
    await hoursLater();
    expect(await payment.available()).toEqual([0, 0]);
    const refusal = 'a bank holds its money in a dispute';
    expect((await payment.allocate()).err).toContain(refusal);
    const byProgram = await payment.allocateByProgram();
    expect([codeOf(byProgram), byProgram.text]).toEqual(['409 ROW_REFUSED', expect.stringContaining(refusal)]);
    await decideOnPage(sandbox, way, payment.merchantReference, 'success');
    await hoursLater();
    expect(await payment.available()).toEqual([100, 100]);
    expect(await payment.allocateByProgram()).toMatchObject({ body: { outstanding: 0 } });
  });

  test('is what the dispute leaves, if it is about a part', async () => {
    const payment = await withAvailableMoney(refunds.ways.PayPal);
    const { provider_reference: orderId } = await refunds.fixture.tenant.db
      .selectFrom('payments')
      .select('provider_reference')
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    await disputeAtPaypal(sandbox, orderId, { status: 'OPEN', value: '30.00' });
    await hoursLater();
    expect(await payment.available()).toEqual([70, 70]);
    expect((await payment.allocate()).out).toMatch(/^70\.00 GBP /);
    // The bank takes the disputed part, and no order owes anything again.
    await disputeAtPaypal(sandbox, orderId, { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' });
    await hoursLater();
    expect(await payment.available()).toEqual([0, 0]);
    const { allocated_minor, reversed_minor } = await refunds.fixture.tenant.db
      .selectFrom('payments')
      .select(['allocated_minor', 'reversed_minor'])
      .where('id', '=', payment.id)
      .executeTakeFirstOrThrow();
    expect([allocated_minor, reversed_minor]).toEqual([7_000, 3_000]);
  });
});
