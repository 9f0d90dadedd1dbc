import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { day } from '../../lib/time/durations.ts';
import { deleteOldDevices, devicesByName, loginsOfDevice, saveDevice } from './known-devices.queries.ts';

/** The time for which a browser is known after its last sign-in. */
const knownMs = 180 * day;
/** `used_at` is written at most this often, so that most sign-ins need no further write. */
const touchMs = day;

/** Tells if the browser with a token has signed in with a login's name before, or has chosen its password. */
export async function isKnownDevice(db: TenantDb, tenantId: number, token: string, name: string): Promise<boolean> {
  return (await devicesByName(db, { tenantId, tokenHash: hashToken(token), name })).length > 0;
}

/**
 * Remembers this browser by a cookie, so that other people's wrong passwords do not lock it out. It runs in the
 * transaction in which the browser signs in or stores a new password. DANGER: the caller must have checked that its
 * user is the login's owner.
 * @returns the token for the browser's cookie; null if the cookie needs no renewal
 */
export async function knowDevice(trx: TenantDb, ctx: Context, loginId: number): Promise<string | null> {
  const { tenant, clock } = ctx;
  const token = await deviceToKnow(trx, ctx, loginId);
  if (token !== null)
    await saveDevice(trx, { tenantId: tenant.id, tokenHash: hashToken(token), loginId, usedAt: clock.now() });
  return token;
}

/** Returns the token under which this browser is to be known to a login from now on; null if it needs no renewal. */
export async function deviceToKnow(
  db: TenantDb,
  { tenant, clock, request }: Context,
  loginId: number,
): Promise<string | null> {
  const deviceToken = request.deviceToken;
  const logins =
    deviceToken === null ? [] : await loginsOfDevice(db, { tenantId: tenant.id, tokenHash: hashToken(deviceToken) });
  // A token that we never issued may be somebody else's, so it is not used.
  const isOurs = deviceToken !== null && logins.length > 0;
  const known = logins.find((row) => row.login_id === loginId);
  if (known && clock.now().getTime() - known.used_at.getTime() < touchMs) return null;
  return isOurs ? deviceToken : makeToken();
}

/** The lifetime of the browser's cookie, in seconds. */
export const deviceSeconds = knownMs / 1000;

export async function sweepDevices(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  await deleteOldDevices(db, tenantId, new Date(now.getTime() - knownMs));
}
