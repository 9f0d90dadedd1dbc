import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { migrationDatabase } from '../../testing/databases/migration-database.ts';
import { makeAccount, makeLogin, makeTenant } from '../../testing/factories/factories.ts';
import * as addressesOnFile from '../migrations/0102-addresses-on-file.ts';
import * as moreAddressesOnFile from '../migrations/0109-more-addresses-on-file.ts';

test('[REG-9] after an upgrade, logins that wait for their confirmation have the address on file', async () => {
  const app = await startTestApp();
  const tenant = await makeTenant(app);
  const loginOf = async (email: string) => (await makeLogin(tenant, await makeAccount(tenant, { email }))).id;
  const [waiting, same, ofOffice, unknown, confirmed] = [
    await loginOf(' On.File@example.com '),
    await loginOf('same@example.com'),
    await loginOf('office@example.com'),
    await loginOf(''),
    await loginOf('on.file@example.com'),
  ];
  // The addresses of both are equal to those of their accounts. The office gave only that of the second.
  await tenant.db.updateTable('logins').set({ email: 'same@example.com' }).where('id', '=', same).execute();
  await tenant.db.updateTable('logins').set({ email: 'office@example.com' }).where('id', '=', ofOffice).execute();
  await tenant.db
    .updateTable('accounts')
    .set({ imported_details: JSON.stringify({ email: 'Office@example.com' }) })
    .where('email', '=', 'office@example.com')
    .execute();
  await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).where('id', '!=', confirmed).execute();
  const owner = migrationDatabase(app);
  await sql`alter table logins drop column address_on_file`.execute(owner);
  await owner.transaction().execute(addressesOnFile.up);
  await owner.transaction().execute(moreAddressesOnFile.up);
  const rows = await tenant.db.selectFrom('logins').select(['id', 'address_on_file']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: waiting, address_on_file: 'on.file@example.com' },
    { id: same, address_on_file: null },
    { id: ofOffice, address_on_file: 'office@example.com' },
    { id: unknown, address_on_file: null },
    { id: confirmed, address_on_file: null },
  ]);
  await app.close();
});
