import { beforeAll, expect, inject, test } from 'vitest';
import { control } from '../../../testing/payments/card-payments.ts';
import {
  approveAtPaypal,
  makePageFault,
  type PageMerchant,
  registerPaypal,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { sandboxFaults } from '../contract-suite-parts.ts';
import { expressContract, onPage, pageContract, type PageHost } from '../page-contract-suite.ts';
import { openProvider } from '../registry.ts';

let merchant: PageMerchant;
beforeAll(async () => {
  merchant = await registerPaypal(inject('sandbox'));
});

const operations = { begin: 'paypal.create', capture: 'paypal.capture' };

const open = (changes: Record<string, unknown> = {}) =>
  openProvider({ key: 'paypal', settings: { ...merchant.settings, ...changes } });

const host = (): PageHost => ({
  open,
  // Nobody listens there.
  unreachable: { apiBaseUrl: 'http://127.0.0.1:2' },
  wrongKeys: { clientSecret: 'not-the-secret' },
  injectFault: async (operation, fault) => {
    await makePageFault(inject('sandbox'), merchant, { operation: operations[operation], ...sandboxFaults[fault] });
  },
  agree: ({ providerReference }) => approveAtPaypal(inject('sandbox'), providerReference),
  charges: (reference) => pageCharges(inject('sandbox'), merchant, reference),
  secrets: [String(merchant.settings.clientSecret)],
});

pageContract('paypal', host);
expressContract('paypal', host);

test('[PROV-2] a payment that PayPal cannot take is declined; one that it reviews is pending until then', async () => {
  const refused = await onPage(open());
  await approveAtPaypal(inject('sandbox'), refused.step.providerReference, 'decline');
  expect(await open().express?.capture(refused.attempt)).toMatchObject({
    kind: 'declined',
    refusal: { code: 'INSTRUMENT_DECLINED', message: null },
  });

  const { step, attempt } = await onPage(open());
  const orderId = step.providerReference;
  await approveAtPaypal(inject('sandbox'), orderId, 'review');
  expect((await open().express?.capture(attempt))?.kind).toBe('pending');
  for (const [status, kind] of [
    ['DECLINED', 'declined'],
    ['REFUNDED', 'approved'],
    ['COMPLETED', 'approved'],
  ]) {
    await control(inject('sandbox').url, 'POST', 'paypal/capture', { orderId, status });
    expect((await open().fetchStatus(attempt)).kind).toBe(kind);
  }
  await control(inject('sandbox').url, 'POST', 'paypal/capture', { orderId, status: 'REFUNDED' });
  expect(await open().fetchStatus(attempt)).toMatchObject({ hasMoved: true });
  for (const other of [{ amountMinor: 10_001 }, { currency: 'EUR' }, { merchantRefNumber: 'QS-another' }])
    expect((await open().fetchStatus({ ...attempt, ...other })).kind).toBe('held');
});

/** The faults by which one call of the capture is slow, and another one as well. */
const slowCalls = {
  'its token': [
    ['paypal.token', {}],
    ['paypal.capture', {}],
  ],
  'its repetition': [
    ['paypal.capture', { times: 2 }],
    ['paypal.capture', { kind: 'status', status: 401 }],
  ],
} as const;

test.each(['its token', 'its repetition'] as const)(
  '[MONEY-2] a capture with %s ends in time: from then on it counts as not made, if it is not found',
  async (slow) => {
    const slowly = await registerPaypal(inject('sandbox'));
    const { step, attempt } = await onPage(openProvider({ key: 'paypal', settings: slowly.settings }));
    await approveAtPaypal(inject('sandbox'), step.providerReference);
    // Under another secret no token is kept.
    const settings = { ...slowly.settings, clientSecret: 'another-secret', deadlineMs: 3_000 };
    await control(inject('sandbox').url, 'POST', 'paypal/merchants', {
      clientId: slowly.accountId,
      clientSecret: 'another-secret',
      webhookId: slowly.settings['webhookId'],
      webhookUrl: null,
    });
    for (const [operation, more] of slowCalls[slow])
      await makePageFault(inject('sandbox'), slowly, { operation, kind: 'delay', ms: 2_500, ...more });
    const provider = openProvider({ key: 'paypal', settings });
    const began = performance.now();
    expect(await provider.express?.capture(attempt)).toEqual({ kind: 'unknown', reason: 'no answer in time' });
    // Each call with a deadline of its own would take 5,000 at least. A busy machine may add to the 3,000.
    expect(performance.now() - began).toBeLessThan(4_500);
  },
);

test('[MONEY-1] captured under another key, as by somebody in the provider’s dashboard, it is adopted', async () => {
  const { step, attempt } = await onPage(open());
  await approveAtPaypal(inject('sandbox'), step.providerReference);
  const first = await open().express?.capture(attempt);
  const again = await open().express?.capture({ ...attempt, merchantRefNumber: 'QS-00000000' });
  // The reference is another one, so somebody has to look at it. Nothing is taken twice.
  expect([first?.kind, again?.kind]).toEqual(['approved', 'held']);
  expect(await pageCharges(inject('sandbox'), merchant, attempt.merchantRefNumber)).toHaveLength(1);
});

/** Agrees to a payment, and captures it under faults of its calls. */
async function capturedUnder(...faults: object[]) {
  const { step, attempt } = await onPage(open());
  await approveAtPaypal(inject('sandbox'), step.providerReference);
  for (const fault of faults) await makePageFault(inject('sandbox'), merchant, fault);
  return { attempt, captured: await open().express?.capture(attempt) };
}

const failedSecond = (status: number) => ({ operation: 'paypal.capture', kind: 'status-after-commit', status });

// PayPal may fail the second of two simultaneous requests with one key, after it took the money for the first.
test.each([400, 404, 422])(
  '[MONEY-1] a capture that answers %i although it was made is found in the order',
  async (status) => {
    const { attempt, captured } = await capturedUnder(failedSecond(status));
    expect(captured).toMatchObject({ kind: 'approved', surplusIds: [] });
    expect(await pageCharges(inject('sandbox'), merchant, attempt.merchantRefNumber)).toHaveLength(1);
  },
);

test('[MONEY-1] a refused capture is unknown if it may be under way, or if the order can’t be read', async () => {
  for (const faults of [
    [failedSecond(409)],
    [failedSecond(422), { operation: 'paypal.read', kind: 'drop-before', times: 2 }],
  ]) {
    const { attempt, captured } = await capturedUnder(...faults);
    expect(captured?.kind).toBe('unknown');
    await control(inject('sandbox').url, 'DELETE', `faults?accountId=${merchant.accountId}`);
    expect((await open().fetchStatus(attempt)).kind).toBe('approved');
  }
});

test('[MONEY-1] a capture that was refused and not made keeps its refusal', async () => {
  const { attempt, captured } = await capturedUnder({ operation: 'paypal.capture', kind: 'status', status: 422 });
  expect(captured).toMatchObject({ kind: 'declined', refusal: { code: 'HTTP_422' } });
  expect((await open().fetchStatus(attempt)).kind).toBe('agreed');
});

test('[MONEY-5] an amount that PayPal cannot say is refused before it hears of it', async () => {
  const provider = open();
  const { attempt } = await onPage(provider);
  const hungarian = { ...attempt, merchantRefNumber: 'QS-00000001', amountMinor: 125_050, currency: 'HUF' };
  const input = {
    description: 'x',
    merchantName: 'x',
    language: 'hu-HU',
    customer: {},
    returnUrl: 'http://a.localhost/',
    cancelUrl: 'http://a.localhost/',
    expiresAt: new Date(),
  };
  expect(await provider.express?.begin(hungarian, input)).toMatchObject({ refusal: { code: 'DECIMAL_PRECISION' } });
  expect([125_050, 125_000].map((minor) => provider.takesAmount?.(minor, 'HUF', 2))).toEqual([false, true]);
  const whole = { ...hungarian, amountMinor: 125_000 };
  expect((await provider.express?.begin(whole, input))?.kind).toBe('page');
});
