import { randomUUID } from 'node:crypto';
import {
  getAgreementAccount,
  getUnsignedAgreement,
  signAgreement,
  validateAgreementEmail,
} from '@quayside/contract/agreements/agreement-signing.ts';
import { getSession, signIn, signInFromQuickPay } from '@quayside/contract/identity/identity.ts';
import {
  checkQuickPayRegistration,
  emailReceiptOfOrder,
  getQuickPayOrder,
  listQuickPayProviders,
  sendQuickPayRegistration,
} from '@quayside/contract/orders/quick-pay.ts';
import { checkRenewalToken } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeReadableAgreement, signatureImage } from '../../testing/factories/agreements.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  sampleSettings,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type OrderInput, type Owner } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { codeOf, openLink } from '../../testing/payments/pay-links.ts';
import type { RunningWorker } from '../../worker/worker.ts';
import { mailPayLink } from './mail-pay-link.service.ts';
import { payLinkMail } from './pay-link.mail.ts';

const mailbox = new TestMailbox();
let app: TestApp;
let worker: RunningWorker;
let tenant: TestTenant;
let account: TestAccount;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  worker = await startMailWorker(app, mailbox);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  mailbox.remove();
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app, { hosts: [`${randomUUID()}.localhost`] });
  account = await makeAccount(tenant, {
    firstname: 'Wilhelmina',
    lastname: 'Éclair',
    email: `w.${tenant.key}@example.com`,
  });
  owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
});

const browser = () => app.client(tenant.key);
const open = (guid: string, client = browser()) => openLink(client, guid);
/** Makes an order of the account. */
const addOrder = (overrides: OrderInput = {}, of: Partial<Owner> = {}) =>
  makeOrder(tenant.db, { ...owner, ...of }, overrides);
/** Makes an order that is paid. */
async function addPaid(paidAt?: string) {
  const { id, guid } = await addOrder();
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 10_000 }], ...(paidAt && { paidAt }) });
  return guid;
}

test('[QP-3] [SAFE-5] a link shows the order, and of its owner initials and a hint at the address', async () => {
  const agreement = await makeAgreement(tenant.db, owner);
  const { guid } = await addOrder({ agreementId: agreement.id });
  const { body, text } = await open(guid.toUpperCase());
  expect(body.order).toMatchObject({
    guid,
    outstandingAmount: 100,
    orderSummary: { paymentStatus: 'Unpaid' },
    details: [{ name: 'Visitor berth' }],
    account: { name: 'W. É.', registeredForPortal: false, hasContact: true, maskedEmail: 'w***@example.com' },
    agreement: { guid: expect.stringMatching(/^[0-9a-f-]{36}$/), isSigned: false, declarationText: null },
    payment: null,
  });
  for (const secret of ['Wilhelmina', 'clair', `w.${tenant.key}`, agreement.guid]) expect(text).not.toContain(secret);
});

test('[QP-3] [AGR-5] every call of a pay link tells only initials until the e-mail is known to be right', async () => {
  const agreement = await makeReadableAgreement(tenant.db, owner);
  const { guid } = await addOrder({ agreementId: agreement.id });
  const agreementGuid = (await open(guid)).body.order.agreement?.guid ?? '';
  // Another browser can read it too, although it never opened the pay link.
  const stranger = browser();
  const read = (of: string) => stranger.call(getUnsignedAgreement, { params: { guid: of } });
  const fillIn = (of: string) =>
    stranger.call(getAgreementAccount, { params: { guid: account.guid }, query: { agreement: of } });
  for (const { body, text } of [await read(agreementGuid), await fillIn(agreementGuid)]) {
    expect(body.account).toMatchObject({ titledFullName: 'W. É.', isNameWhole: false, email: null });
    for (const secret of ['Wilhelmina', 'clair', agreement.guid]) expect(text).not.toContain(secret);
  }
  expect((await read(agreementGuid)).body.agreement.guid).toBe(agreementGuid);
  const check = (email: string) =>
    stranger.call(validateAgreementEmail, { params: { guid: agreementGuid }, body: { email } });
  expect((await check('nobody@example.com')).body).toEqual({ isValid: false, needsCode: false, titledFullName: null });
  const { email } = await tenant.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect((await check(email)).body).toMatchObject({
    isValid: true,
    titledFullName: expect.stringContaining('Wilhelmina'),
  });

  // The link of the signer's own letter shows the name.
  expect((await read(agreement.guid)).body.account).toMatchObject({ isNameWhole: true });
  const body = { signature: signatureImage(), fullName: 'Wilhelmina', email, method: 'drawn' as const };
  const signed = await stranger.call(signAgreement, { body: { ...body, guid: agreementGuid } });
  expect([signed.status, signed.body.agreement.guid]).toEqual([200, agreementGuid]);
  expect((await read(agreement.guid)).body.agreement.isSigned).toBe(true);
});

test('[QP-3] its signed-in owner gets the agreement’s own guid', async () => {
  const agreement = await makeAgreement(tenant.db, owner);
  const { guid } = await addOrder({ agreementId: agreement.id });
  const { client } = await signedInCustomer(app, tenant, account);
  const { body } = await client.call(getQuickPayOrder, { params: { guid } });
  expect(body.order.agreement?.guid).toBe(agreement.guid);
});

test('[QP-3] a link that leads nowhere, a malformed one and another marina’s are answered alike', async () => {
  const elsewhere = await makeTenant(app);
  const stranger = await makeAccount(elsewhere);
  const foreign = await makeOrder(elsewhere.db, { tenantId: elsewhere.id, accountId: stranger.id, siteId: 1 });
  for (const guid of [randomUUID(), 'nonsense', foreign.guid]) expect(codeOf(await open(guid))).toBe('404 NOT_FOUND');
});

test('[QP-3] a paid order is shown for 120 days', async () => {
  const guid = await addPaid('2026-05-16T08:00:00Z');
  app.clock.set('2026-09-13T07:00:00Z');
  expect((await open(guid)).body.order.paymentStatus).toBe('Paid');
  app.clock.set('2026-09-13T09:00:00Z');
  expect(codeOf(await open(guid))).toBe('410 PAY_LINK_EXPIRED');
});

test('[SAFE-3] [SAFE-94] guesses at links are stopped, and nobody else behind the same address is', async () => {
  const first = await addOrder();
  const guesses = await Promise.all(Array.from({ length: 60 }, () => open(randomUUID())));
  expect(new Set(guesses.map(codeOf))).toEqual(new Set(['404 NOT_FOUND']));
  expect(codeOf(await open(randomUUID()))).toBe('429 TOO_MANY_REQUESTS');
  expect((await open(first.guid)).status).toBe(200);
  app.clock.advance({ minutes: 16 });
  expect(codeOf(await open(randomUUID()))).toBe('404 NOT_FOUND');
});

test('[PROV-6] the providers are those of the order’s site, for a payer who has its link or names it', async () => {
  const { guid } = await addOrder();
  const client = browser();
  const ask = (siteId: number, query = {}) => client.call(listQuickPayProviders, { params: { siteId }, query });
  expect(codeOf(await ask(1))).toBe('404 NOT_FOUND');
  expect((await ask(1, { orderGuid: guid })).body.providers).toEqual([]);
  await open(guid, client);
  expect((await ask(1)).body.providers).toEqual([]);
  expect(codeOf(await ask(2))).toBe('404 NOT_FOUND');
});

const password = (client: ReturnType<typeof browser>, text: string, accountGuid = account.guid) =>
  client.call(signInFromQuickPay, { body: { accountGuid, password: text } });

test('[REG-8] [QP-4] the password alone signs in to the order’s account', async () => {
  const { id } = await makeLogin(tenant, account);
  const client = browser();
  expect(codeOf(await password(client, 'Wrong#2026'))).toBe('401 InvalidOperationException');
  expect((await password(client, samplePassword)).body.userSession).toMatchObject({
    userId: id,
    accountGuid: account.guid,
  });
  expect((await client.call(getSession, {})).body.userSession.isAuthenticated).toBe(true);
});

test('[SAFE-3] its tries count for the login: ten wrong ones lock it here and at the login page', async () => {
  const { email } = await makeLogin(tenant, account);
  await password(browser(), 'Wrong#2026');
  await tenant.db.updateTable('sign_in_locks').set({ failures: 9 }).execute();
  expect(codeOf(await password(browser(), 'Wrong#2026'))).toBe('401 InvalidOperationException');
  expect(codeOf(await password(browser(), samplePassword))).toBe('401 AuthenticationException');
  const body = { userName: email, password: samplePassword, rememberMe: true };
  expect(codeOf(await browser().call(signIn, { body }))).toBe('401 AuthenticationException');
});

test('[REG-8] an unknown account and one without a login are answered like a wrong password', async () => {
  for (const guid of [randomUUID(), account.guid])
    expect(codeOf(await password(browser(), samplePassword, guid))).toBe('401 InvalidOperationException');
});

test('[REG-8] the code goes to the address on file, and the caller gets no secret', async () => {
  const { guid } = await addOrder();
  const client = browser();
  const { body, text } = await client.call(checkQuickPayRegistration, { params: { guid } });
  expect(body).toEqual({ available: true, maskedEmail: 'w***@example.com' });
  const send = () => client.call(sendQuickPayRegistration, { params: { guid } });
  expect((await send()).body).toEqual({ done: true });
  const mail = await mailbox.mailTo(`w.${tenant.key}@example.com`);
  const [code = ''] = /\b[0-9A-Z]{10}\b/.exec(mail.text ?? '') ?? [];
  expect(text).not.toContain(code);
  const opened = await client.call(checkRenewalToken, { query: { renewalToken: code } });
  expect(opened.body).toMatchObject({ accountGuid: account.guid });
  await send();
  await send();
  expect(codeOf(await send())).toBe('429 TOO_MANY_REQUESTS');
});

test('[REG-8] no code after registration, nor without an address on file', async () => {
  const nameless = await makeAccount(tenant, { email: '' });
  const { account: registered } = await signedInCustomer(app, tenant);
  for (const { id: accountId } of [nameless, registered]) {
    const { guid } = await addOrder({}, { accountId });
    const client = browser();
    const answer = await client.call(checkQuickPayRegistration, { params: { guid } });
    expect(answer.body).toEqual({ available: false, maskedEmail: null });
    expect(codeOf(await client.call(sendQuickPayRegistration, { params: { guid } }))).toBe('404 NOT_FOUND');
  }
});

test('[QP-3] the receipt of a paid order goes to the address on file', async () => {
  const send = (guid: string) => browser().call(emailReceiptOfOrder, { params: { guid } });
  expect(codeOf(await send((await addOrder()).guid))).toBe('409 RECEIPT_NOT_READY');
  expect((await send(await addPaid())).body).toEqual({ emailQueued: true, maskedEmail: 'w***@example.com' });
  expect((await mailbox.mailTo(`w.${tenant.key}@example.com`)).attachments).toHaveLength(1);
});

test('[QP-3] a paid order says to everybody else that its receipt is on its way to the address on file', async () => {
  const guid = await addPaid();
  expect((await open(guid)).body.order.receiptMail).toBeNull();
  await worker.stop();
  await browser().call(emailReceiptOfOrder, { params: { guid } });
  const { text, body } = await open(guid);
  expect(body.order.receiptMail).toEqual({ maskedEmail: 'w***@example.com', sentAt: null });
  expect(text).not.toContain(`w.${tenant.key}`);
  worker = await startMailWorker(app, mailbox);
  const sentAt = app.clock.now().toISOString();
  const known = async () => (await open(guid)).body.order.receiptMail;
  await expect.poll(known).toEqual({ maskedEmail: 'w***@example.com', sentAt });
});

describe('a mail with the pay link', () => {
  const means = () => jobContextOf(app, tenant.id);
  const queue = async (orderId: number) => {
    const { tenant: marina, db, clock } = await means();
    return db.transaction().execute((trx) => mailPayLink(trx, marina, orderId, clock.now()));
  };

  test('[QP-1] says what is left to pay and where, to the address on file', async () => {
    const { id, guid } = await addOrder({ allocatedMinor: 2_500 });
    const recipient = `w.${tenant.key}@example.com`;
    expect(await queue(id)).toEqual({ accountId: account.id, recipient });
    const { subject, text } = await mailbox.mailTo(recipient);
    expect(subject).toContain(`pay order ${id} online`);
    for (const said of ['Wilhelmina Éclair, you can pay £75.00', 'Visitor berth', `.localhost:3000/quick-pay/${guid}`])
      expect(text).toContain(said);
  });

  test('[QP-3] is not sent if nothing is due, no address is on file or the account is closed', async () => {
    const nameless = await makeAccount(tenant, { email: '' });
    const closed = await makeAccount(tenant, { closed_at: app.clock.now() });
    const { id: cancelled } = await addOrder({ cancelledAt: app.clock.now() });
    const { id: without } = await addOrder({}, { accountId: nameless.id });
    const { id: ofClosed } = await addOrder({}, { accountId: closed.id });
    const answers = [await queue(cancelled), await queue(without), await queue(ofClosed)];
    expect(answers).toEqual(['nothing-owed', 'no-address', 'nothing-owed']);
    expect(await tenant.db.selectFrom('mails').select('kind').where('tenant_id', '=', tenant.id).execute()).toEqual([]);
  });

  test('[RUN-164] is not sent if nobody can sign the order’s agreement any more', async () => {
    const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
    const waiting = async (overrides: Parameters<typeof makeAgreement>[2]) => {
      const { id: agreementId } = await makeAgreement(tenant.db, owner, overrides);
      return [await queue((await addOrder({ agreementId })).id), { deadAgreement: String(agreementId) }];
    };
    const withdrawnAt = app.clock.now();
    for (const dead of [{ withdrawnAt }, { signBy: '2026-05-15' }]) {
      const [answer, why] = await waiting(dead);
      expect(answer).toEqual(why);
    }
    const goesOn = { accountId: account.id, recipient: `w.${tenant.key}@example.com` };
    for (const other of [{ optional: true, withdrawnAt }, { signedAt: withdrawnAt, signBy: '2026-05-15' }, {}])
      expect((await waiting(other))[0]).toEqual(goesOn);
  });

  test('[SHELL-200] is not sent if the order waits for a signature, and the marina takes none', async () => {
    const { id: agreementId } = await makeAgreement(tenant.db, owner);
    const { id } = await addOrder({ agreementId });
    const settings = JSON.stringify(sampleSettings({ agreementsEnabled: false }));
    await app.ownerDb.updateTable('tenants').set({ settings }).where('id', '=', tenant.id).execute();
    expect(await queue(id)).toEqual({ deadAgreement: String(agreementId) });
  });

  test('[QP-3] is not written once the order was paid, or its owner has another address', async () => {
    const { id } = await addOrder();
    const write = async (recipient = `w.${tenant.key}@example.com`) => {
      const about = { recipient, language: 'en-GB', orderId: id, portalUrl: 'https://portal.example' };
      const ids = { paymentId: null, accountId: null, contactMessageId: null, loginId: null, paymentAlertId: null };
      const subject = { id: 1, ...ids, agreementId: null, estimateId: null, ...about };
      return (
        (await payLinkMail({ ...(await means()), files: app.files, originOf: (host) => `http://${host}` }, subject)) !==
        null
      );
    };
    expect([await write(), await write('moved@example.com')]).toEqual([true, false]);
    await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 10_000 }] });
    expect(await write()).toBe(false);
  });
});
