import type { TenantDb } from '../../../db/client.ts';
import type { Tenant } from '../../../http/context.ts';
import { CallError } from '../../../http/errors.ts';
import { storedBytes } from './document-file.queries.ts';

const megabyte = 1024 * 1024;

/**
 * Refuses a file if the account has no room for it. All versions of its documents count while their files are kept.
 * Without a limit one customer could fill the marina's storage, a hundred files an hour.
 * @param file its size in bytes; 0 if it isn't known yet
 * @throws CallError UPLOAD_QUOTA
 */
export async function refuseBeyondQuota(
  { tenant }: { tenant: Tenant },
  db: TenantDb,
  { accountId, size }: { accountId: number; size: number },
): Promise<void> {
  const { accountMegabytes } = tenant.settings.uploads;
  const used = await storedBytes(db, tenant.id, accountId);
  const room = accountMegabytes * megabyte - used;
  if (room <= 0 || size > room) throw new CallError('UPLOAD_QUOTA', { values: { megabytes: accountMegabytes } });
}
