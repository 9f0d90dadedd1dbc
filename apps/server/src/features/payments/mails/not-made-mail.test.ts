import { sql } from 'kysely';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { cards } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  confirmLate,
  decidePending,
  giveComponents,
  makeComponentFault,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../../testing/payments/component-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import type { RunningWorker } from '../../../worker/worker.ts';

const sandbox = inject('sandbox');
const mailbox = new TestMailbox();
let fixture: CheckoutFixture;
let merchant: ComponentMerchant;
let worker: RunningWorker;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerComponentMerchant(sandbox);
  await giveComponents(fixture.tenant.db, fixture.tenant.id, merchant);
  worker = await startMailWorker(fixture.app, mailbox);
});
afterAll(async () => {
  await worker.stop();
  await fixture.close();
  mailbox.remove();
});

interface Sent {
  customer: Customer;
  reference: string;
  paymentId: number;
  token: string;
}

const mailOf = ({ customer }: Pick<Sent, 'customer'>) => `robin.${customer.account.id}@example.com`;

/** Sends a payment. The bank leaves 98 pence pending and declines 11. */
async function send(grossMinor: number, { fault = '', email = true } = {}): Promise<Sent> {
  const customer = await fixture.customer({ grossMinor });
  const address = fixture.tenant.db.updateTable('accounts').set({ email: email ? mailOf({ customer }) : '' });
  await address.where('id', '=', customer.account.id).execute();
  const { body } = await open(customer, { headers: { 'accept-language': 'en-GB' } });
  const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
  const { merchantRefNumber: reference, paymentId } = body.payment;
  if (fault) await makeComponentFault(sandbox.url, merchant, { operation: 'payment-requests.confirm', kind: fault });
  await confirm(customer, reference, token);
  return { customer, reference, paymentId, token };
}

const show = async ({ customer: { client }, reference }: Sent) =>
  (await client.call(getPayment, { params: { merchantRefNum: reference } })).body;
const requestOf = async () => (await readComponentBooks(sandbox.url, merchant)).requests.at(-1)?.PaymentRequestId ?? '';
const settle = async () => {
  fixture.app.clock.advance({ seconds: 10 });
  await reconcile(fixture);
};
const kindsOf = async ({ paymentId }: Sent) => {
  const mails = fixture.tenant.db
    .selectFrom('mails')
    .select('kind')
    .where(sql`(payload ->> 'paymentId')::int`, '=', paymentId);
  return (await mails.orderBy('id').execute()).map(({ kind }) => kind);
};

describe('[MONEY-2][PROV-8] a customer who was asked to wait gets an e-mail about any outcome', () => {
  test('a payment that the bank left pending and then declined: why, and that it can be paid again', async () => {
    const sent = await send(98);
    expect(await show(sent)).toMatchObject({ paymentStatus: 'Pending', receiptEmail: expect.stringContaining('***@') });
    await decidePending(sandbox.url, await requestOf(), 'Declined');
    await settle();
    expect((await show(sent)).paymentStatus).toBe('Declined');
    expect(await kindsOf(sent)).toEqual(['payment-not-made']);
    const mail = await mailbox.mailTo(mailOf(sent));
    const { reference } = await show(sent);
    expect(mail.subject).toMatch(new RegExp(`^Payment ${reference} to .* did not go through$`));
    const text = mail.text?.replaceAll(/\s+/g, ' ') ?? '';
    for (const part of ['A payment of £0.98 to', 'The payment was declined.', 'Nothing was charged', 'Pay again'])
      expect(text).toContain(part);
    expect(text).toContain(`Order ${sent.customer.orderIds[0]}`);
    const { client, accountGuid: guid } = sent.customer;
    const { orders } = (await client.call(listOutstandingOrders, { params: { guid } })).body;
    expect(orders[0]).toMatchObject({ hold: null, outstandingAmount: 0.98 });
  });

  test('a payment that the bank left pending and then paid: the receipt alone', async () => {
    const sent = await send(98);
    await decidePending(sandbox.url, await requestOf(), 'Approved');
    await settle();
    expect(await kindsOf(sent)).toEqual(['receipt']);
    expect((await mailbox.mailTo(mailOf(sent))).subject).toMatch(/^Receipt /);
  });

  test('a payment that never reached the provider', async () => {
    const sent = await send(10_000, { fault: 'drop-before' });
    expect((await show(sent)).progress).toBe('sent');
    await settle();
    expect(await kindsOf(sent)).toEqual(['payment-not-made']);
    expect((await mailbox.mailTo(mailOf(sent))).text).toContain('did not reach the bank');
  });

  test('a payment that was declined while its answer was lost: once, however often it is asked about', async () => {
    const sent = await send(11, { fault: 'drop-after-commit' });
    await Promise.all([settle(), settle(), show(sent)]);
    await settle();
    expect(await kindsOf(sent)).toEqual(['payment-not-made']);
    expect((await mailbox.mailTo(mailOf(sent))).text).toContain('The payment was declined.');
  });
});

test('[MONEY-6] money that arrives later is confirmed by a receipt', async () => {
  const sent = await send(10_000, { fault: 'drop-before' });
  await settle();
  await confirmLate(sandbox, merchant, { requestId: await requestOf(), token: sent.token });
  fixture.app.clock.advance({ hours: 1 });
  await reconcile(fixture);
  expect((await show(sent)).paymentStatus).toBe('Completed');
  const subjects = async () =>
    (await mailbox.read()).flatMap(({ to, subject = '' }) => (to?.[0]?.address === mailOf(sent) ? subject : []));
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Receipt /));
});

test('[PROV-8] an account without an address is promised no e-mail, and gets none', async () => {
  const sent = await send(98, { email: false });
  expect(await show(sent)).toMatchObject({ paymentStatus: 'Pending', receiptEmail: null });
  await decidePending(sandbox.url, await requestOf(), 'Declined');
  await settle();
  expect((await show(sent)).paymentStatus).toBe('Declined');
  expect(await kindsOf(sent)).toEqual([]);
});

test('a decline that its customer reads at once is not mailed too', async () => {
  const sent = await send(11);
  expect((await show(sent)).paymentStatus).toBe('Declined');
  await settle();
  expect(await kindsOf(sent)).toEqual([]);
});

test.each([
  ['fr-FR', 'n’a pas abouti.'],
  ['de-DE', 'wurde nicht ausgeführt.'],
])('[LANG-5] the mail is in the language in which it was paid: %s', async (language, lead) => {
  const sent = await send(98);
  const { db } = fixture.tenant;
  await db.updateTable('payments').set({ language }).where('id', '=', sent.paymentId).execute();
  await decidePending(sandbox.url, await requestOf(), 'Declined');
  await settle();
  expect(await kindsOf(sent)).toEqual(['payment-not-made']);
  const { html, text } = await mailbox.mailTo(mailOf(sent));
  for (const part of [html, text]) expect(part?.replaceAll(/\s+/g, ' ')).toContain(lead);
});
