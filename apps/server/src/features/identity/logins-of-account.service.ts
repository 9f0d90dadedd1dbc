import type { TenantDb } from '../../db/client.ts';
import { listIdentities } from './identities.queries.ts';
import { listLogins } from './identity.queries.ts';
import { countedName } from './prove-identity.service.ts';
import { locksOf } from './sign-in-locks.queries.ts';

/** A login as an operator may see it. */
export type AccountLogin = Awaited<ReturnType<typeof loginsOfAccount>>[number];

/** Returns the logins of an account, the oldest first, with the providers that open each. */
export async function loginsOfAccount(db: TenantDb, tenantId: number, accountId: number) {
  const logins = await listLogins(db, tenantId, accountId);
  const ids = logins.map(({ id }) => id);
  const identities = ids.length === 0 ? [] : await listIdentities(db, tenantId, ids);
  return logins.map(({ id, email, email_confirmed_at, language, has_password: hasPassword }) => ({
    id,
    email,
    isConfirmed: email_confirmed_at !== null,
    language,
    hasPassword: Boolean(hasPassword),
    identities: identities.filter(({ login_id }) => login_id === id),
  }));
}

/** Tells for how many networks and browsers a login is locked after wrong passwords, and until when. Null: for none. */
export async function lockOfLogin(db: TenantDb, tenantId: number, login: AccountLogin, now: Date) {
  const { places, until } = await locksOf(db, tenantId, countedName(login), now);
  return until === null ? null : { places, until };
}
