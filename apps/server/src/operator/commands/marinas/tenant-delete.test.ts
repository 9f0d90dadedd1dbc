import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../../../demo/load-demo.ts';
import { unsafeFindTenant } from '../../../http/tenant/tenant.queries.ts';
import { lockTenantRows } from '../../../import/row-locks.queries.ts';
import { openLocalFolder } from '../../../providers/files/local-folder.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { isLockAwaited } from '../../../testing/databases/awaited-locks.ts';
import { runOperator } from '../../testing/operator.ts';
import { addOneOfEachKind } from '../../testing/whole-marina.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-delete-'));
let app: TestApp;
let owner: pg.Client;
let leaving: number;
let staying: number;

beforeAll(async () => {
  const files = openLocalFolder(join(dataDir, 'files'));
  app = await startTestApp({ files });
  app.clock.set(new Date().toISOString());
  const { ownerUrl } = app.testDatabase;
  owner = new pg.Client(ownerUrl);
  await owner.connect();
  const [now, log] = [app.clock.now(), { info: () => {} }];
  await loadDemo({ ownerUrl, appDatabase: app.database, sandboxUrl: 'http://127.0.0.1:9', files, now, log });
  leaving = (await unsafeFindTenant(app.database, 'key', 'saltmarsh'))?.id ?? 0;
  await addOneOfEachKind(app.database.forTenant(leaving), leaving);
  const others = await owner.query<{ id: number }>('select id from tenants where id <> $1 order by id', [leaving]);
  staying = others.rows[0]?.id ?? 0;
});
afterAll(async () => {
  await owner.end();
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const run = (...args: string[]) => runOperator(args, { database: app.testDatabase, dataDir });
const deleteIt = () => run('tenant', 'delete', 'saltmarsh', '--confirm', 'saltmarsh');

/** Enters a marina with the role that owns the tables: row security binds it, too. */
const enter = (tenantId: number) => owner.query(`select set_config('app.tenant_id', $1::text, false)`, [tenantId]);

/** Counts the rows of a marina in each table that has some. */
async function countRows(tenantId: number): Promise<Record<string, number>> {
  await enter(tenantId);
  const { rows: found } = await owner.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attname = 'tenant_id' order by 1`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of found) {
    const { rows } = await owner.query(`select count(*)::int as count from ${name} where tenant_id = $1`, [tenantId]);
    if (rows[0].count > 0) counted[name] = rows[0].count;
  }
  return counted;
}

/** Lists the stored files of a marina. */
function filesOf(tenantId: number): string[] {
  const folder = join(dataDir, 'files', String(tenantId));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Leaves an import of the leaving marina that no worker has taken up. */
async function leaveBodyOfImport(): Promise<void> {
  const rows = Readable.from([Buffer.from('reference,lastname\nM-1,Sailor\n')]);
  const { name, size, sha256 } = await openLocalFolder(join(dataDir, 'files')).put(leaving, rows, 1_000);
  await enter(leaving);
  await owner.query(
    `insert into imports (tenant_id, id, key_id, kind, dry_run, office_wins, storage_name, size, sha256, received_at)
     select tenant_id, 1, id, 'accounts', false, false, $1, $2, decode($3, 'hex'), now()
     from integration_keys order by id limit 1`,
    [name, size, sha256],
  );
}

test('[RUN-116] a marina that is still in use is not deleted, and the command says what to do', async () => {
  const key = ['key', 'create', '--tenant', 'saltmarsh', '--name', 'Office', '--scopes', 'orders:read'];
  expect((await run(...key)).err).toBe('');
  await enter(leaving);
  const { rows: payments } = await owner.query<{ id: number; state: string }>(
    'select id, state from payments order by id limit 1',
  );
  const [payment] = payments;
  await owner.query(`update payments set state = 'sent' where id = $1`, [payment?.id]);
  const before = await countRows(leaving);
  const { code, err } = await deleteIt();
  expect(code).toBe(1);
  expect(err).toContain('tenant set saltmarsh hosts "" --offline');
  expect(err).toContain('Keys with which programs may still write: 2.');
  expect(err).toContain('Payments under way: 1.');
  expect((await run('tenant', 'delete', 'saltmarsh', '--confirm', 'azur')).err).toContain('--confirm names "azur"');
  expect(await countRows(leaving)).toEqual(before);

  await enter(leaving);
  await owner.query('update payments set state = $2 where id = $1', [payment?.id, payment?.state]);
  const { rows: keys } = await owner.query<{ id: number }>('select id from integration_keys');
  for (const { id } of keys) await run('key', 'revoke', String(id), '--tenant', 'saltmarsh');
  await run('tenant', 'set', 'saltmarsh', 'hosts', '', '--offline');
});

test('[RUN-116] without --confirm, "tenant delete" says what goes, and changes nothing', async () => {
  const before = await countRows(leaving);
  const { code, out, err } = await run('tenant', 'delete', 'saltmarsh');
  expect({ code, err, out }).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('To delete it: --confirm saltmarsh'),
  });
  for (const table of ['orders', 'payments', 'files', 'audit_entries'])
    expect(out).toContain(`  ${table.replaceAll('_', ' ')}: ${before[table]?.toLocaleString('en')}\n`);
  expect(await countRows(leaving)).toEqual(before);
});

/**
 * Begins a payment in a transaction that stays open.
 * @param by a program's row holds up whatever needs the marina alone
 * @returns a function that commits it
 */
async function beginPayment(id: number, by: 'portal' | 'program'): Promise<() => Promise<unknown>> {
  const trx = await app.database.forTenant(leaving).startTransaction().execute();
  if (by === 'program') await lockTenantRows(trx, leaving, 'shared');
  await sql`
    insert into payments (tenant_id, id, account_id, site_id, merchant_ref_number, provider_key, channel, state,
      currency, amount_minor, is_test, created_at, updated_at, expires_at)
    select tenant_id, ${id}, account_id, site_id, 'begun', provider_key, 'Card', 'sent', currency, 100, is_test,
      now(), now(), now()
    from payments where tenant_id = ${leaving} order by id limit 1`.execute(trx);
  return () => trx.commit().execute();
}

test.each(['portal', 'program'] as const)('[RUN-116] a payment that begins meanwhile in a %s stays', async (by) => {
  const before = await countRows(leaving);
  const commit = await beginPayment(900_001, by);
  const deleting = deleteIt();
  await expect.poll(() => isLockAwaited(app.ownerDb), { timeout: 10_000 }).toBe(true);
  await commit();
  const { code, err } = await deleting;
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Payments under way: 1.') });
  await enter(leaving);
  await owner.query('delete from payments where id = 900001');
  expect(await countRows(leaving)).toEqual(before);
});

test('[RUN-147] a storage that has none of the files is refused: it is another server’s', async () => {
  const before = await countRows(leaving);
  const elsewhere = mkdtempSync(join(tmpdir(), 'quayside-test-elsewhere-'));
  const options = { database: app.testDatabase, dataDir: elsewhere };
  const { code, err } = await runOperator(['tenant', 'delete', 'saltmarsh', '--confirm', 'saltmarsh'], options);
  rmSync(elsewhere, { recursive: true });
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('Correct DATA_DIR or S3_BUCKET') });
  expect(await countRows(leaving)).toEqual(before);
});

test('[RUN-116] a deletion that fails leaves all rows, and the next one deletes what is left', async () => {
  const before = await countRows(leaving);
  const [stored = ''] = filesOf(leaving);
  rmSync(stored);
  mkdirSync(join(stored, 'in-the-way'), { recursive: true });
  const { code } = await deleteIt();
  expect(code).toBe(1);
  expect(await countRows(leaving)).toEqual(before);
  rmSync(stored, { recursive: true });
});

test('[RUN-116] nothing of a deleted marina is left, and others keep everything', async () => {
  await leaveBodyOfImport();
  const others = { rows: await countRows(staying), files: filesOf(staying) };
  expect(Object.keys(await countRows(leaving)).length).toBeGreaterThan(45);
  const { code, out, err } = await deleteIt();
  expect({ code, out }, err).toMatchObject({ code: 0, out: expect.stringContaining('It is deleted.') });
  expect(await countRows(leaving)).toEqual({});
  expect(filesOf(leaving)).toEqual([]);
  expect({ rows: await countRows(staying), files: filesOf(staying) }).toEqual(others);
  expect((await run('tenant', 'list')).out).not.toContain('saltmarsh');
  expect((await run('audit', 'verify')).code).toBe(0);
});

test('[RUN-116] each table that names stored files is one whose files are deleted', async () => {
  const { rows } = await owner.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'storage_name' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['file_uploads', 'files', 'imports']);
});

test('[RUN-116] the audit trail is still only added to', async () => {
  await enter(staying);
  await expect(owner.query('delete from audit_entries')).rejects.toThrow('audit_entries is only ever added to');
});
