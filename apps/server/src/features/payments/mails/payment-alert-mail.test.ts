import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { insertPayment } from '../../../testing/factories/payments.ts';
import { type MailApp, startMailApp } from '../../../testing/mail-app.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { findById } from '../payments.queries.ts';
import { paymentReference } from '../payments.presenter.ts';
import { upsertProvider } from '../providers/providers.queries.ts';
import { type AlertKind, alertMarina } from './alert-marina.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;

beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-05-16T09:00:00Z'));

async function makePayment(tenant: TestTenant) {
  const account = await makeAccount(tenant, { title: 'Ms', firstname: 'Robin', lastname: 'Test' });
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const { id: orderId } = await makeOrder(tenant.db, owner);
  const { id } = await insertPayment(tenant.db, owner, { state: 'declined', orderId });
  return findById(tenant.db, tenant.id, id);
}

type Payment = Awaited<ReturnType<typeof makePayment>>;

const alert = (tenant: TestTenant, payment: Payment, kind: AlertKind, detail = {}) =>
  alertEach(tenant, payment, [[kind, detail]]);

/** Alerts in one transaction. */
async function alertEach(tenant: TestTenant, payment: Payment, each: [AlertKind, Record<string, unknown>][]) {
  const marina = await loadTenant(app.database, tenant.id);
  const engine = { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
  await tenant.db.transaction().execute(async (trx) => {
    for (const [kind, detail] of each) await alertMarina(trx, engine, payment, kind, detail);
  });
}

const mailsOf = async (tenant: TestTenant) =>
  tenant.db.selectFrom('mails').select(['kind', 'recipient', 'language']).orderBy('id').execute();

const withOffice = (email: string, siteEmail: string, changes = {}) => ({
  settings: sampleSettings({ contact: { email, telephone: '' }, ...changes }),
  sites: [sampleSite({ email: siteEmail })],
});

test('[MONEY-6] the site’s office gets one mail about an alert, with what to do', async () => {
  const tenant = await makeTenant(app, withOffice('office@example.com', 'basin@example.com'));
  const payment = await makePayment(tenant);
  await alert(tenant, payment, 'late-success');
  await alert(tenant, payment, 'late-success');
  const mail = await mailbox.mailTo('basin@example.com');
  expect(mail.subject).toBe('A payment needs your attention: Paid after it was reported as failed');
  for (const part of [payment.merchant_ref_number, 'Ms Robin Test', 'refund one of the two payments'])
    expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain(part);
  expect(await mailsOf(tenant)).toEqual([{ kind: 'payment-alert', recipient: 'basin@example.com', language: 'en-GB' }]);
});

test.each([
  'late-success',
  'surplus',
  'charged-more-than-once',
  'not-as-asked',
  'not-authenticated',
  'provider-configuration',
  'refunded',
  'refund-not-made',
  'disputed',
  'partly-reversed',
  'reversed',
] satisfies AlertKind[])('[MONEY-6] %s says in words what happened, in the marina’s language', async (kind) => {
  const office = `${kind}@example.com`;
  const { culture } = sampleSettings();
  const french = { culture: { ...culture, defaultLanguage: 'fr-FR' } };
  const tenant = await makeTenant(app, withOffice(office, '', french));
  await alert(tenant, await makePayment(tenant), kind);
  const mail = await mailbox.mailTo(office);
  expect(mail.subject).toMatch(/^Un paiement demande votre attention: /);
  expect(mail.text).not.toContain('paymentAlert.');
});

test('[MONEY-6] if PayPal refuses because of a setting, the mail does not mention a card', async () => {
  const tenant = await makeTenant(app, withOffice('paypal@example.com', ''));
  const payment = await makePayment(tenant);
  await tenant.db.updateTable('payments').set({ channel: 'PayPal' }).where('id', '=', payment.id).execute();
  await alert(tenant, payment, 'provider-configuration');
  const mail = await mailbox.mailTo('paypal@example.com');
  expect(mail.subject).toBe('A payment needs your attention: One way to pay does not work');
  expect(mail.text?.replaceAll(/\s+/g, ' ')).toContain('nobody can pay with this provider');
  expect(mail.text).not.toMatch(/\bcards?\b/i);
});

test.each([
  ['paysafe', /Provider:?\s+Paysafe\s/],
  ['north-quay', /Provider:?\s+Paysafe \(north-quay\)/],
  ['gone', /Provider:?\s+gone\s/],
])('[MONEY-6] the mail names the company of the provider %s, and the key only if it is its own', async (key, name) => {
  const office = `${key}@example.com`;
  const tenant = await makeTenant(app, withOffice(office, ''));
  const row = { tenant_id: tenant.id, site_id: 1, position: 1, settings: { adapter: 'paysafe', displayName: 'Card' } };
  if (key !== 'gone') await upsertProvider(tenant.db, { ...row, key });
  const payment = await makePayment(tenant);
  await tenant.db.updateTable('payments').set({ provider_key: key }).where('id', '=', payment.id).execute();
  await alert(tenant, payment, 'surplus');
  expect((await mailbox.mailTo(office)).text).toMatch(name);
});

test('[RUN-176] the mail names the payment and its orders as the office and the customer do', async () => {
  const tenant = await makeTenant(app, withOffice('desk@example.com', ''));
  const payment = await makePayment(tenant);
  const [order] = await tenant.db.updateTable('orders').set({ reference: 'O-4' }).returning('id').execute();
  await tenant.db.updateTable('accounts').set({ reference: 'C-4' }).execute();
  await alert(tenant, payment, 'late-success');
  const text = ((await mailbox.mailTo('desk@example.com')).text ?? '').replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Payment ${paymentReference(payment.id)}`);
  expect(text).toContain(`For orders ${order?.id} (O-4)`);
  expect(text).toContain(`Ms Robin Test (${payment.account_id}), C-4`);
  expect(text).not.toContain('at the provider');
});

test('[MONEY-54] the mail about a failed refund names it', async () => {
  const tenant = await makeTenant(app, withOffice('refunds@example.com', ''));
  await alert(tenant, await makePayment(tenant), 'refund-not-made', { refund: 'RF-7', failedMinor: 3_000 });
  const text = ((await mailbox.mailTo('refunds@example.com')).text ?? '').replaceAll(/\s+/g, ' ');
  expect(text).toContain('Refund not made £30.00 (RF-7)');
});

test('[MONEY-57] [MONEY-58] two failed refunds of a payment are two mails, which say where each was made', async () => {
  const tenant = await makeTenant(app, withOffice('two@example.com', ''));
  const payment = await makePayment(tenant);
  // The second alert replaces the row of the first one before its mail is written.
  await alertEach(tenant, payment, [
    ['refund-not-made', { refund: 'RF-8', failedMinor: 3_000 }],
    ['refund-not-made', { failedMinor: 2_000 }],
  ]);
  const mailed = async () =>
    (await mailbox.read())
      .filter(({ to }) => to?.some(({ address }) => address === 'two@example.com'))
      .map(({ text }) => /Refund not made (.+?\))/.exec((text ?? '').replaceAll(/\s+/g, ' '))?.[1])
      .toSorted((one, other) => String(one).localeCompare(String(other)));
  await expect.poll(mailed).toEqual(['£20.00 (made at the provider)', '£30.00 (RF-8)']);
});

test('[RUN-95] the mail names an erased customer once', async () => {
  const tenant = await makeTenant(app, withOffice('erased@example.com', ''));
  const payment = await makePayment(tenant);
  const { account_id: accountId } = payment;
  // An erasure leaves this name.
  const erased = { title: '', firstname: '', lastname: `(${accountId})` };
  await tenant.db.updateTable('accounts').set(erased).where('id', '=', accountId).execute();
  await alert(tenant, payment, 'late-success');
  const text = (await mailbox.mailTo('erased@example.com')).text ?? '';
  expect(text.match(/\(\d+\)/g)).toEqual([`(${accountId})`]);
});

test('a wrong setting that fails every payment is one mail an hour', async () => {
  const tenant = await makeTenant(app, withOffice('office@example.com', ''));
  for (let n = 0; n < 3; n++) await alert(tenant, await makePayment(tenant), 'provider-configuration');
  expect(await mailsOf(tenant)).toHaveLength(1);
  app.clock.advance({ hours: 1 });
  await alert(tenant, await makePayment(tenant), 'provider-configuration');
  expect(await mailsOf(tenant)).toHaveLength(2);
  expect(await tenant.db.selectFrom('payment_alerts').select('id').execute()).toHaveLength(4);
});
