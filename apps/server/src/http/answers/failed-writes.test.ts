import type { Call } from '@quayside/contract/shared/call.ts';
import { verifyAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inputOf } from '../../testing/contract/contract-example.ts';
import { examples } from '../../testing/contract/contract-examples.ts';
import { makeContractFixture, type ContractFixture } from '../../testing/contract/contract-fixture.ts';

let fixture: ContractFixture;

beforeAll(async () => {
  fixture = await makeContractFixture();
  await sql`
    create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(fixture.app.ownerDb);
});
afterAll(() => fixture.close());

/** Makes all writes to the marinas' tables fail, except for counters. */
async function fillDisk(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'tenant_id' and table_name <> 'rate_limits'
      and table_name in (select tablename from pg_tables where schemaname = 'public')`.execute(fixture.app.ownerDb);
  for (const { name } of rows)
    await sql`
      create trigger full_disk before insert or update or delete on ${sql.table(name)}
        for each row execute function disk_full()`.execute(fixture.app.ownerDb);
}

const counters = async () =>
  (await fixture.tenant.db.selectFrom('rate_limits').select(['bucket', 'hits']).execute()).map(({ bucket, hits }) => ({
    limit: bucket.split(':')[0] ?? '',
    hits,
  }));

/** Everybody who can make a call: the account, a browser by a pay link, anybody. */
const askers = (call: Call) => {
  const { app, owner, payer, tenant } = fixture;
  const byLink = { ...fixture, ...payer };
  return [
    { client: owner.client, example: examples[call.name]?.(fixture) },
    { client: app.client(tenant.key), example: examples[call.name]?.(fixture) },
    ...(call.access === 'payer' ? [{ client: payer.client, example: examples[call.name]?.(byLink) }] : []),
  ];
};

test('[SAFE-3][RUN-9] a call that a full disk stopped uses up no limit', async () => {
  await fillDisk();
  const counted = new Set<string>();
  const failed: string[] = [];
  for (const { call } of fixture.app.app.routesOfContract) {
    for (const { client, example } of askers(call)) {
      if ((example?.status ?? 200) >= 400) continue;
      await fixture.tenant.db.deleteFrom('rate_limits').execute();
      const { status } = await client.call(call, inputOf(example));
      const after = await counters();
      if (status !== 503) continue;
      failed.push(call.name);
      for (const { limit } of after) counted.add(limit);
      expect([call.name, after.filter(({ hits }) => hits !== 0)]).toEqual([call.name, []]);
    }
  }
  expect(new Set(failed).size).toBeGreaterThan(20);
  // These are counted in a statement of their own, and taken back. Those of payments' attempts roll back with their
  // transaction.
  expect([...counted]).toEqual(
    expect.arrayContaining([
      'password-reset',
      'password-reset-network',
      'registration-code',
      'agreement-code',
      'consent-link',
      'consent-link-network',
    ]),
  );
  expect(counted.size).toBeGreaterThan(10);
});

test('[SAFE-3] a wrong password counts all the same, though its lock can’t be written', async () => {
  await fixture.tenant.db.deleteFrom('rate_limits').execute();
  const body = { userName: 'nobody@example.com', password: 'Wrong#2026' };
  const answer = await fixture.app.client(fixture.tenant.key).call(signIn, { body });
  expect(answer.status).toBe(503);
  expect(await counters()).toEqual(
    expect.arrayContaining([
      { limit: 'sign-in', hits: 1 },
      { limit: 'sign-in-tries', hits: 1 },
    ]),
  );
});

test.each([
  ['before the form is read', 'sessions'],
  ['after it', 'seal_certificates'],
])('[SAFE-3] a paper to verify that an internal error stopped %s uses up no limit', async (_when, table) => {
  const { app, tenant, owner } = fixture;
  await tenant.db.deleteFrom('rate_limits').execute();
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(app.ownerDb);
  await rename(table, 'away');
  const body = new FormData();
  body.append('file', new Blob(['%PDF-1.7']), 'paper.pdf');
  const { status } = await owner.client.call(verifyAgreement, { body: body as never });
  await rename('away', table);
  expect(status).toBe(500);
  expect(await counters()).toEqual([{ limit: 'verify-agreement', hits: 0 }]);
});
