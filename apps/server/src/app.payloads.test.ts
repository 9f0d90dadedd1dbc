import { sql } from 'kysely';
import { apiBase } from '@quayside/contract/shared/call.ts';
import type { CardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { createDocument } from '@quayside/contract/documents/documents.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeDocumentType } from './testing/factories/papers.ts';
import { insertPayment } from './testing/factories/payments.ts';
import type { HttpClient } from './testing/http-client.ts';
import { authenticate, chargesOf, create, presentCard } from './testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from './testing/payments/checkout-fixture.ts';
import { givePageProvider, type PageMerchant, registerRedirect } from './testing/payments/page-payments.ts';
import { codeOf, makeVisitor } from './testing/payments/pay-links.ts';

let fixture: CheckoutFixture;
let merchant: PageMerchant;

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerRedirect(inject('sandbox'));
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

/** Sends the bodies of the specification. Our own definitions would build other ones. */
const post = (client: HttpClient, path: string, body: object) => client.request('POST', apiBase + path, { body });

/** An address as the specification has it, where `county` is another name of `state`. */
const shownAddress = {
  nickName: '',
  address1: '1 Quay Road',
  address2: '',
  town: 'Cowes',
  county: 'Isle of Wight',
  postcode: 'PO31 7AA',
  country: 'GB',
};

async function profileAfter(client: HttpClient, path: string, body: object): Promise<CardVaultProfile> {
  const answer = await post(client, path, body);
  expect(answer, path).toMatchObject({ status: 200 });
  return (answer.body as { profile: CardVaultProfile }).profile;
}

describe('[CALL-2] payloads as the specification has them', () => {
  test('[CALL-2] [ORD-7] a receipt is mailed by paymentId, accountGuid and email, each the payer’s own', async () => {
    const { client, account, owner, orderIds } = await fixture.customer({});
    const orderId = orderIds[0] ?? 0;
    const { id } = await insertPayment(fixture.tenant.db, owner, { state: 'allocated', orderId });
    const payload = { paymentId: id, accountGuid: account.guid, email: 'someone@example.com' };
    for (const path of [`portal/email/receipt/${id}`, `portal/email/receipt-to/${id}`])
      expect((await post(client, path, payload)).body).toEqual({ emailQueued: true, maskedEmail: 's***@example.com' });
    const neighbour = await fixture.customer({});
    for (const path of [`portal/email/receipt/${id}`, `portal/email/receipt-to/${id}`]) {
      const foreign = { ...payload, accountGuid: neighbour.account.guid };
      expect(codeOf(await post(client, path, foreign))).toBe('404 NOT_FOUND');
      expect(codeOf(await post(client, path, { ...payload, paymentId: id + 1 }))).toBe('400 INVALID_REQUEST');
      expect(codeOf(await post(neighbour.client, path, payload))).toBe('404 NOT_FOUND');
    }
    const mails = await fixture.tenant.db
      .selectFrom('mails')
      .select('recipient')
      .where(sql`(payload ->> 'paymentId')::int`, '=', id)
      .execute();
    expect(mails).toEqual([{ recipient: 'someone@example.com' }, { recipient: 'someone@example.com' }]);
  });

  test('[CALL-2] [PROV-3] a payment on a provider’s page uses the session’s account if no guid is sent', async () => {
    const customer = await fixture.customer({});
    const body = {
      providerKey: 'redirect',
      amount: customer.amount,
      currencyCode: 'GBP',
      orderIds: customer.orderIds,
      account: {},
      testMode: true,
      paymentMethod: 'Online payment',
    };
    const neighbour = await fixture.customer({});
    expect(codeOf(await post(neighbour.client, 'payment', body))).toBe('404 NOT_FOUND');
    expect(await post(customer.client, 'payment', body)).toMatchObject({
      status: 200,
      body: { paymentStatus: 'Incomplete', accountGuid: customer.account.guid },
    });
  });

  test('[CALL-2] [QP-2] a browser with pay links of two accounts pays for the account of the orders', async () => {
    const first = await makeVisitor(fixture);
    const second = await makeVisitor(fixture);
    await first.open();
    await second.open(first.client);
    const more = { providerKey: 'redirect', currencyCode: 'GBP', testMode: true, paymentMethod: 'Online payment' };
    const body = {
      ...more,
      amount: 100,
      payLink: { orderGuid: second.order.guid },
    };
    const both = { ...body, orderIds: [first.order.id, second.order.id], amount: 200 };
    expect(codeOf(await post(first.client, 'payment', both))).toBe('404 NOT_FOUND');
    expect(await post(first.client, 'payment', { ...body, orderIds: [second.order.id] })).toMatchObject({
      status: 200,
      body: { accountGuid: second.owner.accountGuid, orders: [{ orderId: second.order.id }] },
    });
  });

  test('[CALL-2] [CARD-5] a bank is asked without browserDetails, and tells the same', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber: merchantRefNum } = (await create(customer)).body;
    const { token: paymentToken, deviceFingerprintingId } = await presentCard(fixture.sandbox.url, fixture.merchant);
    const profile = { email: 'jo@example.com', cellPhone: '+447700900123' };
    const body = { deviceFingerprintingId, merchantRefNum, amount: customer.amount, paymentToken, profile };
    expect(await post(customer.client, 'paysafe/3ds/v2/authentications', body)).toMatchObject({
      status: 200,
      body: { outcome: 'proceed', threeDResult: 'Y' },
    });
  });

  test('[CALL-2] [MONEY-1] a card pays without merchantRefNumber, once: its token names the attempt', async () => {
    const customer = await fixture.customer({});
    const { accountGuid, orderIds, amount, client } = customer;
    const { merchantRefNumber } = (await create(customer)).body;
    const other = (await create(customer)).body;
    const card = await presentCard(fixture.sandbox.url, fixture.merchant);
    const address = { address1: '1 Quay Road', town: 'Saltmarsh', postcode: 'SM1 1AA', country: 'GB' };
    const body = {
      accountGuid,
      amount,
      orderIds,
      token: card.token,
      address,
      holderName: 'R Test',
      nickName: '',
      paymentChannel: 'Card',
      isVaultCard: false,
      threeDsResponse: {},
    };
    expect(codeOf(await post(client, 'paysafe/pay', body))).toBe('409 PAYMENT_STATE');
    await authenticate(customer, merchantRefNumber, card);
    const otherCard = await presentCard(fixture.sandbox.url, fixture.merchant);
    await authenticate(customer, other.merchantRefNumber, otherCard);
    const neighbour = await fixture.customer({});
    expect(codeOf(await post(neighbour.client, 'paysafe/pay', { ...body, accountGuid: neighbour.accountGuid }))).toBe(
      '409 PAYMENT_STATE',
    );
    const paid = { status: 200, body: { merchantRefNumber, paymentStatus: 'Completed' } };
    expect(await post(client, 'paysafe/pay', body)).toMatchObject(paid);
    expect(await post(client, 'paysafe/pay', body)).toMatchObject(paid);
    expect(codeOf(await post(client, 'paysafe/pay', { ...body, token: otherCard.token }))).toBe(
      '409 ORDER_NOT_PAYABLE',
    );
    expect(await chargesOf(fixture, merchantRefNumber)).toHaveLength(1);
    expect(await chargesOf(fixture, other.merchantRefNumber)).toEqual([]);
  });

  test('[CALL-2] [CARD-3] an address is taken as the profile shows it, also with a county', async () => {
    const { client, account } = await fixture.customer({});
    const { siteId } = account;
    const typed = { ...shownAddress, id: '', isDefault: false };
    const added = await profileAfter(client, 'paysafe/profiles/new/address', { address: typed, siteId });
    const [address] = added.addresses;
    const { county, ...rest } = shownAddress;
    expect(address).toMatchObject({ ...rest, state: county, isDefault: true });
    const path = `paysafe/profiles/${added.id}/address/${address?.id}`;
    const changed = await profileAfter(client, path, { address: { ...address, town: 'Ryde' }, siteId });
    expect(changed.addresses).toEqual([{ ...address, town: 'Ryde' }]);
    expect(codeOf(await post(client, path, { address: { ...address, planet: 'Mars' } }))).toBe('400 INVALID_REQUEST');
  });

  test('[CALL-2] [CARD-3] a card with another address and isDefault false stays the default', async () => {
    const { client, account } = await fixture.customer({});
    const { token } = await presentCard(fixture.sandbox.url, fixture.merchant);
    const card = { token, holderName: 'R Test', nickName: '', locale: 'en_GB', address: shownAddress };
    const { id, cards } = await profileAfter(client, `paysafe/profiles/by-guid/${account.guid}/card`, card);
    const { addresses } = await profileAfter(client, `paysafe/profiles/${id}/address`, {
      address: { ...shownAddress, town: 'Ryde' },
    });
    const billingAddressId = addresses.find(({ town }) => town === 'Ryde')?.id;
    const change = { billingAddressId, isDefault: false, siteId: account.siteId };
    const changed = await profileAfter(client, `paysafe/profiles/${id}/card/${cards[0]?.id}`, change);
    expect(changed.cards).toEqual([{ ...cards[0], billingAddressId, defaultCardIndicator: true }]);
  });

  test('[CALL-2] [CARD-2] a payment takes an address as the profile shows it', async () => {
    const customer = await fixture.customer({});
    const { accountGuid, orderIds, amount, client } = customer;
    const { merchantRefNumber } = (await create(customer)).body;
    const card = await presentCard(fixture.sandbox.url, fixture.merchant);
    await authenticate(customer, merchantRefNumber, card);
    const body = { accountGuid, orderIds, amount, token: card.token, holderName: 'R Test', paymentChannel: 'Card' };
    const address = { ...shownAddress, id: 'address-1', isDefault: true };
    expect(await post(client, 'paysafe/pay', { ...body, address, rememberCard: true })).toMatchObject({
      status: 200,
      body: { merchantRefNumber, paymentStatus: 'Completed', cardSaved: true },
    });
    const { body: answer } = await client.get(`${apiBase}paysafe/profile/by-guid/${accountGuid}`);
    expect(answer).toMatchObject({ profile: { addresses: [{ town: 'Cowes', state: 'Isle of Wight' }] } });
  });

  test('[CALL-2] every list takes skip and take, and page and rows alike', async () => {
    const inputs = [{}, {}, {}];
    const { client, account } = await fixture.customer(...inputs);
    const history = `portal/account/${account.guid}/order-history`;
    const [bySkip, byPage] = await Promise.all(
      ['skip=1&take=1', 'page=2&rows=1'].map((query) => client.get(`${apiBase}${history}?${query}`)),
    );
    expect(bySkip?.body).toEqual(byPage?.body);
    expect(bySkip?.body).toMatchObject({ orders: [expect.anything()], totalItems: 3, totalPages: 3 });
    for (const path of [
      `portal/account/${account.guid}/estimates?skip=0&take=10&statusFilter=Active`,
      `portal/account/${account.guid}/payment-history?skip=0&take=10`,
      `portal/account-agreements/${account.guid}?skip=0&take=10`,
      `portal/occupancies/${account.guid}?skip=0&take=10`,
    ])
      expect(await client.get(apiBase + path), path).toMatchObject({ status: 200, body: { totalItems: 0 } });
  });

  test('[CALL-2] a filter that is named without a value filters nothing', async () => {
    const { client, account } = await fixture.customer({}, {});
    const history = `portal/account/${account.guid}/order-history`;
    expect(await client.get(`${apiBase}${history}?page=1&rows=10&fromDate=&toDate=`)).toMatchObject({
      status: 200,
      body: { totalItems: 2 },
    });
    const others = [
      'account/%/estimates?skip=0&take=10&fromDate=&toDate=&statusFilter=',
      'occupancies/%?page=1&filter=',
    ];
    for (const path of others)
      expect(await client.get(`${apiBase}portal/${path.replace('%', account.guid)}`), path).toMatchObject({
        status: 200,
      });
  });

  test('[CALL-2] [DOC-4] a document is announced with its accountId, which is the session’s own', async () => {
    const { client, account } = await fixture.customer({});
    const documentTypeId = await makeDocumentType(fixture.tenant.db, fixture.tenant.id);
    const announce = (accountId: number) =>
      client.call(createDocument, {
        params: { guid: account.guid },
        body: {
          accountDocument: {
            accountId,
            attachmentType: 'Upload',
            boatId: null,
            documentType: 'Insurance',
            documentTypeId,
            expiresOn: '2099-05-16',
            isCurrentVersion: true,
            name: 'Policy',
            notes: '',
          },
          supersedePreviousVersions: true,
        },
      });
    expect((await announce(account.id)).status).toBe(200);
    expect(codeOf(await announce(account.id + 1))).toBe('404 NOT_FOUND');
  });
});
