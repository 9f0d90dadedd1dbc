import { apiBase } from '@quayside/contract/shared/call.ts';
import { lookUpCardAuthentication } from '@quayside/contract/cards/cards.ts';
import { type BankForm, enrollCard, takeBankAnswer } from '@quayside/contract/cards/three-d-secure-1.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { runRecurring } from '../../../testing/jobs.ts';
import {
  chargesOf,
  create,
  giveProvider,
  makeFault,
  pay,
  presentCard,
} from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  await useVersion1({});
});
afterAll(() => fixture.close());

const useVersion1 = (changes: object) => {
  const settings = {
    ...fixture.merchant.settings,
    force3dsV1: true,
    bankOrigins: [fixture.sandbox.bankUrl],
    ...changes,
  };
  return giveProvider(fixture.tenant.db, fixture.tenant.id, { ...fixture.merchant, settings });
};

const enrolled = '4206720814705635';

async function enroll(cardNum: string, customer?: Customer) {
  const payer = customer ?? (await fixture.customer({}));
  const { merchantRefNumber } = (await create(payer)).body;
  const { token } = await presentCard(fixture.sandbox.url, fixture.merchant, cardNum);
  const body = { merchantRefNum: merchantRefNumber, amount: payer.amount, paymentToken: token };
  return { customer: payer, merchantRefNumber, token, answer: await payer.client.call(enrollCard, { body }) };
}

/** Does at the bank what its customer does. Returns the fields that its page would send back. */
async function askBank({ acsUrl, paReq, termUrl, md }: BankForm, code = '1234') {
  const fields = { PaReq: paReq, TermUrl: termUrl, MD: md, answer: 'confirm', code };
  const response = await fetch(`${acsUrl}/answer`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  return { PaRes: /name="PaRes" value="([^"]*)"/.exec(text)?.[1] ?? '', MD: md };
}

/** Posts as the bank's page does: from another site's form, without cookies. */
const sendBack = (fields: { PaRes: string; MD: string }) =>
  fixture.app
    .client(fixture.tenant.key)
    .request('POST', `${apiBase}${takeBankAnswer.path}?tenant=${fixture.tenant.key}`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: fixture.sandbox.bankUrl },
    });

function expectLedBack({ status, headers }: Awaited<ReturnType<typeof sendBack>>) {
  expect(status).toBe(303);
  expect(headers.get('location')).toBe(`/three-d-s-callback?tenant=${fixture.tenant.key}`);
}

const lookUp = ({ client }: Customer, authenticationId: string, merchantRefNumber: string) =>
  client.call(lookUpCardAuthentication, { body: { authenticationId, paymentRequest: { merchantRefNumber } } });

const formOf = (form: BankForm | null) => form ?? expect.fail('no form');

test('[CARD-6] an enrolled card’s bank is asked; its answer comes without cookies and counts once', async () => {
  const { customer, merchantRefNumber, token, answer } = await enroll(enrolled);
  expect(answer.body).toMatchObject({
    version: 1,
    threeDEnrollment: 'Y',
    outcome: 'challenge',
    sdkChallengePayload: null,
  });
  const form = formOf(answer.body.bankForm);
  expect(new URL(form.acsUrl).origin).toBe(fixture.sandbox.bankUrl);
  expect(form.md.length).toBeGreaterThan(40);
  // Nobody gets further without the bank's answer.
  expect(codeOf(await lookUp(customer, answer.body.id, merchantRefNumber))).toBe('503 PROVIDER_UNAVAILABLE');

  const fields = await askBank(form);
  await sendBack({ ...fields, MD: 'guessed' });
  expect(codeOf(await lookUp(customer, answer.body.id, merchantRefNumber))).toBe('503 PROVIDER_UNAVAILABLE');
  for (const led of await Promise.all([sendBack(fields), sendBack(fields)])) expectLedBack(led);
  expect((await lookUp(customer, answer.body.id, merchantRefNumber)).body).toMatchObject({
    version: 1,
    threeDResult: 'Y',
    outcome: 'proceed',
  });
  expect((await pay(customer, merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
  expect((await chargesOf(fixture, merchantRefNumber)).map(({ authenticationCheck }) => authenticationCheck)).toEqual([
    'genuine',
  ]);
  const kept = JSON.stringify(await fixture.tenant.db.selectFrom('bank_keys').selectAll().execute());
  expect(kept + fixture.app.logs()).not.toContain(form.md);
});

test.each([
  ['a Visa card that is not enrolled pays', '4000000000001000', 'proceed'],
  ['any other that is not enrolled fails', '5200000000001005', 'fail'],
  ['a card that nobody can say about fails', '4000000000001059', 'fail'],
])('[CARD-5] [CARD-6] %s', async (_what, card, outcome) => {
  const { customer, merchantRefNumber, token, answer } = await enroll(card);
  expect([answer.body.outcome, answer.body.bankForm]).toEqual([outcome, null]);
  const { body } = await pay(customer, merchantRefNumber, token);
  expect(body.paymentStatus).toBe(outcome === 'proceed' ? 'Completed' : 'Declined');
  expect(await chargesOf(fixture, merchantRefNumber)).toHaveLength(outcome === 'proceed' ? 1 : 0);
});

test('[CARD-6] a wrong code, or an answer that the bank did not sign, charges nothing', async () => {
  for (const spoil of ['code', 'signature']) {
    const { customer, merchantRefNumber, token, answer } = await enroll(enrolled);
    const form = formOf(answer.body.bankForm);
    const fault = { operation: 'acs.pares', kind: 'wrong-signature' };
    if (spoil === 'signature') await makeFault(fixture.sandbox.url, fixture.merchant, fault);
    await sendBack(await askBank(form, spoil === 'code' ? '9999' : '1234'));
    const { body } = await lookUp(customer, answer.body.id, merchantRefNumber);
    expect(body).toMatchObject({
      outcome: 'fail',
      payment: { errorDescription: 'Sorry we could not authenticate your payment' },
    });
    expect((await pay(customer, merchantRefNumber, token)).body.paymentStatus).toBe('Declined');
    expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
  }
});

test('[CARD-6] an answer without a known status charges nothing', async () => {
  const { customer, merchantRefNumber, answer } = await enroll(enrolled);
  await makeFault(fixture.sandbox.url, fixture.merchant, {
    operation: 'enrollments.authenticate',
    kind: 'drop-before',
  });
  expect((await sendBack(await askBank(formOf(answer.body.bankForm)))).status).toBe(303);
  expect(codeOf(await lookUp(customer, answer.body.id, merchantRefNumber))).toBe('503 PROVIDER_UNAVAILABLE');
});

test('[CARD-88] a bank’s late answer leads back to the checkout, which learns that it is over', async () => {
  const { customer, merchantRefNumber, answer } = await enroll(enrolled);
  const fields = await askBank(formOf(answer.body.bankForm));
  const now = fixture.app.clock.now();
  fixture.app.clock.set(new Date(now.getTime() + 91 * 60_000).toISOString());
  expectLedBack(await sendBack(fields));
  expect(codeOf(await lookUp(customer, answer.body.id, merchantRefNumber))).toBe('409 PAYMENT_STATE');
  fixture.app.clock.set(now.toISOString());
  expect(await chargesOf(fixture, merchantRefNumber)).toEqual([]);
});

test('[CARD-6] another account’s attempt, an unknown bank and version 2 cannot use this page', async () => {
  const robin = await fixture.customer({});
  const { merchantRefNumber } = (await create(robin)).body;
  const body = { merchantRefNum: merchantRefNumber, amount: robin.amount, paymentToken: 'SCx' };
  expect(codeOf(await (await fixture.customer()).client.call(enrollCard, { body }))).toBe('404 NOT_FOUND');
  await useVersion1({ bankOrigins: ['https://acs.example'] });
  expect((await enroll(enrolled)).answer.body).toMatchObject({ outcome: 'fail', bankForm: null });
  await giveProvider(fixture.tenant.db, fixture.tenant.id, fixture.merchant);
  expect(codeOf(await robin.client.call(enrollCard, { body }))).toBe('404 FEATURE_DISABLED');
  await useVersion1({});
});

test('the keys of the bank’s page are deleted a day after their end', async () => {
  await enroll(enrolled);
  const { app, tenant } = fixture;
  const left = async () => (await tenant.db.selectFrom('bank_keys').select('expires_at').execute()).length;
  const before = app.clock.now();
  const sweep = async () => {
    await runRecurring(app, tenant.id, 'sweep-bank-keys');
    return left();
  };
  const now = await left();
  expect(await sweep()).toBe(now);
  app.clock.advance({ hours: 72 });
  expect(await sweep()).toBe(0);
  app.clock.set(before.toISOString());
});
