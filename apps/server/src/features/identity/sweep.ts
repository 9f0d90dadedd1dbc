import type { TenantDb } from '../../db/client.ts';
import { sweepRateLimits } from '../../http/rate-limit.ts';
import { sweepStaffLinks } from '../staff-views/staff-views.service.ts';
import { sweepSessions } from './sessions.ts';
import { sweepLocks } from './sign-in-locks.ts';

const longestWindowMs = 24 * 60 * 60_000;

/** For a job: forgets what signing in left behind and nothing asks for any more. */
export async function sweepSignIns(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await sweepSessions(db, tenantId, now);
  await sweepStaffLinks(db, tenantId, now);
  await sweepLocks(db, tenantId, now);
  await sweepRateLimits(db, tenantId, new Date(now.getTime() - longestWindowMs));
}
