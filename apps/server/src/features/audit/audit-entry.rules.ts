/**
 * All recorded events. Each feature adds its own (`declare module`). An event keeps its name for ever, because it is
 * in hashed entries.
 */
export interface AuditEvents {}

export type AuditEvent = keyof AuditEvents;

/** The person who acted. A visitor has proven nothing, or holds a key from a letter or a mail. */
export type AuditActor =
  | { kind: 'visitor' }
  | { kind: 'customer'; loginId: number; session: string | null }
  | { kind: 'staff'; name: string; session: string | null }
  | { kind: 'operator'; name: string }
  /** A program of the marina, by the number and the name of its key. */
  | { kind: 'integration'; key: number; name: string };

/** DANGER: never put a secret here, and of personal data only the names of fields. An entry can't be removed. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly (string | number)[] | null>>;

export interface AuditEntry {
  at: Date;
  event: AuditEvent;
  actor: AuditActor;
  /** The account of the portal in which it happened, or that it is about; null if unknown. */
  accountId: number | null;
  /** The object of the event. */
  subject: { type: string; id: string } | null;
  /** Null on the command line. */
  ip: string | null;
  userAgent: string | null;
  details: AuditDetails;
}

/** Returns an entry as the text that is stored and hashed. The same entry always gives the same text. */
export function canonicalText({ at, actor, details, ...entry }: AuditEntry): string {
  return JSON.stringify(canonical({ ...entry, at: at.toISOString(), actor, details }));
}

/**
 * Returns a value with its fields in alphabetical order, at every level, and with text that PostgreSQL can hold: no
 * NUL and no lone surrogates.
 */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [canonical(name), canonical(field)]));
}
