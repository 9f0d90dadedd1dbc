import { sql } from 'kysely';
import { mailKinds } from '../../worker/build-tasks.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobContext } from '../../jobs/context.ts';
import { MailFailure, type MailProvider } from '../../providers/mail/mail-provider.ts';
import { MailboxFolder } from '../../providers/mail/mailbox-folder.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { queueMail } from './mail.service.ts';
import { sendMail } from './send-mail.service.ts';

const mailbox = new TestMailbox();
let app: TestApp;
let tenant: TestTenant;
let ctx: JobContext;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, {
    hosts: ['portal.example.com'],
    settings: sampleSettings({ rootUrl: 'https://portal.example.com/' }),
  });
  ctx = await jobContextOf(app, tenant.id);
});
afterAll(async () => {
  await app.close();
  mailbox.remove();
});

const meansOf = (provider: MailProvider) => ({
  provider,
  senderAddress: 'no-reply@quayside.localhost',
  kinds: mailKinds,
  files: app.files,
  originOf: (host: string) => `http://${host}`,
});

async function queued(): Promise<number> {
  const account = await makeAccount(tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(tenant.db, owner);
  const paymentId = await makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 10_000 }] });
  const mail = { kind: 'receipt', recipient: 'robin@example.com', language: 'en-GB', paymentId } as const;
  await tenant.db.transaction().execute((trx) => queueMail(trx, ctx.tenant, mail, app.clock.now()));
  const { id } = await tenant.db
    .selectFrom('mails')
    .select('id')
    .where(sql`(payload ->> 'paymentId')::int`, '=', paymentId)
    .executeTakeFirstOrThrow();
  return id;
}

const row = (id: number) => tenant.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('the marina’s logo comes along as a picture of the HTML, so that nothing has to be loaded', async () => {
  const own = new TestMailbox();
  await sendMail(ctx, { mailId: await queued() }, meansOf(new MailboxFolder(own.folder)));
  const [name = ''] = await readdir(own.folder);
  const { html = '', attachments } = await PostalMime.parse(await readFile(join(own.folder, name)));
  expect(html).toContain(`<img src="cid:logo" alt="${ctx.tenant.name}"`);
  expect(attachments.map(({ mimeType, disposition, contentId }) => [mimeType, disposition, contentId])).toEqual([
    ['image/png', 'inline', '<logo>'],
    ['application/pdf', 'attachment', undefined],
  ]);
  own.remove();
});

test('a crash between sending and noting it: the same file again, not a second mail', async () => {
  const mailId = await queued();
  const means = meansOf(new MailboxFolder(mailbox.folder));
  await sendMail(ctx, { mailId }, means);
  const [name = ''] = await readdir(mailbox.folder);
  const first = await readFile(join(mailbox.folder, name));
  await tenant.db.updateTable('mails').set({ sent_at: null }).where('id', '=', mailId).execute();
  app.clock.advance({ minutes: 5 });
  await sendMail(ctx, { mailId }, means);
  expect(await readdir(mailbox.folder)).toEqual([name]);
  expect((await readFile(join(mailbox.folder, name))).equals(first)).toBe(true);
  expect((await row(mailId)).sent_at).toEqual(app.clock.now());
});

test('a mail that was sent is not sent again', async () => {
  const mailId = await queued();
  let sent = 0;
  const means = meansOf({ send: async () => void (sent += 1), close: () => {} });
  await sendMail(ctx, { mailId }, means);
  await sendMail(ctx, { mailId }, means);
  expect(sent).toBe(1);
});

test('a passing failure leaves the mail to be tried again', async () => {
  const mailId = await queued();
  const busy: MailProvider = {
    send: async () => {
      throw new MailFailure('451 EMESSAGE', false);
    },
    close: () => {},
  };
  await expect(sendMail(ctx, { mailId }, meansOf(busy))).rejects.toThrow('451');
  expect(await row(mailId)).toMatchObject({ sent_at: null, failed_at: null });
});

test('[SAFE-5] a refusal for good is noted and logged without the address, and not tried again', async () => {
  const mailId = await queued();
  let tries = 0;
  const refusing: MailProvider = {
    send: async () => {
      tries += 1;
      throw new MailFailure('550 EENVELOPE', true);
    },
    close: () => {},
  };
  await sendMail(ctx, { mailId }, meansOf(refusing));
  await sendMail(ctx, { mailId }, meansOf(refusing));
  expect(tries).toBe(1);
  expect(await row(mailId)).toMatchObject({
    sent_at: null,
    failed_at: app.clock.now(),
    failure: expect.stringContaining('550'),
  });
  expect(app.logs()).toContain('refused for good');
  expect(app.logs()).not.toContain('robin@');
});

test('links lead to the tenant’s fixed address where it has one', async () => {
  const mailId = await queued();
  await sendMail(ctx, { mailId }, meansOf(new MailboxFolder(mailbox.folder)));
  const mails = await mailbox.read();
  expect(mails.map((mail) => mail.text).join()).toContain('https://portal.example.com/\n');
});
