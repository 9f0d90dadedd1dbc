import type { TenantDb } from '../../db/client.ts';
import { sweepSessions } from '../identity/identity.exports.ts';
import { recordExpiredView, sweepStaffLinks } from './staff-views.service.ts';

/** For a job: deletes expired sessions and links of staff. */
export async function sweepSessionsAndViews(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await sweepEndedSessions(db, tenantId, now);
  await sweepStaffLinks(db, tenantId, now);
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
