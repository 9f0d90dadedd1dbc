import type { TenantDb } from '../../db/client.ts';
import { takeNoMoreNumbers } from '../../db/numbers.ts';
import type { Context, Session } from '../../http/context.ts';
import { type AuditActor, type AuditEntry, type AuditEvent, canonicalText } from './audit-entry.ts';
import { findEntryAbout, insertEntry } from './audit.queries.ts';

/**
 * Records what happened. A tenant's entries follow each other one by one: in a transaction call it last, because the
 * next entry waits until that ends. Running numbers are locked before (`takeNumbers`), in every transaction alike, or
 * two of them would wait for each other.
 */
export async function appendAudit(db: TenantDb, tenantId: number, entry: AuditEntry): Promise<void> {
  if (db.isTransaction) takeNoMoreNumbers(db);
  await insertEntry(db, tenantId, canonicalText(entry));
}

/** What a call adds of its own; who, when and where come from its context. */
export type RequestEntry = Pick<AuditEntry, 'event'> &
  Partial<Pick<AuditEntry, 'actor' | 'accountId' | 'subject' | 'details'>>;

/**
 * Records what a request did: by whoever is signed in, in their portal, unless the entry says otherwise.
 * @param db the transaction of what is recorded; the context's own handle where there is none
 */
export async function auditRequest(
  { db: own, tenant, clock, session, request }: Pick<Context, 'db' | 'tenant' | 'clock' | 'session' | 'request'>,
  entry: RequestEntry,
  db: TenantDb = own,
): Promise<void> {
  await appendAudit(db, tenant.id, {
    actor: actorOf(session),
    accountId: session?.account.id ?? null,
    subject: null,
    details: {},
    ...entry,
    at: clock.now(),
    ip: request.ip,
    userAgent: request.userAgent,
  });
}

/** Who a session's person is to the audit trail. */
function actorOf(session: Session | null): AuditActor {
  if (!session) return { kind: 'visitor' };
  const { loginId, staffName, name } = session;
  if (loginId !== null) return { kind: 'customer', loginId, session: name };
  return { kind: 'staff', name: staffName ?? '', session: name };
}

/** Number and hash of the entry that records an event of one thing; undefined where there is none. */
export async function findAuditEntry(
  db: TenantDb,
  tenantId: number,
  about: { event: AuditEvent; accountId: number; subjectId: string },
) {
  return findEntryAbout(db, tenantId, about);
}
