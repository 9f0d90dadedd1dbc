import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';
import { makeAccount, makeLogin, makeTenant } from '../testing/factories.ts';
import { up } from './migrations/0102-addresses-on-file.ts';

test('[REG-9] after an upgrade, logins that wait for their confirmation have the address on file', async () => {
  const app = await startTestApp();
  const tenant = await makeTenant(app);
  const loginOf = async (email: string) => (await makeLogin(tenant, await makeAccount(tenant, { email }))).id;
  const [waiting, same, unknown, confirmed] = [
    await loginOf(' On.File@example.com '),
    await loginOf('same@example.com'),
    await loginOf(''),
    await loginOf('on.file@example.com'),
  ];
  await tenant.db.updateTable('logins').set({ email: 'same@example.com' }).where('id', '=', same).execute();
  await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).where('id', '!=', confirmed).execute();
  const pool = new pg.Pool({ connectionString: app.testDatabase.ownerUrl, max: 1 });
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await sql`alter table logins drop column address_on_file`.execute(owner);
  await owner.transaction().execute(up);
  await owner.destroy();
  const rows = await tenant.db.selectFrom('logins').select(['id', 'address_on_file']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: waiting, address_on_file: 'on.file@example.com' },
    { id: same, address_on_file: null },
    { id: unknown, address_on_file: null },
    { id: confirmed, address_on_file: null },
  ]);
  await app.close();
});
