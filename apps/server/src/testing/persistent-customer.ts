import { lookUpCardAuthentication } from '@quayside/contract/cards/cards.ts';
import { cancelPayment, getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './http-client.ts';
import { answerBank, authenticate, cards, create, pay, presentCard } from './payments/card-payments.ts';
import type { Customer } from './payments/checkout-fixture.ts';

/** Pays as the portal does, with a card whose bank asks for the code, and has the card kept. */
export async function payOnce(customer: Customer, bankUrl: string): Promise<ProcessedPayment> {
  const { body: payment } = await create(customer);
  const { merchantRefNumber } = payment;
  const card = await presentCard(customer.sandboxUrl, customer.merchant, cards.challenge);
  const { body } = await authenticate(customer, merchantRefNumber, card);
  await answerBank(bankUrl, body.sdkChallengePayload);
  const looked = { authenticationId: body.id, paymentRequest: { merchantRefNumber } };
  await customer.client.call(lookUpCardAuthentication, { body: looked });
  return (await pay(customer, merchantRefNumber, card.token, { rememberCard: true })).body;
}

/**
 * Tries to pay the same orders with another card, as a second person does who has them open.
 * @returns the payment's status, or the code of the refusal
 */
export async function payAsSecond(customer: Customer): Promise<string> {
  const started = await create(customer);
  const { merchantRefNumber, paymentStatus } = started.body;
  if (paymentStatus === undefined) return codeOf(started);
  const card = await presentCard(customer.sandboxUrl, customer.merchant);
  await authenticate(customer, merchantRefNumber, card);
  const paid = await pay(customer, merchantRefNumber, card.token);
  return paid.body.paymentStatus ?? codeOf(paid);
}

/** Asks until the payment is over. After a minute it returns the payment as it is. */
export async function waitUntilOver({ client }: Customer, merchantRefNum: string): Promise<ProcessedPayment> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    const { body } = await client.call(getPayment, { params: { merchantRefNum } });
    if (!isUnderWay(body) || performance.now() > giveUpAt) return body;
    await sleep(500);
  }
}

const isUnderWay = ({ paymentStatus }: ProcessedPayment) =>
  paymentStatus === 'Incomplete' || paymentStatus === 'Pending';

/**
 * Does what a customer does who does not know the outcome of a payment: looks, gives the old attempt up, and pays
 * again unless everything is paid.
 */
export async function payUntilPaid(customer: Customer, bankUrl: string): Promise<void> {
  const first = await create(customer);
  const status = first.body.responseStatus;
  if (status?.errorCode === 'ORDER_NOT_PAYABLE') return;
  const reference = status?.meta?.merchantRefNumber ?? first.body.merchantRefNumber;
  const { body: given } = await customer.client.call(cancelPayment, { params: { ref: reference } });
  const over = isUnderWay(given) ? await waitUntilOver(customer, reference) : given;
  if (over.paymentStatus === 'Completed') return;
  const paid = await payOnce(customer, bankUrl);
  if (paid.paymentStatus !== 'Completed') throw new Error(`not paid: ${JSON.stringify(paid)}`);
}
