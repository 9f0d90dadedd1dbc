import { sql } from 'kysely';
import { fixedQuery } from '../../db/sql/fixed-query.ts';
import { subtracting } from '../../http/limits/rate-limit.queries.ts';
import { appending } from '../audit/audit.exports.ts';
import { heldLogin } from './identity.queries.ts';
import { type SessionValues, sessionRow } from './sessions.queries.ts';

/** The facts that opening a session stores. */
export interface Opening extends SessionValues {
  loginId: number;
  /** The hash that was checked; null if another credential was. */
  passwordHash: string | null;
  language: string;
  /** The pair whose failures are forgotten; null for none. */
  nameHash: Buffer | null;
  sourceHash: Buffer | null;
  /** The counters whose hits are taken back, in the order in which they are counted. */
  buckets: readonly string[];
  /** The browser that is known from now on; null if it needs no writing. */
  deviceHash: Buffer | null;
  /** The text for the audit trail. */
  entry: string;
}

/**
 * Opens a session of a login that still has the checked password, in one statement. It first locks the login's row, and
 * everything else depends on that row. The audit trail's lock comes last, so it counts what the others have written.
 * The counters are locked right before it, because everybody behind a network shares one.
 * @returns no row if the login has another password by now
 */
export const openedSessions = fixedQuery((_, values: Opening) => {
  const session = sessionRow(values);
  const columns = sql.join(Object.keys(session).map((name) => sql.ref(name)));
  return sql<object>`
    with held as (${heldLogin(values)}),
    spoken as (
      update logins set language = ${values.language}
      where tenant_id = ${values.tenantId} and id in (select id from held)
        and language is distinct from ${values.language}
      returning 1
    ),
    cleared as (
      delete from sign_in_locks
      where tenant_id = ${values.tenantId} and name_hash = ${values.nameHash} and source_hash = ${values.sourceHash}
        and exists (select from held)
      returning 1
    ),
    known as (
      insert into known_devices (tenant_id, login_id, token_hash, used_at)
      select ${values.tenantId}::int, id, ${values.deviceHash}::bytea, ${values.now}::timestamptz
      from held where ${values.deviceHash}::bytea is not null
      on conflict (tenant_id, login_id, token_hash) do update set used_at = excluded.used_at
      returning 1
    ),
    undone as (${subtracting(values, sql`exists (select from held)`)} returning 1),
    opened as (insert into sessions (${columns}) select ${sql.join(Object.values(session))} from held returning 1)
    select ${appending(values.tenantId, values.entry)} from opened
    where (select count(*) from spoken) + (select count(*) from cleared) + (select count(*) from known)
      + (select count(*) from undone) >= 0`;
});
