import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '../../lib/time/durations.ts';
import { makeSealCertificate } from '../../providers/pdf/seal/seal-certificate.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey } from '../../testing/factories/integration.ts';
import { jobContextOf } from '../../testing/jobs.ts';
import { type MailApp, startMailApp } from '../../testing/mail-app.ts';
import { TestMailbox } from '../../testing/mailbox.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { revokeKey, rotateKey } from '../integration-keys/integration-keys.service.ts';
import { installSealCertificate, renewSealCertificate } from '../seals/seals.service.ts';
import { lookAfterCredentials } from './credentials.service.ts';

const mailbox = new TestMailbox();
let app: MailApp;
beforeAll(async () => {
  app = await startMailApp(mailbox);
});
afterAll(() => app.close());

const operator = { kind: 'operator', name: 'harbour' } as const;

interface Marina extends TestTenant {
  email: string;
}

async function makeMarina(): Promise<Marina> {
  const email = `${crypto.randomUUID()}@example.com`;
  const settings = sampleSettings({ contact: { ...sampleSettings().contact, email } });
  return { ...(await makeTenant(app, { name: 'Heron', settings })), email };
}

const contextOf = ({ id }: Marina) => jobContextOf(app, id);

const look = async (marina: Marina) => lookAfterCredentials(await contextOf(marina));

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day);

/** Returns the number of mails that were queued for the office so far. */
const mailsTo = async ({ db, email }: Marina) =>
  (await db.selectFrom('mails').select('id').where('recipient', '=', email).execute()).length;

test('the office is told of a key 30, 7 and 1 days before its end, and once each time', async () => {
  const marina = await makeMarina();
  await makeIntegrationKey(app, marina, { name: 'Stock keeping', expiresAt: inDays(40) });
  await makeIntegrationKey(app, marina, { name: 'Without an end' });
  const counts: number[] = [];
  const start = app.clock.now().getTime();
  for (const days of [0, 11, 12, 20, 33, 34, 39.5, 39.6]) {
    app.clock.set(new Date(start + days * day).toISOString());
    await look(marina);
    counts.push(await mailsTo(marina));
  }
  app.clock.set(new Date(start).toISOString());
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
});

test('the mail names the key and its last day, and says what to do', async () => {
  const marina = await makeMarina();
  const expiresAt = inDays(5);
  await makeIntegrationKey(app, marina, { name: 'Stock keeping', expiresAt });
  await look(marina);
  const mail = await mailbox.mailTo(marina.email);
  expect(mail.subject).toBe('A key or certificate expires soon');
  expect(mail.text?.replace(/\s+/g, ' ')).toContain('Stock keeping, last day');
  expect(mail.text?.replace(/\s+/g, ' ')).toContain('Create a new key and give it to the program');
  expect(mail.text).not.toContain('certificate for papers');
});

test('a key that was replaced or revoked ends in silence', async () => {
  const marina = await makeMarina();
  const ctx = { db: marina.db, tenant: marina, clock: app.clock };
  const replaced = await makeIntegrationKey(app, marina, { name: 'Accounting' });
  await rotateKey(ctx, replaced.id, day, operator);
  const revoked = await makeIntegrationKey(app, marina, { name: 'Crane', expiresAt: inDays(2) });
  await revokeKey(ctx, revoked.id, operator);
  await look(marina);
  expect(await mailsTo(marina)).toBe(0);
});

test('an installed certificate is told of, and the server’s own is not, because it is renewed by itself', async () => {
  const marina = await makeMarina();
  const sealing = await contextOf(marina);
  const nearlyTenYearsAgo = new Date(app.clock.now().getTime() - 3_640 * day);
  const clock = new TestClock();
  clock.set(nearlyTenYearsAgo.toISOString());
  await renewSealCertificate({ ...sealing, clock }, operator);
  await look(marina);
  expect(await mailsTo(marina)).toBe(0);
  await installSealCertificate(sealing, await makeSealCertificate('Heron Marina Ltd', nearlyTenYearsAgo), operator);
  await look(marina);
  const mail = await mailbox.mailTo(marina.email);
  expect(mail.text?.replace(/\s+/g, ' ')).toContain('have it installed');
});
