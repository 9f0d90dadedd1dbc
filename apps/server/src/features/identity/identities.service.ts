import type { TenantDb } from '../../db/client.ts';
import { findLoginOfIdentity, type Identity, insertIdentity } from './identities.queries.ts';

export type { Identity };

/** The id of the login that an identity opens, if it is linked to one. */
export function loginOfIdentity(db: TenantDb, tenantId: number, identity: Identity): Promise<number | undefined> {
  return findLoginOfIdentity(db, tenantId, identity);
}

/**
 * Lets an identity open a login from now on. DANGER: whoever calls this has made sure that both are one person's.
 * @returns false where it opens one already
 */
export function linkIdentity(
  trx: TenantDb,
  tenantId: number,
  link: Identity & { loginId: number },
  now: Date,
): Promise<boolean> {
  return insertIdentity(trx, tenantId, link, now);
}
