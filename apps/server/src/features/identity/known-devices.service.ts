import type { TenantDb } from '../../db/client.ts';
import { fixedQuery } from '../../db/fixed-query.ts';
import type { Context } from '../../http/context.ts';
import { hashToken, makeToken } from '../../lib/secret-token.ts';

const day = 24 * 60 * 60_000;

/** The time for which a browser is known after its last sign-in. */
const knownMs = 180 * day;
/** `used_at` is written at most this often, so that most sign-ins need no further write. */
const touchMs = day;

/** Tells if the browser with a token has signed in with a login's name before. */
export async function isKnownDevice(db: TenantDb, tenantId: number, token: string, name: string): Promise<boolean> {
  return (await devicesByName(db, { tenantId, tokenHash: hashToken(token), name })).length > 0;
}

const devicesByName = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer; name: string }) =>
  db
    .selectFrom('known_devices as d')
    .innerJoin('logins as l', (join) => join.onRef('l.tenant_id', '=', 'd.tenant_id').onRef('l.id', '=', 'd.login_id'))
    .select('d.login_id')
    .where('d.tenant_id', '=', values.tenantId)
    .where('d.token_hash', '=', values.tokenHash)
    .where('l.email', '=', values.name),
);

const loginsOfDevice = fixedQuery((db, values: { tenantId: number; tokenHash: Buffer }) =>
  db
    .selectFrom('known_devices')
    .select(['login_id', 'used_at'])
    .where('tenant_id', '=', values.tenantId)
    .where('token_hash', '=', values.tokenHash),
);

/**
 * Remembers this browser by a cookie, in the transaction of its sign-in, so that other people's wrong passwords do
 * not lock it out.
 * @returns the token for the browser's cookie; null if the cookie needs no renewal
 */
export async function knowDevice(trx: TenantDb, ctx: Context, loginId: number): Promise<string | null> {
  const { tenant, clock, request } = ctx;
  const now = clock.now();
  const given = request.deviceToken;
  const logins = given === null ? [] : await loginsOfDevice(trx, { tenantId: tenant.id, tokenHash: hashToken(given) });
  // A token that we never issued may be somebody else's, so it is not used.
  const isOurs = given !== null && logins.length > 0;
  const known = logins.find((row) => row.login_id === loginId);
  if (known && now.getTime() - known.used_at.getTime() < touchMs) return null;
  const token = isOurs ? given : makeToken();
  await trx
    .insertInto('known_devices')
    .values({ tenant_id: tenant.id, token_hash: hashToken(token), login_id: loginId, used_at: now })
    .onConflict((on) => on.columns(['tenant_id', 'login_id', 'token_hash']).doUpdateSet({ used_at: now }))
    .execute();
  return token;
}

/** The lifetime of the browser's cookie, in seconds. */
export const deviceSeconds = knownMs / 1000;

/** Forgets all browsers of a login, because it has a new password. */
export async function forgetDevices(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await trx.deleteFrom('known_devices').where('tenant_id', '=', tenantId).where('login_id', '=', loginId).execute();
}

export async function sweepDevices(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - knownMs);
  await db.deleteFrom('known_devices').where('tenant_id', '=', tenantId).where('used_at', '<', before).execute();
}
