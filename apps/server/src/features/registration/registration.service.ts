import type { registerAccount } from '@quayside/contract/identity/registration.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { findAccountName, lockAccount } from '../account/account.exports.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { recordEvents } from '../events/events.service.ts';
import { holderOfAddress } from '../identity/identity.exports.ts';
import { loginName, registerLogin } from '../identity/identity.service.ts';
import { askToConfirmNewLogin, askToConfirmWanted, claimAddress } from '../login-address/login-address.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { refuseWeakPassword } from '../passwords/passwords.exports.ts';
import { countFailedUse, findRenewalCode, type RenewalCodeRow, spendRenewalCode } from './registration.queries.ts';
import { isSpent, isUsedUp, type OpenCode, openRenewalCode } from './renewal-codes.service.ts';

type Registration = CallArguments<typeof registerAccount>['body'];

/**
 * Gives the account of a code a login, spends the code, and confirms it by mail: all of it or nothing.
 * @returns the address that signs in from now on
 * @throws CallError the codes that the contract declares for `registerAccount`
 */
export async function registerWithCode(ctx: Context, { account, password }: Registration): Promise<string> {
  const { db, tenant } = ctx;
  refuseWeakPassword(tenant, password);
  const { codeHash } = await openCodeOf(ctx, account);
  const name = await db.transaction().execute(async (trx) => {
    try {
      return (await registerByCode(trx, ctx, codeHash, { ...account, password })).name ?? account.email;
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'EMAIL_IN_USE')) throw error;
      // DANGER: this answer reveals that an address has a login. It is counted before the lock of the account opens, so
      // that registrations at the same time learn no more than those in a row.
      await countFailedUse(trx, tenant.id, codeHash);
      return error;
    }
  });
  if (name instanceof CallError) throw name;
  return name;
}

/**
 * Returns the code of an account. A code with another account's guid looks like guessing, and gets the answer for a
 * wrong code (decision S6).
 * @throws CallError CODE_NOT_FOUND, ALREADYREGISTERED, TOO_MANY_REQUESTS
 */
export async function openCodeOf(
  ctx: Context,
  { guid, renewalToken }: { guid: string; renewalToken: string },
): Promise<OpenCode> {
  const open = await openRenewalCode(ctx, renewalToken);
  if (guid.toLowerCase() === open.guid) return open;
  await countFailedUse(ctx.db, ctx.tenant.id, open.codeHash);
  throw new CallError('CODE_NOT_FOUND');
}

/**
 * Gives the account of a code a login and spends the code, in the caller's transaction.
 * @param login without a password it signs in through a provider of single sign-on
 * @returns the login, and the address that signs in; null if the provider told none
 * @throws CallError CODE_NOT_FOUND, ALREADYREGISTERED, EMAIL_IN_USE
 */
export async function registerByCode(
  trx: TenantDb,
  ctx: Context,
  codeHash: Buffer,
  login: { email: string; password: string } | { email: string | null; password: null },
): Promise<{ loginId: number; name: string | null }> {
  const { tenant, clock, language, log } = ctx;
  const now = clock.now();
  const { account_id: accountId, email: onFile } = await lockOpenCode(trx, tenant.id, codeHash, now);
  const { name, takenFrom } = await nameOfNewLogin(trx, ctx, login, onFile);
  const named = login.password === null ? { ...login, email: name } : { ...login, email: name ?? login.email };
  const loginId = await registerLogin(trx, tenant.id, { ...named, accountId }, now);
  await spendRenewalCode(trx, tenant.id, codeHash, now);
  // The address on file gets it too: its owner has to learn of a login that somebody else made (decision C5.4).
  const readers = new Set([loginName(login.email ?? ''), loginName(onFile)].filter((address) => address !== ''));
  for (const recipient of readers) await queueMail(trx, tenant, { kind: 'registered', recipient, language }, now);
  if (login.email !== null && !isProven(login, onFile))
    await (name === login.email ? askToConfirmNewLogin : askToConfirmWanted)(trx, ctx, {
      id: loginId,
      email: login.email,
      onFile,
    });
  const whose = await findAccountName(trx, tenant.id, accountId);
  const object = {
    number: loginId,
    ...whose,
    email: name && loginName(name),
    createdAt: now.toISOString(),
  };
  await recordEvents(trx, tenant.id, [{ type: 'login.created', reference: whose.account, object }], now);
  const subject = { type: 'login', id: String(loginId) };
  const details = takenFrom.length > 0 ? { takenFrom } : {};
  await auditRequest(ctx, { event: 'registration', accountId, subject, details }, trx);
  log.info({ accountId }, 'account registered');
  return { loginId, name };
}

type NewLogin = Parameters<typeof registerByCode>[3];

/** Tells if an address is its owner's: a provider of single sign-on has verified it, or the office writes to it. */
const isProven = ({ email, password }: NewLogin, onFile: string): boolean =>
  password === null || loginName(email) === loginName(onFile);

/**
 * Decides which address a new login signs in with. A proven one is taken from a login that only claims it. One that is
 * not proven, and that another login claims, waits for the link in its mail: until then the address on file signs in.
 * @returns the address, and the numbers of the logins that lost one
 */
async function nameOfNewLogin(
  trx: TenantDb,
  ctx: Context,
  login: NewLogin,
  onFile: string,
): Promise<{ name: string | null; takenFrom: number[] }> {
  const { id } = ctx.tenant;
  const asTyped = { name: login.email, takenFrom: [] };
  if (login.email === null) return asTyped;
  const holder = await holderOfAddress(trx, id, loginName(login.email));
  if (holder !== 'claimant') return asTyped;
  const email = isProven(login, onFile) ? login.email : onFile;
  if (email === '' || (await holderOfAddress(trx, id, loginName(email))) === 'owner') return asTyped;
  return { name: email, takenFrom: await claimAddress(trx, ctx, { email, takerId: null }) };
}

/** Locks a code and reads it again, because the last holder of the lock may have registered its account. */
async function lockOpenCode(trx: TenantDb, tenantId: number, codeHash: Buffer, now: Date): Promise<RenewalCodeRow> {
  const found = await findRenewalCode(trx, tenantId, codeHash);
  if (found) await lockAccount(trx, tenantId, found.account_id);
  const current = await findRenewalCode(trx, tenantId, codeHash);
  if (!current || current.closed_at !== null || current.expires_at <= now) throw new CallError('CODE_NOT_FOUND');
  if (isSpent(current)) throw new CallError('ALREADYREGISTERED');
  if (isUsedUp(current)) throw new CallError('CODE_NOT_FOUND');
  return current;
}
