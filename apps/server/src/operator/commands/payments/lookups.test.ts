import { makePayLink } from '@quayside/contract/integration/payments/pay-links.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { queueMail } from '../../../features/mail/mail.service.ts';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { programOf } from '../../../testing/factories/integration.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { decideOnPage } from '../../../testing/payments/after-payment.ts';
import {
  authenticated,
  cards,
  create,
  authenticate,
  pay,
  presentCard,
} from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  givePageProvider,
  type PageMerchant,
  registerRedirect,
  startOnPage,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: PageMerchant;

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerRedirect(sandbox);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

/** Asks a command, and returns its answer in one line. */
async function ask(...[group, action, ...args]: string[]): Promise<string> {
  const { code, out, err } = await runOperator([group ?? '', action ?? '', '--tenant', fixture.tenant.key, ...args], {
    database: fixture.app.testDatabase,
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.replaceAll(/\s+/g, ' ');
}

const rowOf = (reference: string) =>
  fixture.tenant.db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where('merchant_ref_number', '=', reference)
    .executeTakeFirstOrThrow();

const numberOf = async (reference: string) => `P${String((await rowOf(reference)).id).padStart(6, '0')}`;

test('[RUN-177] "payment show" tells what a payment is, by each name that a caller or a statement has', async () => {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  const { merchantRefNumber: reference } = payment;
  await pay(customer, reference, token);
  const { provider_payment_id } = await rowOf(reference);
  const output = await ask('payment', 'show', '--payment', await numberOf(reference));
  expect(output).toContain('of 100.00 GBP, a test payment: Paid, and on the orders.');
  expect(output).toContain(`order ${customer.orderIds[0]}: 100.00 GBP on it`);
  expect(output).toMatch(/\d\d:\d\d:\d\d sent: .* approved: .* allocated: Paid, and on the orders\./);
  for (const name of [reference, String(provider_payment_id)])
    expect(await ask('payment', 'show', '--payment', name)).toBe(output);
});

test('[RUN-177] a payment that nobody has decided says what it holds up, and when the provider is asked', async () => {
  const customer = await fixture.customer({});
  const { body } = await startOnPage(customer);
  await actOnPage(body.redirectUrl, 'leave');
  await decideOnPage(sandbox, merchant, body.merchantRefNumber, 'pending');
  const output = await ask('payment', 'show', '--payment', body.merchantRefNumber);
  expect(output).toMatch(
    /What to do: The customer may pay on the provider’s page until \d{4}-.* Its orders wait for that/,
  );
  const order = await ask('order', 'show', '--order', String(customer.orderIds[0]));
  expect(order).toContain(': Processing');
  expect(order).toContain(await numberOf(body.merchantRefNumber));
  expect(order).toContain(`It waits for the payment ${body.merchantRefNumber}`);
});

test('[RUN-183] "payment open" lists what is under way or on no order, and nothing settled', async () => {
  const settled = await fixture.customer({});
  const { payment, token } = await authenticated(settled);
  await pay(settled, payment.merchantRefNumber, token);
  const { body } = await startOnPage(await fixture.customer({}));
  const till = await fixture.customer();
  const money = ['--method', 'cash', '--paid-on', '2026-05-16', '--amount', '60.00', '--reference', 'TILL-9'];
  const recorded = await ask('payment', 'record', '--account', `number:${till.account.id}`, ...money);
  const open = await ask('payment', 'open');
  expect(open).not.toContain(await numberOf(payment.merchantRefNumber));
  expect(open).toContain(`${await numberOf(body.merchantRefNumber)} `);
  const [number] = /P\d{6}/.exec(recorded) ?? [];
  const line = `60.00 GBP of customer ${till.account.id}: Paid, and not all of it is on orders. 60.00 GBP on no order.`;
  expect(open).toMatch(new RegExp(`${number} \\S+ \\S+ ${line}`));
});

test('[RUN-178] "order show" lists refused attempts with their reason, and what is left to pay', async () => {
  const customer = await fixture.customer({});
  const { body: payment } = await create(customer);
  const card = await presentCard(customer.sandboxUrl, customer.merchant, cards.refused);
  await authenticate(customer, payment.merchantRefNumber, card);
  const order = await ask('order', 'show', '--order', String(customer.orderIds[0]));
  expect(order).toContain('paid: 0.00 GBP, to pay: 100.00 GBP');
  expect(order).toMatch(new RegExp(`${await numberOf(payment.merchantRefNumber)} .*0.00 GBP on this order: Not paid`));
});

test('[RUN-178] "order show" says why nobody can pay: no attempt, cancelled', async () => {
  const customer = await fixture.customer({});
  const [orderId] = customer.orderIds;
  expect(await ask('order', 'show', '--order', String(orderId))).toContain('Nobody has tried to pay it.');
  await fixture.tenant.db
    .updateTable('orders')
    .set({ cancelled_at: new Date() })
    .where('id', '=', Number(orderId))
    .execute();
  expect(await ask('order', 'show', '--order', String(orderId))).toContain('It is cancelled, so nobody can pay it.');
});

test('[MONEY-53] "order show" and "payment show" write amounts in the currency of their row', async () => {
  const customer = await fixture.customer({});
  const { body: payment } = await create(customer);
  const { db } = fixture.tenant;
  const [orderId = 0] = customer.orderIds;
  await db.updateTable('orders').set({ currency: 'KWD' }).where('id', '=', orderId).execute();
  const { id } = await rowOf(payment.merchantRefNumber);
  await db.updateTable('payments').set({ currency: 'KWD' }).where('id', '=', id).execute();
  expect(await ask('order', 'show', '--order', String(orderId))).toContain('to pay: 10.000 KWD');
  expect(await ask('payment', 'show', '--payment', payment.merchantRefNumber)).toContain('of 10.000 KWD');
});

test('[RUN-179] "mail list" says for an address if a mail left, waits or was refused', async () => {
  const { db, id } = fixture.tenant;
  const to = 'boat@example.com';
  expect(await ask('mail', 'list', '--to', to)).toContain(`No mail went to ${to} in the last 30 days.`);
  const tenant = await loadTenant(fixture.app.database, id);
  const mail = { kind: 'receipt', recipient: to, language: 'en-GB', paymentId: 1 } as const;
  for (let n = 0; n < 2; n += 1) await db.transaction().execute((trx) => queueMail(trx, tenant, mail, new Date()));
  const [first] = await db.selectFrom('mails').select('id').where('recipient', '=', to).orderBy('id').execute();
  const refused = { failed_at: new Date(), failure: '550 no such user' };
  await db
    .updateTable('mails')
    .set(refused)
    .where('id', '=', first?.id ?? 0)
    .execute();
  const output = await ask('mail', 'list', '--to', 'Boat@example.com');
  expect(output).toContain(`receipt to ${to}: refused for good: 550 no such user`);
  expect(output).toContain(`receipt to ${to}: waits, and is tried again`);
});

test('[RUN-190] "mail list" prints the times of the marina’s first site, and names its zone', async () => {
  const { db, id } = fixture.tenant;
  const to = 'far@example.com';
  const tenant = await loadTenant(fixture.app.database, id);
  const mail = { kind: 'receipt', recipient: to, language: 'en-GB', paymentId: 1 } as const;
  const at = new Date('2026-05-16T22:30:00Z');
  await db.transaction().execute((trx) => queueMail(trx, tenant, mail, at));
  await db.updateTable('mails').set({ sent_at: at }).where('recipient', '=', to).execute();
  const zones = db.selectFrom('sites').select(['id', 'time_zone']).orderBy('id').limit(1);
  const first = await zones.executeTakeFirstOrThrow();
  const setZone = (zone: string) => db.updateTable('sites').set({ time_zone: zone }).where('id', '=', first.id);
  await setZone('Pacific/Auckland').execute();
  const output = await ask('mail', 'list', '--to', to, '--days', '3650');
  await setZone(first.time_zone).execute();
  expect(output).toBe(
    `2026-05-17 10:30:00 receipt to ${to}: the mail server took it at 2026-05-17 10:30:00 ` +
      'All times are those of Pacific/Auckland. ',
  );
});

test('[RUN-184] [API-132] nobody is mailed that an order is unpaid while its provider decides', async () => {
  const { app, tenant } = fixture;
  await runOperator(['tenant', 'set', tenant.key, 'hosts', 'desk.localhost'], { database: app.testDatabase });
  const customer = await fixture.customer({});
  const named = ['--tenant', tenant.key, '--order', String(customer.orderIds[0])];
  const reference = `O-${customer.orderIds[0]}`;
  await tenant.db
    .updateTable('orders')
    .set({ reference })
    .where('id', '=', customer.orderIds[0] ?? 0)
    .execute();
  const program = await programOf(app, tenant);
  const link = (mail: boolean) => program.call(makePayLink, { params: { reference }, body: { mail } });
  const asks = [
    ['mail-link', ...named],
    ['pay-link', ...named, '--mail'],
  ];
  const { body } = await startOnPage(customer);
  await actOnPage(body.redirectUrl, 'leave');
  // The customer may have left the page: a new link helps.
  expect((await runOperator(asks[0] ?? [], { database: app.testDatabase })).code).toBe(0);
  await decideOnPage(sandbox, merchant, body.merchantRefNumber, 'pending');
  app.clock.advance({ minutes: 1 });
  await reconcile(fixture);
  for (const args of asks) {
    const { code, err } = await runOperator(args, { database: app.testDatabase });
    expect({ args, code }).toEqual({ args, code: 1 });
    expect(err).toContain(`may be paid already: its provider has not decided on payment ${body.merchantRefNumber}`);
  }
  expect((await runOperator(['pay-link', ...named], { database: app.testDatabase })).code).toBe(0);
  const refused = await link(true);
  expect(codeOf(refused)).toBe('409 PAYMENT_IN_PROGRESS');
  expect(refused.body.responseStatus).toMatchObject({
    message: expect.stringContaining(`Order ${reference} may be paid already: payment ${body.merchantRefNumber}`),
    meta: { merchantRefNumber: body.merchantRefNumber },
  });
  expect((await link(false)).status).toBe(200);
});
