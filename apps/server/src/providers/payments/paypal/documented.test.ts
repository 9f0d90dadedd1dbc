import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ScriptedAnswer,
  type ScriptedProvider,
  startScriptedProvider,
} from '../../../testing/payments/scripted-provider.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import { openProvider } from '../registry.ts';

// Answers as PayPal's OpenAPI files print them (github.com/paypal/paypal-rest-api-specifications), which our sandbox
// does not give.

let wire: ScriptedProvider;
beforeAll(async () => {
  wire = await startScriptedProvider();
});
afterAll(() => wire.close());

/** Opens PayPal with these answers, one after the other. */
function answering(...answers: ScriptedAnswer[]) {
  wire.answerWith(...answers);
  const keys = { clientId: 'client', clientSecret: 'secret', webhookId: 'hook' };
  return openProvider({ key: 'paypal', settings: { inTestMode: true, apiBaseUrl: wire.url, ...keys } });
}

const attempt: PaymentAttempt = {
  merchantRefNumber: 'QS-1',
  amountMinor: 10_000,
  currency: 'GBP',
  account: 'client',
  decimalPlaces: 2,
  providerReference: '5O190127TN364715T',
  createdAt: new Date('2026-05-16T09:00:00Z'),
};

const page = {
  description: 'Saltmarsh Marina, order 7',
  merchantName: 'Saltmarsh Marina',
  language: 'en-GB',
  customer: {},
  returnUrl: 'http://a.localhost/',
  cancelUrl: 'http://a.localhost/',
  expiresAt: new Date('2026-05-16T09:15:00Z'),
};

const refused = (issue: string) => ({
  name: 'UNPROCESSABLE_ENTITY',
  details: [{ issue, description: 'The requested action could not be performed.' }],
  debug_id: '90957fca61718',
});
const started = { id: '5O190127TN364715T', status: 'APPROVED', links: [] };
const captured = { id: '3C679366HH908993F', status: 'COMPLETED', amount: { currency_code: 'GBP', value: '100.00' } };
const completed = { ...started, status: 'COMPLETED', purchase_units: [{ payments: { captures: [captured] } }] };

test.each([
  'PAYEE_ACCOUNT_INVALID',
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'AUTH_CAPTURE_NOT_ENABLED',
])('[PROV-134] the issue %s is a matter of the marina’s account, if no money was taken', async (issue) => {
  const answer: ScriptedAnswer = [422, refused(issue)];
  const refusal = { code: 'PROVIDER_CONFIGURATION', message: null };
  expect(await answering(answer).express?.begin(attempt, page)).toEqual({ kind: 'declined', refusal });
  expect(await answering(answer, [200, started]).express?.capture(attempt)).toMatchObject({
    kind: 'declined',
    refusal,
  });
  expect((await answering(answer, [200, completed]).express?.capture(attempt))?.kind).toBe('approved');
});

test('[PROV-134] the payer’s own account is no matter of the marina’s', async () => {
  const answer: ScriptedAnswer = [422, refused('PAYER_ACCOUNT_RESTRICTED')];
  expect(await answering(answer, [200, started]).express?.capture(attempt)).toMatchObject({
    kind: 'declined',
    refusal: { code: 'PAYER_ACCOUNT_RESTRICTED' },
  });
});

test('[PROV-135] a dispute about a payment of another program, with a long text of its own, is genuine', async () => {
  const disputed = { seller_transaction_id: '1B2C3D', custom: 'x'.repeat(2_000) };
  const event = {
    id: 'WH-1',
    event_type: 'CUSTOMER.DISPUTE.CREATED',
    resource: { dispute_id: 'PP-D-1', disputed_transactions: [disputed] },
  };
  const marks = ['auth-algo', 'cert-url', 'transmission-id', 'transmission-sig', 'transmission-time'];
  const headers = Object.fromEntries(marks.map((mark) => [`paypal-${mark}`, 'x']));
  const provider = answering([200, { verification_status: 'SUCCESS' }]);
  const body = Buffer.from(JSON.stringify(event));
  expect(await provider.readEvent?.({ body, headers, now: new Date() })).toMatchObject({
    kind: 'genuine',
    event: { merchantRefNumber: null, providerPaymentId: '1B2C3D' },
  });
});
