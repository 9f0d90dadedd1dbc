import { changePassword } from '@quayside/contract/identity/passwords.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeNumbers } from '../../db/sql/numbers.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { AuditEntry } from './audit-entry.rules.ts';
import { appendAudit } from './audit.service.ts';

/** Tests that every transaction locks counters before the audit trail. The opposite order would end in a deadlock. */

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app, {});
});
afterAll(() => app.close());

const entry = (): AuditEntry => ({
  event: 'sign-out',
  actor: { kind: 'visitor' },
  accountId: null,
  subject: null,
  details: {},
  at: app.clock.now(),
  ip: '127.0.0.1',
  userAgent: 'test',
});

async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())) as waits`.execute(app.ownerDb);
  return rows[0]?.waits ?? false;
}

/** Mails and records as other transactions do. A second transaction begins between its two locks. */
async function mailThenRecord(meanwhile: () => Promise<{ status: number }>): Promise<number> {
  const other: Promise<{ status: number }>[] = [];
  await marina.db.transaction().execute(async (trx) => {
    await takeNumbers(trx, marina.id, 'mail');
    other.push(meanwhile());
    await expect.poll(somebodyWaits, { timeout: 30_000 }).toBe(true);
    await appendAudit(trx, marina.id, entry());
  });
  const [answer] = await Promise.all(other);
  return answer?.status ?? 0;
}

test('[SAFE-3] a login is locked while another transaction mails and records: neither ends in a deadlock', async () => {
  const { email } = await makeLogin(marina, await makeAccount(marina));
  const attempt = () => app.client(marina.key).call(signIn, { body: { userName: email, password: 'Wrong#2026' } });
  await attempt();
  await marina.db.updateTable('sign_in_locks').set({ failures: 9 }).execute();
  expect(await mailThenRecord(attempt)).toBe(401);
  const locked = marina.db.selectFrom('mails').select('kind').where('kind', '=', 'login-locked');
  expect(await locked.execute()).toHaveLength(1);
});

test('[SAFE-3] a password changes while another transaction mails and records, without a deadlock', async () => {
  const { client } = await signedInCustomer(app, marina);
  const body = { currentPassword: samplePassword, password: 'Another#2026Harbour' };
  expect(await mailThenRecord(() => client.call(changePassword, { body }))).toBe(200);
});

test('[SAFE-3] a counter after the audit trail is refused, because the order of locks must not change', async () => {
  const wrong = marina.db.transaction().execute(async (trx) => {
    await appendAudit(trx, marina.id, entry());
    await takeNumbers(trx, marina.id, 'mail');
  });
  await expect(wrong).rejects.toThrow('a number of "mail" after the audit trail');
});
