import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant } from '../../testing/factories.ts';
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
