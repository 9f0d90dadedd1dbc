/** Everything that is recorded. An event keeps its name for ever: it is in hashed entries. */
export type AuditEvent =
  | 'sign-in'
  | 'sign-in.locked'
  | 'sign-in.slowed'
  | 'sign-out'
  | 'registration'
  | 'password.reset'
  | 'password.change'
  | 'identity.link'
  | 'login-address.request'
  | 'login-address.confirm'
  | 'account.save'
  | 'consent.change'
  | 'card.kept'
  | 'card.default'
  | 'card.deleted'
  | 'document.upload'
  | 'document.infected'
  | 'document.erased'
  | 'staff-link.made'
  | 'staff-link.used'
  | 'staff-view.ended'
  | 'staff-view.refused'
  | 'tenant.set'
  | 'account.add'
  | 'code.issue'
  | 'pay-link.mail'
  | 'mail-link.mail'
  | 'import'
  | 'seal-certificate.made'
  | 'seal-certificate.installed'
  | 'agreement.viewed'
  | 'agreement.signed'
  | 'agreement.refused'
  | 'agreement.sealed'
  | 'agreement.downloaded';

/** Who did it. A visitor is somebody who has proven nothing, or holds a key of a letter or a mail. */
export type AuditActor =
  | { kind: 'visitor' }
  | { kind: 'customer'; loginId: number; session: string | null }
  | { kind: 'staff'; name: string; session: string | null }
  | { kind: 'operator'; name: string };

/** DANGER: never a secret, and of a person's data no more than names of fields: an entry can't be taken back. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | null>>;

export interface AuditEntry {
  at: Date;
  event: AuditEvent;
  actor: AuditActor;
  /** Whose portal it happened in, or is about; null where that isn't known. */
  accountId: number | null;
  /** What it was done to. */
  subject: { type: string; id: string } | null;
  /** Null on the command line. */
  ip: string | null;
  userAgent: string | null;
  details: AuditDetails;
}

/** An entry as the text that is stored and hashed: the same entry is always the same text. */
export function canonicalText({ at, actor, details, ...entry }: AuditEntry): string {
  return JSON.stringify(canonical({ ...entry, at: at.toISOString(), actor, details }));
}

/** Fields in the order of their names, at every level, and text that PostgreSQL can hold: no NUL, no half of a pair. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [canonical(name), canonical(field)]));
}
