import { type RawBuilder, sql } from 'kysely';
import { signAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { changePassword } from '@quayside/contract/identity/passwords.ts';
import { openStaffView } from '@quayside/contract/identity/staff-views.ts';
import { addCard } from '@quayside/contract/cards/stored-cards.ts';
import { answerEstimate } from '@quayside/contract/orders/estimates.ts';
import { getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { enterTenant } from '../../../features/tenant/tenant.exports.ts';
import { deviceCookie } from '../../../http/origin/cookie-names.ts';
import { queueMail } from '../../../features/mail/mail.service.ts';
import { countAwaitedLocks, isLockAwaited } from '../../../testing/databases/awaited-locks.ts';
import { makeReadableAgreement, signatureImage } from '../../../testing/factories/agreements.ts';
import { makeEstimate, makeStay } from '../../../testing/factories/estimates.ts';
import {
  makeAccount,
  makeLogin,
  makeStaffLinkTo,
  makeTenant,
  samplePassword,
  sampleSettings,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { makeBoat, makeOrder, signedInOwner } from '../../../testing/factories/orders.ts';
import {
  joinWaitingList,
  makeDocument,
  makeDocumentType,
  makeWaitingListEntry,
} from '../../../testing/factories/papers.ts';
import { insertPayment } from '../../../testing/factories/payments.ts';
import { makeFault, presentCard } from '../../../testing/payments/card-payments.ts';
import { startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { runOperator } from '../../testing/operator.ts';

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

test("[RUN-160] the erasure of a boat's buyer leaves the boat to the papers of its earlier owner", async () => {
  const marina = await makeTenant(app);
  const [seller, buyer] = [await makeAccount(marina), await makeAccount(marina)];
  const ownerOf = ({ id: accountId, siteId }: typeof seller) => ({ tenantId: marina.id, accountId, siteId });
  const [sold, moored, own] = [
    await makeBoat(marina.db, ownerOf(buyer), 'Tern'),
    await makeBoat(marina.db, ownerOf(buyer), 'Petrel'),
    await makeBoat(marina.db, ownerOf(buyer), 'Gull'),
  ];
  await marina.db.updateTable('boats').set({ current_sticker_number: 'GH-17' }).execute();
  const type = await makeDocumentType(marina.db, marina.id, { level: 'Boat' });
  await makeDocument(marina.db, ownerOf(seller), type, { boatId: sold });
  await makeStay(marina.db, ownerOf(seller), { boatId: moored });
  await makeDocument(marina.db, ownerOf(buyer), type, { boatId: own });
  await makeStay(marina.db, ownerOf(buyer), { boatId: sold });

  const number = String(buyer.id);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number];
  const tried = await runOperator(args, { database: app.testDatabase });
  expect(tried.err).toBe('');
  expect(tried.out).toContain('boats: 1 go, 2 stay (');
  expect((await runOperator([...args, '--confirm', number], { database: app.testDatabase })).err).toBe('');
  const boats = marina.db.selectFrom('boats').select(['id', 'current_sticker_number as sticker']).orderBy('id');
  expect(await boats.execute()).toEqual([sold, moored].map((id) => ({ id, sticker: null })));
  const documents = marina.db.selectFrom('account_documents').select(['account_id', 'boat_id']);
  expect(await documents.execute()).toEqual([{ account_id: seller.id, boat_id: sold }]);
});

test('[SAFE-102] the erasure of a customer leaves the mails of another one with the same address', async () => {
  const marina = await makeTenant(app);
  const email = 'both@example.com';
  const [gone, stays] = [await makeAccount(marina, { email }), await makeAccount(marina, { email })];
  for (const { id: accountId, siteId } of [gone, stays]) {
    const owner = { tenantId: marina.id, accountId, siteId };
    const { id: orderId } = await makeOrder(marina.db, owner, { allocatedMinor: 10_000 });
    const mail = { recipient: 'Both@example.com', language: 'en-GB' };
    await queueMail(marina.db, marina, { ...mail, kind: 'pay-link', orderId }, app.clock.now());
    await queueMail(marina.db, marina, { ...mail, kind: 'registration-code', accountId }, app.clock.now());
  }
  await queueMail(marina.db, marina, { kind: 'registered', recipient: email, language: 'en-GB' }, app.clock.now());
  const mails = marina.db.selectFrom('mails').select(['kind', 'payload']).orderBy('id');
  const [, , ofOther, codeOfOther] = await mails.execute();

  const number = String(gone.id);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  expect((await runOperator(args, { database: app.testDatabase })).err).toBe('');
  expect(await mails.execute()).toEqual([ofOther, codeOfOther]);
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
  const waiting = () => isLockAwaited(app.ownerDb);
  await expect.poll(async () => hasEnded || (await waiting()), { timeout: 20_000 }).toBe(true);
  await trx.commit().execute();
  expect((await ended).err).toContain('A refund is under way.');
  const account = marina.db.selectFrom('accounts').select('erased_at').where('id', '=', accountId);
  expect(await account.executeTakeFirst()).toEqual({ erased_at: null });
});

/** Makes a customer with a stored card, and the command that erases them. */
async function customerWithCard() {
  const fixture = await startCheckoutFixture();
  onTestFinished(() => fixture.close());
  const { app: own, tenant, sandbox, merchant } = fixture;
  const { client, accountGuid, owner } = await fixture.customer();
  const { token } = await presentCard(sandbox.url, merchant, '4000000000001000');
  await client.call(addCard, { params: { accountGuid }, body: { token, holderName: 'R Test' } });
  const number = String(owner.accountId);
  const args = ['account', 'erase', '--tenant', tenant.key, '--account', number, '--confirm', number];
  const erase = () => runOperator(args, { database: own.testDatabase });
  const profiles = async () =>
    (await tenant.db.selectFrom('card_vault_profiles').select('profile_id').execute()).length;
  const erasedAt = async () =>
    (await tenant.db.selectFrom('accounts').select('erased_at').where('id', '=', owner.accountId).execute())[0]
      ?.erased_at;
  const cards = async () =>
    (await client.call(getCardVaultProfile, { params: { guid: accountGuid } })).body.profile?.cards.length;
  return { fixture, owner, erase, profiles, erasedAt, cards };
}

test('[SAFE-107] the erasure of a customer waits for a signature under way, and is then refused', async () => {
  const marina = await makeTenant(app);
  const email = 'robin@example.com';
  const { id: accountId, siteId } = await makeAccount(marina, { email });
  const { guid } = await makeReadableAgreement(marina.db, { tenantId: marina.id, accountId, siteId });
  const trx = await marina.db.startTransaction().execute();
  await sql`select from agreements for update`.execute(trx);
  const body = { guid, signature: signatureImage(), fullName: 'Robin Test', email };
  const signing = app.client(marina.key).call(signAgreement, { body });
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(1);
  const number = String(accountId);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  const erasing = runOperator(args, { database: app.testDatabase });
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 20_000 }).toBe(2);
  await trx.commit().execute();
  expect((await signing).status).toBe(200);
  expect((await erasing).err).toContain('A signed agreement has no sealed paper yet.');
});

test('[SAFE-112] the erasure of a customer waits for their answer to an estimate, without a deadlock', async () => {
  const settings = { ...sampleSettings(), features: { 'accept-estimates': true } };
  const marina = await makeTenant(app, { settings });
  const { customer, owner } = await signedInOwner(app, marina);
  const answer = async () => {
    const params = { guid: customer.account.guid, id: await makeEstimate(marina.db, owner) };
    return () => customer.client.call(answerEstimate, { params, body: { answer: 'accept' } });
  };
  await (await answer())();
  const answerAnother = await answer();
  // The answer has locked its estimate, and waits before its agreement is stored.
  const trx = await marina.db.startTransaction().execute();
  await sql`select from counters where name = 'agreement' for update`.execute(trx);
  const answering = answerAnother();
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(1);
  const number = String(owner.accountId);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  const erasing = runOperator(args, { database: app.testDatabase });
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 20_000 }).toBe(2);
  await trx.commit().execute();
  expect((await answering).status).toBe(200);
  expect((await erasing).err).toBe('');
});

/**
 * Erases a customer while a request waits for a lock, with its first rows locked and before it needs the account.
 * @param send the request
 * @param lock the lock
 * @returns what the request answered, what the command said, and how many sessions of the marina are left
 */
async function eraseDuring(
  { marina, account }: { marina: TestTenant; account: TestAccount },
  send: () => Promise<{ status: number }>,
  lock: RawBuilder<unknown>,
) {
  const trx = await app.ownerDb.startTransaction().execute();
  await enterTenant(trx, marina.id);
  await lock.execute(trx);
  const answer = send();
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 10_000 }).toBe(1);
  const number = String(account.id);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  const erasing = runOperator(args, { database: app.testDatabase });
  await expect.poll(() => countAwaitedLocks(app.ownerDb), { timeout: 20_000 }).toBe(2);
  await trx.commit().execute();
  const [{ status }, { err }] = [await answer, await erasing];
  return { status, err, sessions: (await marina.db.selectFrom('sessions').select('name').execute()).length };
}

test('[SAFE-114] an erasure gives way to a sign-in of its customer, and then ends the new session', async () => {
  const marina = await makeTenant(app);
  const account = await makeAccount(marina);
  const { email: userName } = await makeLogin(marina, account);
  const send = () => app.client(marina.key).call(signIn, { body: { userName, password: samplePassword } });
  // The marina's audit trail exists from the first entry on.
  await send();
  const done = await eraseDuring({ marina, account }, send, sql`select from audit_heads for update`);
  expect(done).toEqual({ status: 200, err: '', sessions: 0 });
});

test('[SAFE-114] an erasure begins again if its customer gets another row meanwhile, by a new password', async () => {
  const marina = await makeTenant(app);
  const { account, client } = await signedInCustomer(app, marina);
  const change = (currentPassword: string, password: string) =>
    client.call(changePassword, { body: { currentPassword, password } });
  await change(samplePassword, 'Harbour#2027');
  client.cookies.delete(deviceCookie);
  const send = () => change('Harbour#2027', 'Harbour#2028');
  const done = await eraseDuring({ marina, account }, send, sql`select from audit_heads for update`);
  expect(done).toEqual({ status: 200, err: '', sessions: 0 });
});

test('[SAFE-114] an erasure gives way to staff who open its customer’s portal, and then ends their view', async () => {
  const marina = await makeTenant(app);
  const account = await makeAccount(marina);
  const token = await makeStaffLinkTo(marina, account, app.clock.now());
  const send = () => app.client(marina.key).call(openStaffView, { body: { token } });
  const done = await eraseDuring({ marina, account }, send, sql`lock table sessions in exclusive mode`);
  expect(done).toEqual({ status: 200, err: '', sessions: 0 });
});

test('[SAFE-118] an erasure that requests keep from ending says so, and can be run again', async () => {
  const marina = await makeTenant(app);
  const { account, client } = await signedInCustomer(app, marina);
  const holding = await app.ownerDb.startTransaction().execute();
  await enterTenant(holding, marina.id);
  await sql`select from sessions for update`.execute(holding);
  const number = String(account.id);
  const args = ['account', 'erase', '--tenant', marina.key, '--account', number, '--confirm', number];
  const refused = await runOperator(args, { database: app.testDatabase });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err.trim()).toBe('Requests stay in the way. Nothing has changed: run the command again.');
  await holding.commit().execute();
  expect((await client.call(getSession, {})).status).toBe(200);
  expect(await runOperator(args, { database: app.testDatabase })).toMatchObject({ code: 0, err: '' });
});

test('[RUN-171] a customer whose refund begins after the first look keeps the cards at the provider', async () => {
  const { fixture, owner, erase, erasedAt, cards } = await customerWithCard();
  const { app: own, tenant } = fixture;
  const { id: orderId } = await makeOrder(tenant.db, owner, { allocatedMinor: 10_000 });
  const { id: paymentId } = await insertPayment(tenant.db, owner, { state: 'allocated', orderId });
  // Holds the command after its first look, before it reads which cards there are.
  const holding = await own.ownerDb.startTransaction().execute();
  await sql`lock table card_vault_profiles in access exclusive mode`.execute(holding);
  const erasing = erase();
  const waiting = () => isLockAwaited(own.ownerDb);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(true);
  await sql`
    insert into payment_refunds (tenant_id, id, payment_id, reference, amount_minor, refunded_before_minor, reason,
      state, earlier_ids, created_at, updated_at)
    values (${tenant.id}, 1, ${paymentId}, 'begun', 100, 0, '', 'sent', '[]', now(), now())`.execute(tenant.db);
  await holding.commit().execute();
  expect((await erasing).err).toContain('A refund is under way.');
  expect([await erasedAt(), await cards()]).toEqual([null, 1]);
});

test('[RUN-171] cards that the provider does not delete are deleted by another run', async () => {
  const { fixture, erase, profiles, erasedAt } = await customerWithCard();
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'cards.delete', kind: 'status', times: 9 });
  const failed = await erase();
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.err).toContain('does not delete the stored cards. Everything else of the customer is erased: run the');
  expect([await erasedAt(), await profiles()]).toEqual([expect.any(Date), 1]);
  await fetch(`${fixture.sandbox.url}/_sandbox/faults?accountId=${fixture.merchant.accountId}`, { method: 'DELETE' });
  const again = await erase();
  expect([again.err, await profiles()]).toEqual(['', 0]);
  expect(again.out).toContain('1 stored cards were deleted at the provider.');
});
