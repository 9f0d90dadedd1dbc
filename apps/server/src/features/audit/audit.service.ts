import type { TenantDb } from '../../db/client.ts';
import { takeNoMoreNumbers } from '../../db/sql/numbers.ts';
import type { Context, Session } from '../../http/context.ts';
import { type AuditActor, type AuditEntry, type AuditEvent, canonicalText } from './audit-entry.rules.ts';
import { findEntryAbout, insertEntry } from './audit.queries.ts';

/**
 * Records an event. A tenant's entries form a chain: in a transaction call this last, because the next entry waits
 * until it ends. Running numbers are locked before this (`takeNumbers`) in every transaction, or two transactions
 * would wait for each other.
 */
export async function appendAudit(db: TenantDb, tenantId: number, entry: AuditEntry): Promise<void> {
  if (db.isTransaction) takeNoMoreNumbers(db);
  await insertEntry(db, { tenantId, content: canonicalText(entry) });
}

/** The fields that a call adds. The person, the time and the network come from its context. */
export type RequestEntry = Pick<AuditEntry, 'event'> &
  Partial<Pick<AuditEntry, 'actor' | 'accountId' | 'subject' | 'details'>>;

/**
 * Records what a request did. Default: the signed-in person did it, in their own portal.
 * @param db the transaction that it belongs to; default: the context's own handle
 */
export async function auditRequest(
  ctx: Auditable & Pick<Context, 'db'>,
  entry: RequestEntry,
  db: TenantDb = ctx.db,
): Promise<void> {
  await appendAudit(db, ctx.tenant.id, entryOf(ctx, entry));
}

/**
 * Returns the text of what a request did, for a statement that writes it together with other rows (`appending`).
 * @param db sends the statement
 */
export function auditText(ctx: Auditable, entry: RequestEntry, db: TenantDb): string {
  if (db.isTransaction) takeNoMoreNumbers(db);
  return canonicalText(entryOf(ctx, entry));
}

type Auditable = Pick<Context, 'tenant' | 'clock' | 'session' | 'request'>;

function entryOf({ clock, session, request }: Auditable, entry: RequestEntry): AuditEntry {
  return {
    actor: actorOf(session),
    accountId: session?.account.id ?? null,
    subject: null,
    details: {},
    ...entry,
    at: clock.now(),
    ip: request.ip,
    userAgent: request.userAgent,
  };
}

/** Returns a session's person for the audit trail. */
function actorOf(session: Session | null): AuditActor {
  if (!session) return { kind: 'visitor' };
  const { loginId, staffName, name } = session;
  if (loginId !== null) return { kind: 'customer', loginId, session: name };
  return { kind: 'staff', name: staffName ?? '', session: name };
}

/** Finds the number and hash of the entry about an event of one object; undefined if there is none. */
export async function findAuditEntry(
  db: TenantDb,
  tenantId: number,
  about: { event: AuditEvent; accountId: number; subjectId: string },
) {
  return findEntryAbout(db, tenantId, about);
}
