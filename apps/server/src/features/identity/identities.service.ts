import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { lockLogin } from './checked-credential.service.ts';
import { deleteIdentities, findLoginOfIdentity, type Identity, insertIdentity } from './identities.queries.ts';
import { accountOfLogin } from './identity.service.ts';
import { deleteDevices } from './known-devices.queries.ts';
import { endSessionsOfLogin } from './sessions.queries.ts';

export type { Identity };

/** Returns the id of the login that an identity opens, if it is linked to one. */
export function loginOfIdentity(db: TenantDb, tenantId: number, identity: Identity): Promise<number | undefined> {
  return findLoginOfIdentity(db, tenantId, identity);
}

/**
 * Lets an identity open a login from now on, and records that: call it last in its transaction. DANGER: the caller
 * must have checked that both belong to the same person.
 * @returns false if it opens one already
 */
export async function linkIdentity(
  trx: TenantDb,
  ctx: Context,
  link: Identity & { loginId: number },
): Promise<boolean> {
  const { tenant, clock } = ctx;
  const { issuer, loginId } = link;
  if (!(await insertIdentity(trx, tenant.id, link, clock.now()))) return false;
  const subject = { type: 'login', id: String(loginId) };
  const accountId = await accountOfLogin(trx, tenant.id, loginId);
  await auditRequest(ctx, { event: 'identity.link', accountId, subject, details: { issuer } }, trx);
  return true;
}

/**
 * Takes identities away from a login, in the caller's transaction. Its sessions end and its browsers are forgotten,
 * because the identities' owner may have opened them.
 * @param issuer the provider; null for all
 * @returns the providers that opened the login until now
 */
export async function unlinkIdentities(
  trx: TenantDb,
  tenantId: number,
  loginId: number,
  issuer: string | null,
): Promise<string[]> {
  await lockLogin(trx, tenantId, loginId);
  const issuers = await deleteIdentities(trx, tenantId, loginId, issuer);
  if (issuers.length === 0) return [];
  await endSessionsOfLogin(trx, tenantId, loginId, null);
  await deleteDevices(trx, tenantId, loginId);
  return issuers;
}
