import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailLink } from '../../features/mail-links/mail-links.service.ts';
import { queueMail } from '../../features/mail/mail.service.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { migrationDatabase } from '../../testing/databases/migration-database.ts';
import { makeAccount, makeTenant, sampleSettings } from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { startMailWorker } from '../../testing/mail-worker.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { up } from '../migrations/0052-mail-payloads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ids = {
  payment_id: 'paymentId',
  contact_message_id: 'contactMessageId',
  login_id: 'loginId',
  payment_alert_id: 'paymentAlertId',
  agreement_id: 'agreementId',
  estimate_id: 'estimateId',
  order_id: 'orderId',
};

/** Brings the table back to its form of before the migration. */
async function undo(owner: Kysely<unknown>): Promise<void> {
  await sql`alter table mails no force row level security`.execute(owner);
  for (const [column, field] of Object.entries(ids)) {
    await sql`alter table mails add column ${sql.ref(column)} int`.execute(owner);
    await sql`update mails set ${sql.ref(column)} = (payload ->> ${sql.lit(field)})::int`.execute(owner);
  }
  await sql`update mails set account_id = (payload ->> 'accountId')::int`.execute(owner);
  await sql`alter table mails drop column payload`.execute(owner);
  await sql`alter table mails force row level security`.execute(owner);
}

test('mails that waited while the server was upgraded are sent, about what they were about', async () => {
  const tenant = await makeTenant(app, {
    hosts: ['portal.example.com'],
    settings: sampleSettings({ rootUrl: 'https://portal.example.com' }),
  });
  const account = await makeAccount(tenant, { email: 'robin@example.com' });
  const site = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(tenant.db, site);
  const paymentId = await makePaidPayment(tenant.db, site, { orders: [{ id: order.id, minor: 10_000 }] });
  const marina = await loadTenant(app.database, tenant.id);
  const mail = { kind: 'receipt', recipient: 'jo@example.com', language: 'en-GB', paymentId } as const;
  await tenant.db.transaction().execute(async (trx) => {
    await queueMail(trx, marina, mail, app.clock.now());
    await mailLink(trx, marina, { orderId: order.id }, app.clock.now());
  });

  const owner = migrationDatabase(app);
  await undo(owner);
  await up(owner);

  const mailbox = new TestMailbox();
  const worker = await startMailWorker(app, mailbox);
  expect((await mailbox.mailTo('jo@example.com')).attachments).toHaveLength(1);
  expect((await mailbox.mailTo('robin@example.com')).text).toContain(String(order.id));
  await worker.stop();
});
