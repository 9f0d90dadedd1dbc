import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { authenticated, pay } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { readPdf } from '../../testing/pdf.ts';
import type { RunningWorker } from '../../worker/worker.ts';

const mailbox = new TestMailbox();
let fixture: CheckoutFixture;
let worker: RunningWorker;

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  worker = await startMailWorker(fixture.app, mailbox);
});
afterAll(async () => {
  await worker.stop();
  await fixture.close();
  mailbox.remove();
});

test('[ORD-7][ORD-9] a card that is charged has its receipt: to open at once, and by mail', async () => {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  const paid = await pay(customer, payment.merchantRefNumber, token);
  expect(paid.body.paymentStatus).toBe('Completed');
  const { paymentId, reference, maskedCardNumber, accountGuid } = paid.body;
  const answer = await customer.client.call(getReceipt, { params: { id: paymentId, accountGuid } });
  const { text } = await readPdf(answer.bytes);
  for (const part of [reference, maskedCardNumber ?? 'no card', 'Test payment: no money has moved'])
    expect(text).toContain(part);
  const { subject } = await mailbox.mailTo('robin.test@example.com');
  expect(subject).toContain(reference);
  expect(await mailbox.read()).toHaveLength(1);
});
