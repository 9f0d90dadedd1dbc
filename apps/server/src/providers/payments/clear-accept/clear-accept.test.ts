import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { cards } from '../../../testing/payments/card-payments.ts';
import {
  type ComponentMerchant,
  decidePending,
  makeComponentFault,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
  typeSecurityCode,
} from '../../../testing/payments/component-payments.ts';
import { startScriptedProvider } from '../../../testing/payments/scripted-provider.ts';
import { type ComponentHost, componentsContract } from '../components-contract-suite.ts';
import { newAttempt, sandboxFaults } from '../contract-suite-parts.ts';
import { openProvider } from '../registry.ts';
import { ClearAcceptSettings } from './settings.ts';
import { maskedNumber, readExpiry } from './wire.ts';

const sandbox = inject('sandbox');
let merchant: ComponentMerchant;
beforeAll(async () => {
  merchant = await registerComponentMerchant(sandbox);
});

const bankOf = { knows: cards.frictionless, refuses: cards.refused, asks: cards.challenge };

componentsContract(
  'clearAccept',
  (): ComponentHost => ({
    open: (changes) =>
      openProvider({ key: 'clearaccept', settings: { ...merchant.settings, ...changes } }) as ReturnType<
        ComponentHost['open']
      >,
    // Nobody listens there.
    unreachable: { apiBaseUrl: 'http://127.0.0.1:2' },
    wrongKeys: { clientSecret: 'not-the-secret' },
    amounts: { declined: 11, pending: 98 },
    type: (fieldToken, bank) => typeCard(sandbox, fieldToken, bankOf[bank]),
    typeSecurityCode: (fieldToken) => typeSecurityCode(sandbox, fieldToken),
    injectFault: async (fault) => {
      await makeComponentFault(sandbox.url, merchant, {
        operation: 'payment-requests.confirm',
        ...sandboxFaults[fault],
      });
    },
    charges: async (reference) => {
      const { paid } = await readComponentBooks(sandbox.url, merchant);
      return paid.filter((each) => each.transactionReference === reference).map(({ amount }) => amount);
    },
    secrets: [String(merchant.settings.clientSecret), String(merchant.settings.clientId)],
  }),
);

/** Confirms a payment that the bank leaves pending. */
async function confirmedPending(provider: ReturnType<ComponentHost['open']>) {
  const attempt = newAttempt(provider, 98);
  const payer = { firstName: 'Robin', lastName: 'Test', email: 'robin@example.com', phone: '' };
  const order = { customerReference: 'customer-1', payer, billing: null, permanentToken: null };
  const opening = await provider.components.openRequest(attempt, order);
  if (opening.kind !== 'opened') throw new Error(`no request was opened: ${opening.kind}`);
  const opened = { ...attempt, providerReference: opening.providerReference };
  const cardToken = await typeCard(sandbox, await provider.components.openFields(opened), cards.frictionless);
  await provider.components.charge(opened, { cardToken, codeToken: null, keepCard: false });
  return opened;
}

describe('the wire', () => {
  test('a bearer token that is not taken any more is renewed, once', async () => {
    const provider = openProvider({ key: 'clearAccept', settings: merchant.settings });
    const attempt = { ...newAttempt(provider), providerReference: 'pr_unknown' };
    const refusing = { operation: 'payment-requests.read', kind: 'status', status: 401 };
    await makeComponentFault(sandbox.url, merchant, refusing);
    expect(await provider.fetchStatus(attempt)).toEqual({ kind: 'unknown', reason: 'HTTP 404' });
    await makeComponentFault(sandbox.url, merchant, { ...refusing, times: 2 });
    expect(await provider.fetchStatus(attempt)).toEqual({ kind: 'unknown', reason: 'HTTP 401' });
  });

  test('[PROV-1] an authorisation that was voided before its capture took nothing, and does not wait', async () => {
    const provider = openProvider({ key: 'clearAccept', settings: merchant.settings }) as ReturnType<
      ComponentHost['open']
    >;
    const attempt = await confirmedPending(provider);
    expect((await provider.fetchStatus(attempt)).kind).toBe('pending');
    await decidePending(sandbox.url, attempt.providerReference, 'Voided');
    expect(await provider.fetchStatus(attempt)).toMatchObject({
      kind: 'declined',
      refusal: { code: 'CANCELLED_BY_PROVIDER', message: null },
      providerPaymentId: expect.stringMatching(/^tx_/),
    });
  });

  // The public demo lists no statuses, so only a refusal counts as one.
  test.each([
    ['Approved', 'done', 3_000],
    ['Pending', 'pending', 3_000],
    ['Processing', 'pending', 3_000],
    ['Declined', 'failed', 0],
  ])('[PAID-3] a refund that is %s is %s, and counts in the sums of its payment', async (status, state, minor) => {
    const wire = await startScriptedProvider();
    onTestFinished(() => wire.close());
    const settings = { ...merchant.settings, apiBaseUrl: wire.url, tokenBaseUrl: wire.url };
    const provider = openProvider({ key: 'clearAccept', settings });
    const attempt = { ...newAttempt(provider), providerReference: 'pr_1' };
    const paid = { TransactionId: 'tx_1', ReferenceId: 'ref_1', Type: 'Authorisation', Status: 'Approved' };
    const refund = { TransactionId: 'tx_2', ReferenceId: 'ref_1', Type: 'Refund', Status: status, Amount: 3_000 };
    const request = {
      PaymentRequestId: 'pr_1',
      MerchantAccountId: attempt.account,
      Amount: attempt.amountMinor,
      Currency: attempt.currency,
      Status: 'confirmed',
      PlatformReferences: { TransactionReference: attempt.merchantRefNumber },
      Transactions: [{ ...paid, Amount: attempt.amountMinor }, refund],
    };
    const order = { providerPaymentId: 'tx_1', reference: 'QSR-1', amountMinor: 3_000, reason: '' };
    wire.answerWith([200, request], [200, request], [200, request], [201, refund]);
    expect(await provider.refunds?.find(attempt, order)).toMatchObject({ refunds: [{ refundId: 'tx_2', state }] });
    expect(await provider.fetchAftermath?.(attempt, 'tx_1')).toMatchObject({ refundedMinor: minor });
    expect(await provider.refunds?.make(attempt, order)).toMatchObject(
      state === 'failed' ? { kind: 'refused' } : { kind: 'made', refundId: 'tx_2', isDone: state === 'done' },
    );
  });

  test.each([
    ['07/28', { month: 7, year: 2028 }],
    ['0728', { month: 7, year: 2028 }],
    ['07/2028', { month: 7, year: 2028 }],
    ['13/28', null],
    [null, null],
  ])('the expiry %s is read as %o', (text, expiry) => {
    expect(readExpiry(text)).toEqual(expiry);
  });

  test('only the last four digits of a masked number are shown', () => {
    expect(maskedNumber('400000******1000')).toBe('**** 1000');
    expect(maskedNumber('tokenised')).toBeNull();
  });

  test('money goes over TLS outside test mode', () => {
    const https = 'https://a.example';
    const live = {
      ...merchant.settings,
      inTestMode: false,
      apiBaseUrl: https,
      tokenBaseUrl: https,
      scriptBaseUrl: https,
    };
    expect(ClearAcceptSettings.safeParse(live).success).toBe(true);
    for (const key of ['apiBaseUrl', 'tokenBaseUrl', 'scriptBaseUrl'])
      expect(ClearAcceptSettings.safeParse({ ...live, [key]: 'http://a.example' }).success).toBe(false);
  });

  test('[PROV-1] its key is matched without case, and written in one way', () => {
    for (const key of ['clearAccept', 'clearaccept', 'CLEARACCEPT'])
      expect(openProvider({ key, settings: merchant.settings }).key).toBe('clearAccept');
  });
});
