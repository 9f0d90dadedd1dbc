import type { TenantDb } from '../db/client.ts';
import { sweepRateLimits } from '../http/rate-limit.ts';
import { recordExpiredView, sweepStaffLinks } from '../features/staff-views/staff-views.service.ts';
import { sweepDevices } from '../features/identity/known-devices.ts';
import { sweepSessions } from '../features/identity/sessions.ts';
import { sweepLocks } from '../features/identity/sign-in-locks.ts';

const longestWindowMs = 24 * 60 * 60_000;

/** For a job: deletes expired data of signing in. */
export async function sweepSignIns(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await sweepEndedSessions(db, tenantId, now);
  await sweepStaffLinks(db, tenantId, now);
  await sweepLocks(db, tenantId, now);
  await sweepDevices(db, tenantId, now);
  await sweepRateLimits(db, tenantId, new Date(now.getTime() - longestWindowMs));
}

/** Deletes expired sessions. A customer's is not recorded; a staff viewing is, because it lasted until then. */
async function sweepEndedSessions(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { name, account_id: accountId, staff_name: staffName, expires_at: endedAt } of await sweepSessions(
      trx,
      tenantId,
      now,
    ))
      if (staffName !== null) await recordExpiredView(trx, tenantId, { name, accountId, staffName, endedAt }, now);
  });
}
