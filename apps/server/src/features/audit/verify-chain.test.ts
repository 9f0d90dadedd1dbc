import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf, tamperWithAudit } from '../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import type { AuditEntry } from './audit-entry.rules.ts';
import { appendAudit } from './audit.service.ts';
import { verifyChain } from './verify-chain.service.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
});

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date('2026-05-16T09:00:00Z'),
  event: 'sign-in',
  actor: { kind: 'visitor' },
  accountId: null,
  subject: null,
  ip: '127.0.0.1',
  userAgent: 'Test Browser/1',
  details: {},
  ...changes,
});

const append = (changes?: Partial<AuditEntry>, at = tenant) => appendAudit(at.db, at.id, entry(changes));
const verify = (at = tenant) => verifyChain(at.db, at.id);

describe('the chain', () => {
  test('of nothing is whole, and so is one of several entries', async () => {
    expect(await verify()).toEqual({ intact: true, entries: 0, lastHash: '0'.repeat(64) });
    for (let number = 0; number < 3; number++) await append({ accountId: number });
    expect(await verify()).toMatchObject({ intact: true, entries: 3 });
  });

  test('holds for any content of an entry', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.oneof(text, fc.nat())));
    await fc.assert(
      fc.asyncProperty(text, fc.dictionary(text, value, { maxKeys: 5 }), async (userAgent, details) => {
        await append({ userAgent, details });
      }),
      { numRuns: 60 },
    );
    await append({ userAgent: 'half a pair \ud800, a nul \u0000' });
    await append({ userAgent: String.raw`a backslash at \u0000`, details: { 'nul \u0000': '' } });
    expect(await verify()).toMatchObject({ intact: true, entries: 62 });
  });

  test('the order of an entry’s fields makes no difference to its text', async () => {
    await append({ details: { one: 1, two: '2' } });
    await append({ details: { two: '2', one: 1 } });
    const { rows } = await sql<{ content: string }>`select content::text from audit_entries`.execute(tenant.db);
    expect(rows[0]?.content).toBe(rows[1]?.content);
  });

  test('of many at once is one chain without a gap', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, number) => append({ accountId: number })));
    expect(await verify()).toMatchObject({ intact: true, entries: 40 });
    expect(new Set((await auditOf(tenant)).map(({ accountId }) => accountId)).size).toBe(40);
  });

  test('an entry is there with what it records, or not at all', async () => {
    await append();
    await expect(
      tenant.db.transaction().execute(async (trx) => {
        await appendAudit(trx, tenant.id, entry());
        throw new Error('and now it fails');
      }),
    ).rejects.toThrow('and now it fails');
    await append();
    expect(await verify()).toMatchObject({ intact: true, entries: 2 });
  });

  test('each marina has its own: one neither waits for nor sees another', async () => {
    const other = await makeTenant(app);
    await tenant.db.transaction().execute(async (trx) => {
      await appendAudit(trx, tenant.id, entry());
      await append({}, other); // would wait for ever if the tenants shared a lock
    });
    expect(await auditOf(other)).toHaveLength(1);
    await expect(appendAudit(tenant.db, other.id, entry())).rejects.toThrow(/row-level security/);
    expect(await verify(other)).toMatchObject({ intact: true, entries: 1 });
  });
});

describe('nobody changes it', () => {
  test.each([
    `update audit_entries set content = '{}'`,
    'delete from audit_entries',
    'truncate audit_entries',
    `insert into audit_entries (tenant_id, sequence, content, previous_hash, hash) values ($tenant, 9, '{}', '', '')`,
    'update audit_heads set sequence = 0',
    'delete from audit_heads',
    'truncate audit_heads',
  ])('not the role that serves: %s', async (statement) => {
    await append();
    const attempt = sql.raw(statement.replace('$tenant', String(tenant.id))).execute(tenant.db);
    await expect(attempt).rejects.toThrow(/permission denied/);
  });

  test.each([
    `update audit_entries set content = '{}'`,
    'delete from audit_entries',
    'truncate audit_entries',
    'update audit_heads set sequence = 0',
    'delete from audit_heads',
    'truncate audit_heads',
  ])('nor the one that owns the tables, while the triggers stand: %s', async (statement) => {
    await append();
    const attempt = app.ownerDb.transaction().execute(async (trx) => {
      await sql`select set_config('app.tenant_id', ${String(tenant.id)}, true)`.execute(trx);
      await sql.raw(statement).execute(trx);
    });
    await expect(attempt).rejects.toThrow(/is only ever added to/);
    expect(await verify()).toMatchObject({ intact: true, entries: 1 });
  });
});

describe('a change of the chain is found out', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 5; number++) await append({ accountId: number });
  });

  test.each([
    ['a changed entry', `update audit_entries set content = '{"event":"sign-out"}' where sequence = 3`, 3, 'changed'],
    [
      'one blank more',
      `update audit_entries set content = (content::text || ' ')::json where sequence = 2`,
      2,
      'changed',
    ],
    ['an entry taken out', 'delete from audit_entries where sequence = 2', 2, 'missing'],
    ['the first taken out', 'delete from audit_entries where sequence = 1', 1, 'missing'],
    ['the last ones cut off', 'delete from audit_entries where sequence > 3', 4, 'missing'],
    ['all of it taken out', 'delete from audit_entries', 1, 'missing'],
    [
      'a cut that moves the recorded end as well, but not its hash',
      'delete from audit_entries where sequence > 3; update audit_heads set sequence = 3',
      3,
      'torn',
    ],
    [
      'an entry added past the end',
      `insert into audit_entries (tenant_id, sequence, content, previous_hash, hash)
         select tenant_id, 6, '{}', hash, sha256(hash || convert_to(tenant_id || ':6:{}', 'UTF8'))
         from audit_entries where sequence = 5`,
      6,
      'unknown',
    ],
    [
      'a changed entry with a hash that fits it',
      `update audit_entries set content = '{}',
         hash = sha256(previous_hash || convert_to(tenant_id || ':3:{}', 'UTF8')) where sequence = 3`,
      4,
      'torn',
    ],
    [
      'two that changed places',
      `update audit_entries a set content = b.content from audit_entries b
         where a.sequence in (2, 3) and b.sequence = 5 - a.sequence`,
      2,
      'changed',
    ],
  ])('%s', async (_, statement, sequence, reason) => {
    await tamperWithAudit(app.ownerDb, tenant, statement.split(';'));
    expect(await verify()).toEqual({ intact: false, sequence, reason });
  });
});
