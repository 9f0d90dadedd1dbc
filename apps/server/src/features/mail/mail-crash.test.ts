import { sql } from 'kysely';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant } from '../../testing/factories/factories.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import { queueMail } from './mail.service.ts';

let app: TestApp;
const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-mail-crash-'));

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts a mail server that accepts a mail and then never answers. `asked` resolves when it has one. */
async function startSilentServer() {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream) => void stream.resume().on('end', resolve),
  });
  server.on('error', () => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as { port: number };
  return { asked, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

test('a server that is killed while it sends a mail: the next one sends it, once', { timeout: 90_000 }, async () => {
  const tenant = await makeTenant(app);
  const account = await makeAccount(tenant);
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const order = await makeOrder(tenant.db, owner);
  const paymentId = await makePaidPayment(tenant.db, owner, { orders: [{ id: order.id, minor: 10_000 }] });
  const marina = await loadTenant(app.database, tenant.id);
  const wanted = { kind: 'receipt', recipient: 'robin@example.com', language: 'en-GB', paymentId } as const;
  await tenant.db.transaction().execute((trx) => queueMail(trx, marina, wanted, app.clock.now()));

  const silent = await startSilentServer();
  const options = { database: app.testDatabase, sandboxUrl: 'http://127.0.0.1:9', dataDir };
  const killed = await startServerProcess({ ...options, env: { DEMO: 'off', MAIL_URL: silent.url } });
  await silent.asked;
  await killed.kill('SIGKILL');
  silent.close();

  const folder = join(dataDir, 'mailbox');
  mkdirSync(folder);
  const mailbox = new TestMailbox(folder);
  const next = await startServerProcess({ ...options, env: { DEMO: 'off' } });
  const mail = await mailbox.mailTo('robin@example.com');
  const { message_id } = await tenant.db
    .selectFrom('mails')
    .select('message_id')
    .where(sql`(payload ->> 'paymentId')::int`, '=', paymentId)
    .executeTakeFirstOrThrow();
  expect(mail.messageId).toBe(`<${message_id}>`);
  await next.stop();
  expect(await mailbox.read()).toHaveLength(1);
  expect(next.logs()).not.toContain('robin@');
});
