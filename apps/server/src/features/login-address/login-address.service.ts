import type { SignInDetails } from '@quayside/contract/identity/login-address.ts';
import type { TenantDb } from '../../db/client.ts';
import type { AccountContext, Context, Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { type Limit, limitRate } from '../../http/limits/rate-limit.ts';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { auditRequest } from '../audit/audit.service.ts';
import {
  checkPasswordOf,
  holdSession,
  loadLoginAddress,
  lockLogin,
  proveIdentity,
  setLoginAddress,
  stillStands,
  takeUnconfirmed,
} from '../identity/identity.exports.ts';
import { accountOfLogin, emailOfLogin, loginName } from '../identity/identity.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { languageOfCustomer } from '../tenant/tenant.exports.ts';
import { hour } from '../../lib/time/durations.ts';
import { confirmationLifeMs } from './confirmation-tokens.service.ts';
import {
  dropConfirmationAt,
  dropConfirmationOf,
  findConfirmation,
  findConfirmationOf,
  storeConfirmation,
  takeConfirmation,
} from './login-address.queries.ts';

/**
 * Keeps people from making us write to strangers. The service counts the mails: a call with a wrong password, or with
 * nothing to confirm, sends none.
 */
const mailsOfLogin: Limit = { name: 'confirm-address', max: 5, windowMs: hour };

/** Ends the reset link of a login, in the transaction that changes its address. */
export type ForgetReset = (trx: TenantDb, tenantId: number, loginId: number) => Promise<void>;

type Asking = Pick<Context, 'tenant' | 'clock' | 'language'>;

/** Returns the address of the session's login, and the one that waits. */
export async function loadSignInDetails({ db, tenant, session, clock }: AccountContext): Promise<SignInDetails> {
  const loginId = loginOf(session);
  const login = await loadLoginAddress(db, tenant.id, loginId);
  const pending = await findConfirmationOf(db, tenant.id, loginId, clock.now());
  return { ...login, pendingEmail: pending && pending.email !== login.email ? pending.email : null };
}

/**
 * Requests another address for signing in (decision C5.10): the password is checked, then a link goes to the new
 * address.
 * @throws CallError WRONG_PASSWORD, TOO_MANY_REQUESTS
 */
export async function askForChange(
  ctx: AccountContext,
  { email, currentPassword }: { email: string; currentPassword: string },
): Promise<void> {
  const checked = await proveIdentity(ctx, currentPassword);
  const { loginId } = checked;
  await limit(ctx, loginId);
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await stillStands(trx, ctx.tenant.id, checked))) throw new CallError('WRONG_PASSWORD');
    await askToConfirm(trx, ctx, loginId, loginName(email));
    await auditRequest(ctx, { event: 'login-address.request', subject: subjectOf(loginId) }, trx);
  });
  ctx.log.info({ loginId }, 'another login address asked for');
}

/** Sends the link again, to the address that waits, or to the login's own if that is not confirmed yet. */
export async function sendAgain(ctx: AccountContext): Promise<void> {
  const { email, isConfirmed, pendingEmail } = await loadSignInDetails(ctx);
  const waiting = pendingEmail ?? (isConfirmed ? null : email);
  if (waiting === null) return;
  const loginId = loginOf(ctx.session);
  await limit(ctx, loginId);
  await ctx.db.transaction().execute(async (trx) => {
    // A new password may have ended this session, and the waiting confirmation with it.
    if (!(await holdSession(trx, ctx.tenant.id, ctx.session.tokenHash))) throw new CallError('NOT_SIGNED_IN');
    await askToConfirm(trx, ctx, loginId, waiting);
  });
}

/**
 * Makes a new login's owner confirm its address, if that is not the account's (decision C5.4).
 * @param login.onFile the account's address, to which a link to a new password goes until then; empty if it has none
 */
export async function askToConfirmNewLogin(
  trx: TenantDb,
  ctx: Asking,
  login: { id: number; email: string; onFile: string },
): Promise<void> {
  const email = loginName(login.email);
  const onFile = loginName(login.onFile) || null;
  await setLoginAddress(trx, ctx.tenant.id, login.id, { email, confirmedAt: null, onFile });
  await askToConfirm(trx, ctx, login.id, email);
}

/** Makes a new login's owner confirm the address that they want, while they sign in with the one on file. */
export const askToConfirmWanted = (trx: TenantDb, ctx: Asking, login: { id: number; email: string }): Promise<void> =>
  askToConfirm(trx, ctx, login.id, loginName(login.email));

/**
 * Takes an address from the login that claimed it and never confirmed it, and tells its owner, or the office if that
 * login has no other address. The link that waits there ends. Call it only for somebody who has proven the address.
 * @param takerId the login that gets it; null if it is not made yet
 * @returns the numbers of the logins that lost an address, for the audit trail
 */
export async function claimAddress(
  trx: TenantDb,
  { tenant, clock }: Asking,
  { email, takerId }: { email: string; takerId: number | null },
): Promise<number[]> {
  const now = clock.now();
  const losers = await takeUnconfirmed(trx, tenant.id, { email: loginName(email), takerId }, now);
  for (const { id: loginId, lost, email: recipient, language: own } of losers) {
    await dropConfirmationAt(trx, tenant.id, loginId, lost);
    const language = languageOfCustomer(tenant, own);
    if (recipient === null) await tellOfficeOfLogin(trx, tenant, loginId, now);
    else await queueMail(trx, tenant, { kind: 'login-address-lost', recipient, language, loginId }, now);
  }
  return losers.map(({ id }) => id);
}

/** Tells the office of a login that no mail reaches any more: only the office can ask its customer. */
async function tellOfficeOfLogin(trx: TenantDb, tenant: Tenant, loginId: number, now: Date): Promise<void> {
  const { contact, culture } = tenant.settings;
  if (contact.email === '') return;
  const mail = { kind: 'login-without-address', recipient: contact.email, language: culture.defaultLanguage } as const;
  await queueMail(trx, tenant, { ...mail, loginId }, now);
}

async function askToConfirm(
  trx: TenantDb,
  { tenant, clock, language }: Asking,
  loginId: number,
  email: string,
): Promise<void> {
  const now = clock.now();
  await storeConfirmation(trx, {
    tenant_id: tenant.id,
    login_id: loginId,
    email,
    created_at: now,
    expires_at: new Date(now.getTime() + confirmationLifeMs),
  });
  await queueMail(trx, tenant, { kind: 'confirm-address', recipient: email, language, loginId }, now);
}

/**
 * Shows what a token confirms.
 * @throws CallError INVALID_TOKEN if it is unknown, used, replaced or older than an hour
 */
export async function lookAtConfirmation(
  { db, tenant, clock, session }: Context,
  token: string,
): Promise<{ email: string; isChange: boolean; needsPassword: boolean }> {
  const found = await findConfirmation(db, tenant.id, hashToken(token), clock.now());
  if (!found) throw new CallError('INVALID_TOKEN');
  const { email } = await loadLoginAddress(db, tenant.id, found.login_id);
  return {
    email: found.email,
    isChange: found.email !== email,
    needsPassword: session?.loginId !== found.login_id,
  };
}

/**
 * Confirms an address by a mail's link, for somebody who is signed in with that login or gives its password: the mail
 * may have gone to a stranger's address by a typing mistake (0019). Sessions go on: their owner gave the password with
 * the request. A link to a new password that waits at the old address stops working.
 * @throws CallError INVALID_TOKEN, WRONG_PASSWORD, EMAIL_IN_USE, TOO_MANY_REQUESTS while the login is locked
 */
export async function confirmByToken(
  ctx: Context,
  { token, password }: { token: string; password?: string | undefined },
  forgetReset: ForgetReset,
): Promise<void> {
  const { db, tenant, clock } = ctx;
  const now = clock.now();
  const found = await findConfirmation(db, tenant.id, hashToken(token), now);
  if (!found) throw new CallError('INVALID_TOKEN');
  const isProven = await proveOwner(ctx, found.login_id, password);
  await db.transaction().execute(async (trx) => {
    await lockLogin(trx, tenant.id, found.login_id);
    if (!(await isProven(trx))) throw new CallError('WRONG_PASSWORD');
    const taken = await takeConfirmation(trx, tenant.id, hashToken(token), now);
    if (!taken) throw new CallError('INVALID_TOKEN');
    const { login_id: loginId, email } = taken;
    const { isChange, takenFrom } = await setProvenAddress(trx, ctx, { loginId, email }, forgetReset);
    const accountId = await accountOfLogin(trx, tenant.id, loginId);
    const entry = {
      event: 'login-address.confirm',
      accountId,
      subject: subjectOf(loginId),
      details: { isChange, ...(takenFrom.length > 0 && { takenFrom }) },
    } as const;
    await auditRequest(ctx, entry, trx);
  });
  ctx.log.info('login address confirmed');
}

/**
 * Gives a login an address of which the office knows that it is the customer's, in the caller's transaction. A change
 * that waits is dropped.
 * @returns the numbers of the logins that lost an address
 * @throws CallError EMAIL_IN_USE
 */
export async function setAddressByOffice(
  trx: TenantDb,
  ctx: Asking,
  { loginId, email: typed }: { loginId: number; email: string },
  forgetReset: ForgetReset,
): Promise<number[]> {
  const email = loginName(typed);
  await lockLogin(trx, ctx.tenant.id, loginId);
  await dropConfirmationOf(trx, ctx.tenant.id, loginId, email);
  return (await setProvenAddress(trx, ctx, { loginId, email }, forgetReset)).takenFrom;
}

/**
 * Gives a locked login an address that is its owner's.
 * @returns if it had another address, and the logins that lose their unconfirmed claims
 */
async function setProvenAddress(
  trx: TenantDb,
  ctx: Asking,
  { loginId, email }: { loginId: number; email: string },
  forgetReset: ForgetReset,
): Promise<{ isChange: boolean; takenFrom: number[] }> {
  const { tenant, clock } = ctx;
  const before = await loadLoginAddress(trx, tenant.id, loginId);
  const reader = await emailOfLogin(trx, tenant.id, loginId);
  const takenFrom = await claimAddress(trx, ctx, { email, takerId: loginId });
  await setLoginAddress(trx, tenant.id, loginId, { email, confirmedAt: clock.now() });
  if (before.email === email) return { isChange: false, takenFrom };
  await forgetReset(trx, tenant.id, loginId);
  if (reader !== null) await leaveAddress(trx, ctx, loginId, reader);
  return { isChange: true, takenFrom };
}

/**
 * Checks that the caller owns a login: by their session, else by its password.
 * @returns tells in the transaction, once the login is locked, if that still holds
 * @throws CallError WRONG_PASSWORD, TOO_MANY_REQUESTS while the login is locked
 */
async function proveOwner(
  ctx: Context,
  loginId: number,
  password: string | undefined,
): Promise<(trx: TenantDb) => Promise<boolean>> {
  const { tenant, session } = ctx;
  if (session?.loginId === loginId) return (trx) => holdSession(trx, tenant.id, session.tokenHash);
  const checked = password === undefined ? null : await checkPasswordOf(ctx, loginId, password);
  if (!checked) throw new CallError('WRONG_PASSWORD');
  return (trx) => stillStands(trx, tenant.id, checked);
}

/** Tells the old address that it does not open the portal any more. */
async function leaveAddress(trx: TenantDb, ctx: Asking, loginId: number, recipient: string): Promise<void> {
  const { tenant, clock, language } = ctx;
  await queueMail(trx, tenant, { kind: 'login-address-changed', recipient, language, loginId }, clock.now());
}

const subjectOf = (loginId: number) => ({ type: 'login', id: String(loginId) });

/** Returns the session's login. Staff who view a portal have none. */
function loginOf({ loginId }: AccountContext['session']): number {
  if (loginId === null) throw new CallError('STAFF_READ_ONLY');
  return loginId;
}

function limit({ db, tenant, clock }: Context, loginId: number): Promise<void> {
  return limitRate(db, tenant.id, { limit: mailsOfLogin, who: String(loginId) }, clock.now());
}
