import type { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import type { TenantDb } from '../../db/client.ts';
import type { OpenCallLimit } from '../../http/limits/call-limits.ts';
import type { AccountContext, Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { auditRequest } from '../audit/audit.service.ts';
import {
  deviceSeconds,
  hashPassword,
  knowDevice,
  lockLogin,
  proveIdentity,
  stillStands,
} from '../identity/identity.exports.ts';
import { accountOfLogin, emailOfLogin, loginName, setPassword } from '../identity/identity.service.ts';
import { forgetWaitingAddress } from '../login-address/login-address.exports.ts';
import { queueMail } from '../mail/mail.service.ts';
import { hour } from '../../lib/time/durations.ts';
import { refuseWeakPassword } from './password.rules.ts';
import { dropResetOf, findReset, takeReset } from './passwords.queries.ts';

/**
 * Keeps strangers from filling somebody's inbox. The limit of the network is wide enough for a marina behind one
 * address. The refusals are the same for unknown addresses.
 */
export const resetLimits: readonly OpenCallLimit<typeof requestPasswordReset>[] = [
  { name: 'password-reset-network', per: 'network', max: 300, windowMs: hour },
  { name: 'password-reset', per: ({ body }) => loginName(body.email), max: 5, windowMs: hour },
];

/**
 * Queues the mail with the link, for every address. passwords.mail.ts looks the login up when it writes the mail, so
 * neither the answer nor its duration reveals if there is one.
 */
export async function requestReset({ db, tenant, clock, language }: Context, email: string): Promise<void> {
  const now = clock.now();
  const recipient = loginName(email);
  await db.transaction().execute((trx) => queueMail(trx, tenant, { kind: 'password-reset', recipient, language }, now));
}

/**
 * Checks a reset token.
 * @returns the id of the login whose password it changes
 * @throws CallError INVALID_TOKEN if it is unknown, used, replaced or older than an hour
 */
export async function checkResetToken({ db, tenant, clock }: Context, token: string): Promise<number> {
  const loginId = await findReset(db, tenant.id, hashToken(token), clock.now());
  if (loginId === undefined) throw new CallError('INVALID_TOKEN');
  return loginId;
}

/** Sets the password by a mail's link. Every session of the login ends, and its lock opens. */
export async function resetByToken(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, tenant, clock } = ctx;
  refuseWeakPassword(tenant, password);
  // Checked before the hash is made: a hash is expensive, and a wrong token must not cause one.
  const loginId = await checkResetToken(ctx, token);
  const passwordHash = await hashPassword(password);
  const device = await db.transaction().execute(async (trx) => {
    await lockLogin(trx, tenant.id, loginId);
    const taken = await takeReset(trx, tenant.id, hashToken(token), clock.now());
    if (taken !== loginId) throw new CallError('INVALID_TOKEN');
    const made = await storePassword(trx, ctx, loginId, passwordHash, null);
    await recordChange(trx, ctx, 'password.reset', loginId);
    return made;
  });
  if (device !== null) ctx.cookies.setDevice(device, deviceSeconds);
  ctx.log.info('password reset');
}

/**
 * Changes the password of the session's login. This session stays, and the login's others end.
 * @throws CallError WRONG_PASSWORD, also if another password was stored during the check; TOO_MANY_REQUESTS while the
 * login is locked; and those of the rule
 */
export async function changeKnownPassword(
  ctx: AccountContext,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<void> {
  const { db, tenant, session } = ctx;
  refuseWeakPassword(tenant, password);
  const checked = await proveIdentity(ctx, currentPassword);
  const { loginId } = checked;
  const passwordHash = await hashPassword(password);
  const device = await db.transaction().execute(async (trx) => {
    if (!(await stillStands(trx, tenant.id, checked))) throw new CallError('WRONG_PASSWORD');
    await dropResetOf(trx, tenant.id, loginId);
    const made = await storePassword(trx, ctx, loginId, passwordHash, session.tokenHash);
    await recordChange(trx, ctx, 'password.change', loginId);
    return made;
  });
  if (device !== null) ctx.cookies.setDevice(device, deviceSeconds);
  ctx.log.info({ loginId }, 'password changed');
}

/** Deletes a reset whose link went to the old address, in the transaction that changes the address. */
export async function forgetResetOf(trx: TenantDb, tenantId: number, loginId: number): Promise<void> {
  await dropResetOf(trx, tenantId, loginId);
}

/**
 * Stores a password and tells the login's owner by mail. A waiting change of address is dropped: somebody who knew
 * the old password may have requested it. Strangers' failures do not hold up the browser that chose the password.
 * @returns the token for the browser's cookie; null if the cookie needs no renewal
 */
async function storePassword(
  trx: TenantDb,
  ctx: Context,
  loginId: number,
  passwordHash: string,
  keptSession: Buffer | null,
): Promise<string | null> {
  const { tenant, clock, language } = ctx;
  const email = await setPassword(trx, tenant.id, { loginId, passwordHash, keptSession });
  await forgetWaitingAddress(trx, tenant.id, loginId, email);
  const recipient = (await emailOfLogin(trx, tenant.id, loginId)) ?? email;
  if (recipient !== null) await queueMail(trx, tenant, { kind: 'password-changed', recipient, language }, clock.now());
  return knowDevice(trx, ctx, loginId);
}

async function recordChange(
  trx: TenantDb,
  ctx: Context,
  event: 'password.reset' | 'password.change',
  loginId: number,
): Promise<void> {
  const accountId = await accountOfLogin(trx, ctx.tenant.id, loginId);
  await auditRequest(ctx, { event, accountId, subject: { type: 'login', id: String(loginId) } }, trx);
}
