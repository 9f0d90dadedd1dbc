import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { endSession } from './sessions.queries.ts';

/** Ends the session of a request, if it has one, and records that. */
export async function endOwnSession(trx: TenantDb, ctx: Context): Promise<void> {
  const { session, tenant } = ctx;
  if (!session) return;
  if (!(await endSession(trx, tenant.id, session.tokenHash))) return;
  await auditRequest(ctx, { event: session.isAccountUser ? 'sign-out' : 'staff-view.ended' }, trx);
}
