import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant } from '../../testing/factories.ts';
import { makeOrder } from '../../testing/factories-orders.ts';
import { insertPayment } from '../../testing/factories-payments.ts';
import { joinWaitingList, makeWaitingListEntry } from '../../testing/factories-papers.ts';
import { runOperator } from '../testing/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('[DASH-8] the erasure of a customer leaves no gap in any waiting list', async () => {
  const marina = await makeTenant(app);
  const customers = [];
  for (const reference of ['C-1', 'C-2', 'C-3']) {
    const { id: accountId, siteId } = await makeAccount(marina, { reference });
    customers.push({ tenantId: marina.id, accountId, siteId });
  }
  const [first, second, third] = customers;
  if (!first || !second || !third) throw new Error('three customers were made');
  const berths = await makeWaitingListEntry(marina.db, first, { position: 1 });
  await joinWaitingList(marina.db, second, berths, { position: 2 });
  await joinWaitingList(marina.db, third, berths, { position: 3 });
  const moorings = await makeWaitingListEntry(marina.db, second, { position: 8 });
  await joinWaitingList(marina.db, first, moorings, { position: 9 });
  await joinWaitingList(marina.db, third, moorings, { position: null });

  const number = String(second.accountId);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  expect((await runOperator(args, { database: app.testDatabase })).err).toBe('');
  const left = await marina.db
    .selectFrom('waiting_list_entries')
    .select(['waiting_list_id as list', 'account_id as account', 'position'])
    .orderBy('waiting_list_id')
    .orderBy('account_id')
    .execute();
  expect(left).toEqual([
    { list: berths, account: first.accountId, position: 1 },
    { list: berths, account: third.accountId, position: 2 },
    { list: moorings, account: first.accountId, position: 8 },
    { list: moorings, account: third.accountId, position: null },
  ]);
});

test('[RUN-152] a refund that begins while the customer is locked to be erased keeps them', async () => {
  const marina = await makeTenant(app);
  const { id: accountId, siteId } = await makeAccount(marina, { reference: 'C-1' });
  const owner = { tenantId: marina.id, accountId, siteId };
  const { id: orderId } = await makeOrder(marina.db, owner);
  const { id: paymentId } = await insertPayment(marina.db, owner, { state: 'allocated', orderId });
  const trx = await marina.db.startTransaction().execute();
  await sql`
    insert into payment_refunds (tenant_id, id, payment_id, reference, amount_minor, refunded_before_minor, reason,
      state, earlier_ids, created_at, updated_at)
    values (${marina.id}, 1, ${paymentId}, 'begun', 100, 0, '', 'sent', '[]', now(), now())`.execute(trx);
  const number = String(accountId);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  const erasing = runOperator(args, { database: app.testDatabase });
  let hasEnded = false;
  const ended = erasing.finally(() => (hasEnded = true));
  const waiting = async () => (await sql`select from pg_locks where not granted`.execute(app.ownerDb)).rows.length > 0;
  await expect.poll(async () => hasEnded || (await waiting()), { timeout: 20_000 }).toBe(true);
  await trx.commit().execute();
  expect((await ended).err).toContain('A refund is under way.');
  const account = marina.db.selectFrom('accounts').select('erased_at').where('id', '=', accountId);
  expect(await account.executeTakeFirst()).toEqual({ erased_at: null });
});
