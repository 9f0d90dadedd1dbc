import type { TenantDb } from '../../db/client.ts';
import type { Context, Session } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import type { AuditActor } from '../audit/audit.exports.ts';
import { appendAudit, auditRequest } from '../audit/audit.service.ts';
import { endOwnSession, startSession } from '../identity/identity.exports.ts';
import { daysBefore, minute } from '../../lib/time/durations.ts';
import { deleteStaffLinks, insertStaffLink, takeStaffLink } from './staff-views.queries.ts';

/** The time in which a link can be opened (decision C6.2). */
const staffLinkMs = 10 * minute;

export interface StaffLinkDraft {
  accountId: number;
  /** The name of the staff, as the audit trail shows it. */
  staffName: string;
  /** The reason for the viewing; empty if nobody asks for one. */
  reason: string;
  madeBy: AuditActor;
}

/** Makes the one-use link to a customer's portal. Its token is told once and stored nowhere. */
export async function makeStaffLink(
  db: TenantDb,
  tenantId: number,
  { accountId, staffName, reason, madeBy }: StaffLinkDraft,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = makeToken();
  const expiresAt = new Date(now.getTime() + staffLinkMs);
  await db.transaction().execute(async (trx) => {
    const link = { tenant_id: tenantId, token_hash: hashToken(token), account_id: accountId, staff_name: staffName };
    await insertStaffLink(trx, { ...link, created_at: now, expires_at: expiresAt });
    await appendAudit(trx, tenantId, {
      at: now,
      event: 'staff-link.made',
      actor: madeBy,
      accountId,
      subject: { type: 'account', id: String(accountId) },
      ip: null,
      userAgent: null,
      details: { staff: staffName, reason, expiresAt: expiresAt.toISOString() },
    });
  });
  return { token, expiresAt };
}

/** Opens a customer's portal for the holder of a link, once. @throws CallError INVALID_TOKEN */
export async function openStaffView(
  ctx: Context,
  token: string,
): Promise<Pick<Session, 'name' | 'loginId' | 'isAccountUser' | 'staffName' | 'endsAt'> & { accountGuid: string }> {
  const { db, tenant, clock } = ctx;
  const now = clock.now();
  const opened = await db.transaction().execute(async (trx) => {
    const link = await takeStaffLink(trx, tenant.id, hashToken(token), now);
    if (!link) throw new CallError('INVALID_TOKEN');
    await endOwnSession(trx, ctx);
    const { account_id: accountId, staff_name: staffName } = link;
    const isOpenedOverTls = ctx.request.isSecure;
    const staffSession = { accountId, loginId: null, remember: false, staffName, isOpenedOverTls };
    const session = await startSession(trx, tenant.id, staffSession, now);
    const entry = {
      event: 'staff-link.used',
      actor: { kind: 'staff', name: staffName, session: session.name },
      accountId,
      subject: { type: 'account', id: String(accountId) },
      details: { endsAt: session.endsAt.toISOString() },
    } as const;
    await auditRequest(ctx, entry, trx);
    return { ...session, staffName, accountGuid: link.account_guid };
  });
  ctx.cookies.setSession(opened.token, null);
  ctx.log.info({ sessionName: opened.name }, 'staff view opened');
  const { name, staffName, endsAt, accountGuid } = opened;
  return { name, staffName, endsAt, accountGuid, loginId: null, isAccountUser: false };
}

/** Records the end of a viewing that ran out. It is recorded when it is noticed. */
export async function recordExpiredView(
  trx: TenantDb,
  tenantId: number,
  { name, accountId, staffName, endedAt }: { name: string; accountId: number; staffName: string; endedAt: Date },
  now: Date,
): Promise<void> {
  await appendAudit(trx, tenantId, {
    at: now,
    event: 'staff-view.ended',
    actor: { kind: 'staff', name: staffName, session: name },
    accountId,
    subject: null,
    ip: null,
    userAgent: null,
    details: { endedAt: endedAt.toISOString() },
  });
}

/** Deletes links that expired a day ago. The audit trail keeps their history. */
export async function sweepStaffLinks(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await deleteStaffLinks(db, tenantId, daysBefore(now, 1));
}
