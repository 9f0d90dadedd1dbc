import { saveAccount } from '@quayside/contract/account/account.ts';
import { sendConsentLink } from '@quayside/contract/account/consent.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { makeCalendarLink } from '@quayside/contract/account/calendar.ts';
import { addCard } from '@quayside/contract/cards/stored-cards.ts';
import { createDocument } from '@quayside/contract/documents/documents.ts';
import { emailEstimate } from '@quayside/contract/orders/estimates.ts';
import { emailInvoice } from '@quayside/contract/orders/invoices.ts';
import { emailReceipt } from '@quayside/contract/payments/receipts.ts';
import { sendNewMailLink } from '@quayside/contract/identity/mail-links.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countAwaitedLocks } from '../../testing/databases/awaited-locks.ts';
import { makeEstimate } from '../../testing/factories/estimates.ts';
import { makeMailLink } from '../../testing/factories/mail-links.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
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

/** Erases a customer while a request of theirs waits for their account. @returns how it was refused */
async function eraseMeanwhile(
  { owner: { accountId } }: Customer,
  send: () => Promise<Parameters<typeof codeOf>[0]>,
): Promise<string> {
  const { tenant, app } = fixture;
  const erasing = await tenant.db.startTransaction().execute();
  await sql`select from accounts where id = ${accountId} for update`.execute(erasing);
  const sent = send();
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(1);
  const gone = { closed_at: app.clock.now(), erased_at: app.clock.now(), firstname: '', lastname: '', address1: '' };
  await erasing.updateTable('accounts').set(gone).where('id', '=', accountId).execute();
  await erasing.commit().execute();
  return codeOf(await sent);
}

test.each(Object.entries(requests))(
  '[SAFE-115] nothing is added to %s for a customer who is erased while they send it',
  async (table, send) => {
    const { db } = fixture.tenant;
    const customer = await fixture.customer();
    const { accountId } = customer.owner;
    expect(await eraseMeanwhile(customer, () => send(customer))).toBe('403 ACCOUNT_CLOSED');
    const { rows } = await sql`select from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
    expect(rows).toEqual([]);
  },
);

test('[SAFE-115] details of a customer who is erased while they save them are not stored', async () => {
  const customer = await fixture.customer();
  const account = {
    title: 'Mr',
    firstname: 'Robin',
    lastname: 'Test',
    mobile: '+447700900123',
    address1: '1 Quay Road',
    town: 'Saltmarsh',
    postcode: 'SM1 1AA',
    countryCode: 'GB',
  };
  const save = () => customer.client.call(saveAccount, { body: { account, consentGroups: [] } });
  expect(await eraseMeanwhile(customer, save)).toBe('403 ACCOUNT_CLOSED');
  const { id } = customer.account;
  const stored = fixture.tenant.db.selectFrom('accounts').select(['firstname', 'address1']).where('id', '=', id);
  expect(await stored.executeTakeFirst()).toEqual({ firstname: '', address1: '' });
});

/** Each request for a mail about a customer, and its answer after their erasure. */
const mails = {
  'a receipt': [
    '404 NOT_FOUND',
    async ({ client, owner, orderIds: [id = 0] }: Customer) => {
      const paymentId = await makePaidPayment(fixture.tenant.db, owner, { orders: [{ id, minor: 10_000 }] });
      return () => client.call(emailReceipt, { params: { id: paymentId } });
    },
  ],
  'an estimate': [
    '403 ACCOUNT_CLOSED',
    async ({ client, accountGuid: guid, owner }: Customer) => {
      const id = await makeEstimate(fixture.tenant.db, owner);
      return () => client.call(emailEstimate, { params: { guid, id } });
    },
  ],
  'an invoice': [
    '403 ACCOUNT_CLOSED',
    async ({ client, accountGuid, owner }: Customer) => {
      const { guid } = await makeOrder(fixture.tenant.db, owner);
      return () => client.call(emailInvoice, { params: { guid }, body: { accountGuid, orderGuid: guid } });
    },
  ],
  'a consent link': [
    '200 undefined',
    async ({ client, accountGuid }: Customer) =>
      () =>
        client.call(sendConsentLink, { body: { accountGuid } }),
  ],
  'a new link': [
    '200 undefined',
    async ({ client, account }: Customer) => {
      const { tenant, app } = fixture;
      const params = await makeMailLink(tenant, account, { accountId: account.id }, app.clock.now());
      return () => client.call(sendNewMailLink, { params });
    },
  ],
} as const;

test.each(Object.entries(mails))(
  '[SAFE-126] %s is not mailed to a customer who is erased while they ask for it',
  async (_, [refusal, prepare]) => {
    const customer = await fixture.customer({});
    const send = await prepare(customer);
    const stored = () => fixture.tenant.db.selectFrom('mails').select(['id', 'kind']).execute();
    const before = await stored();
    expect(await eraseMeanwhile(customer, send)).toBe(refusal);
    expect(await stored()).toEqual(before);
  },
);
