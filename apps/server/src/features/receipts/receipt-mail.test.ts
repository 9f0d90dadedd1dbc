import { sql } from 'kysely';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { emailReceipt, emailReceiptTo, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { MailFailure } from '../../providers/mail/mail-provider.ts';
import {
  makeAccount,
  makeTenant,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { readPdf } from '../../testing/pdf.ts';
import { mailKinds } from '../../worker/build-tasks.ts';
import { sendMail } from '../mail/send-mail.service.ts';
import { enqueueReceipt } from '../payments/mails/receipt-mails.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startMailApp(mailbox);
  tenant = await makeTenant(app, { name: 'Saltmarsh Marina', hosts: ['saltmarsh.localhost'] });
});
afterAll(() => app.close());

/** Makes a customer with a completed payment of £100.00. */
async function payer(email: string): Promise<SignedIn & { paymentId: number }> {
  const account = await makeAccount(tenant, { firstname: 'Wilhelmina', lastname: 'Uniquename', email });
  const signedIn = await signedInCustomer(app, tenant, account);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(tenant.db, owner);
  const paymentId = await makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 10_000 }] });
  return { ...signedIn, paymentId };
}

const mailRows = (paymentId: number) =>
  tenant.db
    .selectFrom('mails')
    .select(['recipient', 'language', 'sent_at', 'failed_at'])
    .where('tenant_id', '=', tenant.id)
    .where(sql`(payload ->> 'paymentId')::int`, '=', paymentId)
    .orderBy('id')
    .execute();

test('[ORD-7] the receipt goes to the account’s address, with the PDF that the portal opens', async () => {
  const { client, account, paymentId } = await payer('jo.sailor@example.com');
  const answer = await client.call(emailReceipt, { params: { id: paymentId } });
  expect(answer).toMatchObject({ status: 200, body: { emailQueued: true, maskedEmail: 'j***@example.com' } });
  const mail = await mailbox.mailTo('jo.sailor@example.com');
  expect(mail).toMatchObject({
    from: { name: 'Saltmarsh Marina', address: 'no-reply@quayside.localhost' },
    replyTo: [{ name: 'Saltmarsh Marina', address: 'quay@example.com' }],
    subject: expect.stringMatching(/^Receipt P\d{6} from Saltmarsh Marina$/),
  });
  const opened = await client.call(getReceipt, { params: { id: paymentId, accountGuid: account.guid } });
  const attached = Buffer.from(mail.attachments[0]?.content as ArrayBuffer);
  expect(attached.equals(opened.bytes)).toBe(true);
  expect(mail.attachments[0]).toMatchObject({
    filename: expect.stringMatching(/^Receipt P\d{6}\.pdf$/),
    mimeType: 'application/pdf',
  });
  expect((await readPdf(attached)).text).toContain('£100.00');
});

test('[ORD-7] HTML and plain text say the same: what it is, figures, what next, how to reach the office', async () => {
  const { client, paymentId } = await payer('both@example.com');
  await client.call(emailReceipt, { params: { id: paymentId } });
  const { html = '', text = '' } = await mailbox.mailTo('both@example.com');
  const plain = html.replace(/<style>[\s\S]*<\/style>|<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  for (const part of [
    'This is the receipt for your payment of £100.00 to Saltmarsh Marina.',
    '16 May 2026 09:50:07',
    `P${String(paymentId).padStart(6, '0')}`,
    '**** 1000',
    'Visitor berth',
    'The receipt is attached as a PDF.',
    'Questions? Reply to this e-mail or contact the marina office:',
    '+44 1632 960001',
  ]) {
    expect(text.replace(/\s+/g, ' ')).toContain(part);
    expect(plain).toContain(part);
  }
  expect(text).toContain('http://saltmarsh.localhost:3000/');
  expect(html).toContain('href="http://saltmarsh.localhost:3000/"');
});

test('the mail loads nothing from anywhere', async () => {
  const { client, paymentId } = await payer('remote@example.com');
  await client.call(emailReceipt, { params: { id: paymentId } });
  const { html = '' } = await mailbox.mailTo('remote@example.com');
  // The logo comes along as a part of the mail.
  expect([...html.matchAll(/\bsrc="?([^"\s>]*)/gi)].map(([, address]) => address)).toEqual(['cid:logo']);
  expect(html).not.toMatch(/<(script|iframe|link|object|video|audio)\b|url\(|@import/i);
});

test('[LANG-5] the mail and its PDF are in the reader’s language', async () => {
  const { client, paymentId } = await payer('fr@example.com');
  await client.call(emailReceipt, { params: { id: paymentId } }, { 'accept-language': 'fr-FR' });
  const mail = await mailbox.mailTo('fr@example.com');
  expect(mail.subject).toMatch(/^Reçu P\d{6} de Saltmarsh Marina$/);
  expect(mail.html).toContain('<html lang="fr-FR"');
  expect(mail.text).toContain('Le reçu est joint au format PDF.');
  expect(mail.attachments[0]?.filename).toMatch(/^Reçu P\d{6}\.pdf$/);
  const { text } = await readPdf(Buffer.from(mail.attachments[0]?.content as ArrayBuffer));
  expect(text).toContain('Montant payé');
});

test('[ORD-7] a receipt can be mailed to another address, which is stored', async () => {
  const { client, paymentId } = await payer('owner@example.com');
  const body = { email: ' Skipper.B@example.org ' };
  const answer = await client.call(emailReceiptTo, { params: { id: paymentId }, body });
  expect(answer.body).toEqual({ emailQueued: true, maskedEmail: 'S***@example.org' });
  await mailbox.mailTo('Skipper.B@example.org');
  expect(await mailRows(paymentId)).toMatchObject([{ recipient: 'Skipper.B@example.org', language: 'en-GB' }]);
  expect((await mailbox.read()).some((mail) => mail.to?.[0]?.address === 'owner@example.com')).toBe(false);
});

test('[ORD-7] an account without an address is asked for one', async () => {
  const { client, paymentId } = await payer('');
  const answer = await client.call(emailReceipt, { params: { id: paymentId } });
  expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([409, 'NO_ACCOUNT_EMAIL']);
  const given = await client.call(emailReceiptTo, { params: { id: paymentId }, body: { email: 'given@example.com' } });
  expect(given.status).toBe(200);
});

test.each([
  { email: 'nobody' },
  { email: 'a@b' },
  { email: '' },
  {},
  { email: 'two@example.com, three@example.com' },
  { email: 'a@example.com\r\nBcc: b@example.com' },
  { email: 'a@example.com', message: 'Buy my boat' },
])('no address, two of them, or words of one’s own are refused: %o', async (body) => {
  const { client, paymentId } = await payer('strict@example.com');
  const answer = await client.call(emailReceiptTo, { params: { id: paymentId }, body: body as never });
  expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([400, 'INVALID_REQUEST']);
  expect(await mailRows(paymentId)).toEqual([]);
});

test('[SAFE-3] five mails for one payment in an hour, to whomever; then it says when to come back', async () => {
  const { client, paymentId } = await payer('often@example.com');
  const send = (email: string) => client.call(emailReceiptTo, { params: { id: paymentId }, body: { email } });
  for (let number = 1; number <= 5; number += 1) expect((await send(`reader${number}@example.com`)).status).toBe(200);
  app.clock.advance({ minutes: 20 });
  const sixth = await send('reader6@example.com');
  expect([sixth.status, sixth.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(sixth.headers.get('retry-after')).toBe('2400');
  expect((await client.call(emailReceipt, { params: { id: paymentId } })).status).toBe(429);
  expect(await mailRows(paymentId)).toHaveLength(5);
  app.clock.advance({ minutes: 41 });
  expect((await send('reader6@example.com')).status).toBe(200);
});

test('a completed payment mails its receipt by itself, in the transaction that completed it', async () => {
  const { account, paymentId } = await payer('self@example.com');
  const marina = await loadTenant(app.database, tenant.id);
  const payment = { id: paymentId, account_id: account.id, language: 'fr-FR' };
  const undone = tenant.db.transaction().execute(async (trx) => {
    await enqueueReceipt(trx, marina, payment, app.clock.now());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await mailRows(paymentId)).toEqual([]);
  await tenant.db.transaction().execute((trx) => enqueueReceipt(trx, marina, payment, app.clock.now()));
  expect((await mailbox.mailTo('self@example.com')).subject).toMatch(/^Reçu/);
});

test('[ORD-7] for a week a payment says that its receipt is on its way or sent, unless it was refused', async () => {
  const { client, account, paymentId } = await payer('known@example.com');
  const ctx = await jobContextOf(app, tenant.id);
  const known = async () => {
    const { body } = await client.call(getAccountPayment, { params: { guid: account.guid, id: paymentId } });
    return body.payment.receiptMail;
  };
  const queue = () => {
    const payment = { id: paymentId, account_id: account.id, language: null };
    return tenant.db.transaction().execute((trx) => enqueueReceipt(trx, ctx.tenant, payment, app.clock.now()));
  };
  expect(await known()).toBeNull();
  await app.stopWorker();
  await client.call(emailReceiptTo, { params: { id: paymentId }, body: { email: 'elsewhere@example.com' } });
  expect(await known()).toBeNull();

  await queue();
  const onItsWay = { maskedEmail: 'k***@example.com', sentAt: null };
  expect(await known()).toEqual(onItsWay);
  const ofAddress = tenant.db.selectFrom('mails').select('id').where('recipient', '=', 'known@example.com');
  const { id: mailId } = await ofAddress.executeTakeFirstOrThrow();
  const provider = { send: () => Promise.reject(new MailFailure('550 EENVELOPE', true)), close: () => {} };
  const originOf = (host: string) => `http://${host}`;
  const means = { provider, senderAddress: 'no-reply@example.com', kinds: mailKinds, files: app.files, originOf };
  await sendMail(ctx, { mailId }, means);
  expect(await known()).toBeNull();

  await queue();
  expect(await known()).toEqual(onItsWay);
  const sentAt = app.clock.now().toISOString();
  await app.startWorker();
  await mailbox.mailTo('known@example.com');
  await expect.poll(known).toEqual({ ...onItsWay, sentAt });
  app.clock.advance({ days: 7 });
  expect(await known()).toBeNull();
});

test('without an address on file nothing goes out by itself', async () => {
  const { account, paymentId } = await payer('');
  const marina = await loadTenant(app.database, tenant.id);
  const payment = { id: paymentId, account_id: account.id, language: null };
  await tenant.db.transaction().execute((trx) => enqueueReceipt(trx, marina, payment, app.clock.now()));
  expect(await mailRows(paymentId)).toEqual([]);
});

test('[SAFE-5] no address and no name of a reader is in the log', async () => {
  const { client, paymentId } = await payer('private.person@example.com');
  await client.call(emailReceipt, { params: { id: paymentId } });
  await client.call(emailReceiptTo, { params: { id: paymentId }, body: { email: 'other.person@example.com' } });
  await mailbox.mailTo('private.person@example.com');
  await mailbox.mailTo('other.person@example.com');
  expect(app.logs()).toContain('send-mail');
  expect(app.logs()).not.toMatch(/@example\.|Wilhelmina|Uniquename|\*\*\*\* 1000/);
});
