import { contactUs } from '@quayside/contract/account/contact.ts';
import { makeCalendarLink } from '@quayside/contract/account/calendar.ts';
import { addCard } from '@quayside/contract/cards/stored-cards.ts';
import { createDocument } from '@quayside/contract/documents/documents.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAwaitedLocks } from '../../testing/databases/awaited-locks.ts';
import { makeDocumentType } from '../../testing/factories/papers.ts';
import { codeOf } from '../../testing/http-client.ts';
import { presentCard } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const message = { message: 'Subject: Berths\nIs there one left?' };

/** Each request of a customer that adds a row for them, and the row's table. */
const requests = {
  contact_messages: ({ client, accountGuid: guid }: Customer) =>
    client.call(contactUs, { params: { guid }, body: message }),
  calendar_links: ({ client, accountGuid: guid }: Customer) => client.call(makeCalendarLink, { params: { guid } }),
  account_documents: async ({ client, accountGuid: guid, owner }: Customer) => {
    const documentTypeId = await makeDocumentType(fixture.tenant.db, owner.tenantId);
    const accountDocument = { documentTypeId, name: 'Passport', boatId: null, expiresOn: '2031-05-16' } as const;
    return client.call(createDocument, {
      params: { guid },
      body: { accountDocument, supersedePreviousVersions: true },
    });
  },
  card_vault_profiles: async ({ client, accountGuid }: Customer) => {
    const { token } = await presentCard(fixture.sandbox.url, fixture.merchant);
    return client.call(addCard, { params: { accountGuid }, body: { token, holderName: 'R Test' } });
  },
} as const;

test.each(Object.entries(requests))(
  '[SAFE-115] nothing is added to %s for a customer who is erased while they send it',
  async (table, send) => {
    const { db } = fixture.tenant;
    const customer = await fixture.customer();
    const { accountId } = customer.owner;
    const erasing = await db.startTransaction().execute();
    await sql`select from accounts where id = ${accountId} for update`.execute(erasing);
    const sent = send(customer);
    await expect.poll(() => countAwaitedLocks(fixture.app.ownerDb), { timeout: 10_000 }).toBe(1);
    const gone = { closed_at: fixture.app.clock.now(), erased_at: fixture.app.clock.now() };
    await erasing.updateTable('accounts').set(gone).where('id', '=', accountId).execute();
    await erasing.commit().execute();
    expect(codeOf(await sent)).toBe('403 ACCOUNT_CLOSED');
    const { rows } = await sql`select from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
    expect(rows).toEqual([]);
  },
);
