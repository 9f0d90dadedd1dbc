import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';

const megabyte = 1024 * 1024;

/**
 * Refuses a file if the account has no room for it. All versions of its documents count while their files are kept.
 * Without a limit one customer could fill the marina's storage, a hundred files an hour.
 * @param size in bytes; 0 if it isn't known yet
 * @throws CallError UPLOAD_QUOTA
 */
export async function refuseBeyondQuota(
  { tenant, account }: AccountContext,
  db: TenantDb,
  size: number,
): Promise<void> {
  const { accountMegabytes } = tenant.settings.uploads;
  const used = await storedBytes(db, tenant.id, account.id);
  const room = accountMegabytes * megabyte - used;
  if (room <= 0 || size > room) throw new CallError('UPLOAD_QUOTA', { values: { megabytes: accountMegabytes } });
}

async function storedBytes(db: TenantDb, tenantId: number, accountId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.size), 0)::bigint as bytes
    from account_documents d join files f on f.tenant_id = d.tenant_id and f.id = d.file_id
    where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and f.storage_name is not null`.execute(db);
  return rows[0]?.bytes ?? 0;
}
