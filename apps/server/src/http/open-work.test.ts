import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { saveAccount } from '@quayside/contract/account/account.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { makeAccount, makeTenant, signedInCustomer } from '../testing/factories/factories.ts';

const details = {
  title: 'Mr',
  mobile: '+447700900123',
  address1: '1 Quay Road',
  town: 'Saltmarsh',
  postcode: 'SM1 1AA',
  country_code: 'GB',
};

test('the application closes after a handler whose client has gone, so that its work is done', async () => {
  const app = await startTestApp();
  const tenant = await makeTenant(app);
  const { client, account } = await signedInCustomer(app, tenant, await makeAccount(tenant, details));
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = tenant.db.transaction().execute(async (trx) => {
    await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;

  const leaving = new AbortController();
  const response = fetch(app.url + apiBase + saveAccount.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      tenantkey: tenant.key,
      cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
    },
    body: JSON.stringify({ account: { town: 'Cowes' } }),
    signal: leaving.signal,
  }).catch(() => undefined);
  const isWaiting = async () => {
    const waiting = await sql`
      select from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
      where not l.granted and a.datname = current_database()`.execute(app.ownerDb);
    return waiting.rows.length > 0;
  };
  while (!(await isWaiting())) await pause(20);
  leaving.abort();
  await response;

  const closed = app.app.close().then(() => void order.push('closed'));
  const connections = () => new Promise((resolve) => app.app.server.getConnections((_, count) => resolve(count)));
  while ((await connections()) !== 0) await pause(20);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  order.push('released');
  release.resolve();
  await Promise.all([closed, holding]);
  expect(order).toEqual(['released', 'closed']);
  const { town } = await tenant.db.selectFrom('accounts').select('town').executeTakeFirstOrThrow();
  expect(town).toBe('Cowes');
  await app.close();
});
