import type { TenantDb } from '../../db/client.ts';
import type { AuditEntry } from '../../features/audit/audit.exports.ts';
import { appendAudit } from '../../features/audit/audit.service.ts';
import { systemUser } from './system-user.ts';

/** Records what a command did in the marina's audit trail. In a transaction it has to be the last statement. */
export function auditOperator(
  db: TenantDb,
  tenantId: number,
  now: Date,
  entry: Pick<AuditEntry, 'event'> & Partial<Pick<AuditEntry, 'accountId' | 'subject' | 'details'>>,
): Promise<void> {
  const nothing = { accountId: null, subject: null, ip: null, userAgent: null, details: {} };
  return appendAudit(db, tenantId, { ...nothing, ...entry, at: now, actor: systemUser() });
}
