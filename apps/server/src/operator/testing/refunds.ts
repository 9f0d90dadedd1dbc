import { sql } from 'kysely';
import { reconcileRefunds } from '../../features/payments/refunds/reconcile-refunds.service.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { makeFault } from '../../testing/payments/card-payments.ts';
import { startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { runOperator } from './operator.ts';
import { giveRefundingProviders, moveClockOf, type Sandbox, type Way } from './refunding-providers.ts';

/**
 * Starts a marina with all providers that can refund, and all that the tests ask about its refunds.
 * @param culture the marina's; default: pounds
 */
export async function startRefunds(sandbox: Sandbox, culture: Parameters<typeof startCheckoutFixture>[0] = {}) {
  const fixture = await startCheckoutFixture(culture);
  const ways = await giveRefundingProviders(sandbox, fixture);

  const args = (payment: string, ...more: string[]) => [
    'refund',
    '--tenant',
    fixture.tenant.key,
    '--payment',
    payment,
    ...more,
  ];
  const refund = (payment: string, ...more: string[]) =>
    runOperator(args(payment, ...more), { database: fixture.app.testDatabase });

  async function paymentOf(reference: string) {
    return fixture.tenant.db
      .selectFrom('payments')
      .select(['id', 'state', 'refunded_minor'])
      .where('merchant_ref_number', '=', reference)
      .executeTakeFirstOrThrow();
  }

  const refundsOf = (paymentId: number) =>
    fixture.tenant.db
      .selectFrom('payment_refunds')
      .select(['state', 'under_way', 'amount_minor', 'provider_refund_id', 'error_code'])
      .where('payment_id', '=', paymentId)
      .orderBy('id')
      .execute();

  /** Returns the kinds of the mails about refunds of a payment to its customer. */
  const mailsOf = async (paymentId: number) => {
    const mails = fixture.tenant.db
      .selectFrom('mails as m')
      .innerJoin('payment_refunds as r', (join) => join.on(sql<boolean>`r.id = (m.payload ->> 'paymentRefundId')::int`))
      .select('m.kind')
      .where('r.payment_id', '=', paymentId);
    return (await mails.execute()).map(({ kind }) => kind);
  };

  const alertsOf = async (paymentId: number) => {
    const alerts = fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', paymentId);
    return (await alerts.orderBy('id').execute()).map(({ kind }) => kind);
  };

  async function engine() {
    const { app, tenant } = fixture;
    const marina = await loadTenant(app.database, tenant.id);
    return { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
  }

  /** Lets the server's own job look at all refunds that are due. */
  async function lookAtRefunds(): Promise<void> {
    await reconcileRefunds(await engine());
  }

  /** Lets the server's own job find out. The adapter may wait, look up and wait again. */
  async function findOut(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      fixture.app.clock.advance({ minutes: 3 });
      await lookAtRefunds();
    }
  }

  const fault = (way: Way, kinds: object) =>
    makeFault(sandbox.url, { ...fixture.merchant, accountId: way.accountId }, kinds);

  return {
    fixture,
    ways,
    moveClock: moveClockOf(sandbox, fixture),
    args,
    refund,
    engine,
    lookAtRefunds,
    findOut,
    fault,
    paymentOf,
    refundsOf,
    mailsOf,
    alertsOf,
  };
}
