import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { control } from '../../../testing/payments/card-payments.ts';
import {
  actOnPage,
  makePageFault,
  type PageMerchant,
  registerRedirect,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { sandboxFaults } from '../contract-suite-parts.ts';
import { closingContract, onPage, pageContract, type PageHost, redirectContract } from '../page-contract-suite.ts';
import { openProvider } from '../registry.ts';

let merchant: PageMerchant;
beforeAll(async () => {
  merchant = await registerRedirect(inject('sandbox'));
});

const open = (changes: Record<string, unknown> = {}) =>
  openProvider({ key: 'redirect', settings: { ...merchant.settings, ...changes } });

const host = (): PageHost => ({
  open,
  // Nobody listens there.
  unreachable: { apiBaseUrl: 'http://127.0.0.1:2' },
  wrongKeys: { secretKey: 'not-the-secret' },
  injectFault: (_, fault) =>
    makePageFault(inject('sandbox'), merchant, { operation: 'redirect.create', ...sandboxFaults[fault] }).then(
      () => {},
    ),
  agree: ({ url }) => actOnPage(url, 'pay'),
  charges: (reference) => pageCharges(inject('sandbox'), merchant, reference),
  secrets: [String(merchant.settings.secretKey), String(merchant.settings.webhookSecret)],
});

pageContract('redirect', host);
redirectContract('redirect', host);
closingContract('redirect', host);

test.each([
  ['fail', 'open'],
  ['fail-here', 'open'],
  ['cancel', 'closed'],
  ['leave', 'pending'],
] as const)('[PROV-3] a customer’s %s on the page is %s', async (answer, kind) => {
  const { step, attempt } = await onPage(open());
  await actOnPage(step.url, answer);
  expect((await open().fetchStatus(attempt)).kind).toBe(kind);
});

test('[PROV-3] a refusal leaves the page open, with the bank’s words, until it is closed', async () => {
  const { step, attempt } = await onPage(open());
  await actOnPage(step.url, 'fail-here');
  const refusal = { code: 'refused_by_bank', message: 'The bank refused the payment.' };
  expect(await open().fetchStatus(attempt)).toEqual({ kind: 'open', refusal });
  await open().redirect?.close?.(attempt);
  expect((await open().fetchStatus(attempt)).kind).toBe('closed');
  await actOnPage(step.url, 'pay-here');
  expect(await pageCharges(inject('sandbox'), merchant, attempt.merchantRefNumber)).toEqual([]);
});

test('[MONEY-1] an adapter whose provider closes no pages has no way to close one', async () => {
  const provider = open({ closesPages: false, shortestPageMinutes: 7 });
  expect(provider.redirect).toMatchObject({ shortestLifeMs: 7 * 60_000 });
  expect(provider.redirect?.close).toBeUndefined();
});

test('a page whose time is over is closed', async () => {
  const { attempt } = await onPage(open());
  await control(inject('sandbox').url, 'POST', 'redirect/outcome', {
    merchantId: merchant.accountId,
    reference: attempt.merchantRefNumber,
    status: 'expired',
  });
  expect((await open().fetchStatus(attempt)).kind).toBe('closed');
});

describe('an event', () => {
  const now = new Date('2026-05-16T09:00:00Z');
  const event = { eventId: 'evt_1', type: 'payment.updated', reference: 'QS-00000000', status: 'success' };
  const sign = (body: string, seconds = now.getTime() / 1000, secret = String(merchant.settings.webhookSecret)) =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const read = async (body: string, signature?: string) =>
    open().readEvent?.({ body: Buffer.from(body), headers: { 'x-signature': signature ?? sign(body) }, now });

  test('counts as it was signed, and only then is read', async () => {
    const body = JSON.stringify(event);
    expect(await read(body)).toEqual({
      kind: 'genuine',
      event: { id: 'evt_1', kind: 'payment.updated', merchantRefNumber: 'QS-00000000', providerPaymentId: null },
    });
    const forged = [
      read(body, ''),
      read(body, sign(body, undefined, 'somebody else')),
      read(body.replace('success', 'failed'), sign(body)),
      // Intercepted long ago, and sent again.
      read(body, sign(body, now.getTime() / 1000 - 3_600)),
      read('{', sign('{')),
      read('[]', sign('[]')),
    ];
    for (const reading of forged) expect((await reading)?.kind).toBe('forged');
  });
});

test('money goes over TLS outside test mode', () => {
  expect(() => open({ inTestMode: false })).toThrow(/https/);
  expect(() => open({ inTestMode: false, apiBaseUrl: 'https://pay.example' })).not.toThrow();
});
