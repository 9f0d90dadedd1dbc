import { takeNumbers } from '../../db/numbers.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context, Session } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { type Counted, giveHitBack, limitRate, networkOf } from '../../http/rate-limit.ts';
import { findLogin, findLoginById, insertLogin, type LoginRow, updatePassword } from './identity.queries.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { endSession, endSessionsOfLogin, sessionLife, startSession } from './sessions.ts';
import { forgiveTries, takeTry } from './sign-in-locks.ts';

/** Wide enough for a marina whose customers share one address: only failures count. */
const failuresOfNetwork = { name: 'sign-in', max: 100, windowMs: 15 * 60_000 };

/** A login's e-mail address as it is stored and compared. */
export const loginName = (email: string) => email.trim().toLowerCase();

/** A login whose password was right and that has an open account. */
type UsableLogin = LoginRow & { account_id: number; account_guid: string };

/**
 * Signs in and answers the new session. What differs between a wrong password and an unknown login stays in here: both
 * cost one hash and answer the same.
 * @param decoy a hash that no password matches, for unknown logins
 * @throws CallError InvalidOperationException, AuthenticationException (locked), TOO_MANY_REQUESTS
 */
export async function signInWithPassword(
  ctx: Context,
  credentials: { userName: string; password: string; rememberMe: boolean },
  decoy: string,
): Promise<Pick<Session, 'name' | 'loginId' | 'isAccountUser'> & { accountGuid: string }> {
  const { db, tenant, clock } = ctx;
  const name = loginName(credentials.userName);
  const counted: Counted = { limit: failuresOfNetwork, who: networkOf(ctx.request.ip) };
  await limitRate(db, tenant.id, counted, clock.now());
  const login = await checkPassword(ctx, name, credentials.password, decoy);
  await forgiveTries(db, tenant.id, name);
  await giveHitBack(db, tenant.id, counted);
  return openSession(ctx, login, credentials.rememberMe);
}

async function checkPassword(ctx: Context, name: string, password: string, decoy: string): Promise<UsableLogin> {
  const { db, tenant, clock, log } = ctx;
  const counted = await takeTry(db, tenant.id, name, clock.now());
  if (counted === 'refused') {
    log.warn({ reason: 'locked' }, 'sign-in refused');
    throw new CallError('AuthenticationException');
  }
  const login = await findLogin(db, tenant.id, name);
  const matches = await verifyPassword(password, login?.password_hash ?? decoy);
  if (!login || !matches || !hasAccount(login)) {
    if (counted === 'last') await recordLock(ctx, login?.id ?? null, login?.account_id ?? null);
    log.warn({ reason: 'credentials' }, 'sign-in refused');
    throw new CallError('InvalidOperationException');
  }
  return login;
}

const hasAccount = (login: LoginRow): login is UsableLogin => login.account_id !== null && login.account_guid !== null;

/** A new token for every sign-in, and the end of the session that the browser came with: none can be planted. */
async function openSession(ctx: Context, login: UsableLogin, remember: boolean) {
  const { db, tenant, clock } = ctx;
  const wanted = { accountId: login.account_id, loginId: login.id, remember };
  const { token, name } = await db.transaction().execute(async (trx) => {
    if (ctx.session) await endSession(trx, tenant.id, ctx.session.tokenHash);
    const started = await startSession(trx, tenant.id, wanted, clock.now());
    const actor = { kind: 'customer', loginId: login.id, session: started.name } as const;
    await auditRequest(ctx, { event: 'sign-in', actor, accountId: login.account_id, details: { remember } }, trx);
    return started;
  });
  ctx.cookies.setSession(token, remember ? sessionLife.rememberedAbsoluteMs / 1000 : null);
  ctx.log.info({ loginId: login.id, sessionName: name }, 'signed in');
  return { name, loginId: login.id, isAccountUser: true, accountGuid: login.account_guid };
}

/** Once for each lock, for a name that no login has as well. */
async function recordLock(ctx: Context, loginId: number | null, accountId: number | null): Promise<void> {
  const subject = loginId === null ? null : { type: 'login', id: String(loginId) };
  await auditRequest(ctx, { event: 'sign-in.locked', accountId, subject });
}

/**
 * Ends the session on the server and in the browser. Fine without one.
 * @throws CallError FOREIGN_ORIGIN where the browser says that another site asks (decision C4.2)
 */
export async function signOutHere(ctx: Context): Promise<void> {
  if (ctx.request.secFetchSite === 'cross-site') throw new CallError('FOREIGN_ORIGIN');
  const { session } = ctx;
  if (session) {
    await ctx.db.transaction().execute(async (trx) => {
      await endSession(trx, ctx.tenant.id, session.tokenHash);
      await auditRequest(ctx, { event: session.isAccountUser ? 'sign-out' : 'staff-view.ended' }, trx);
    });
    ctx.log.info({ sessionName: session.name }, 'signed out');
  }
  ctx.cookies.clearSession();
  ctx.cookies.clearSiteData();
}

/**
 * Gives an account a login. Call it in the transaction of what it is part of.
 * @returns the login's id
 * @throws CallError EMAIL_IN_USE for an address that somebody signs in with already
 */
export async function registerLogin(
  db: TenantDb,
  tenantId: number,
  { email, password, accountId }: { email: string; password: string; accountId: number },
  now: Date,
): Promise<number> {
  const passwordHash = await hashPassword(password);
  const id = await takeNumbers(db, tenantId, 'login');
  const login = { tenant_id: tenantId, id, email: loginName(email), password_hash: passwordHash, created_at: now };
  if (!(await insertLogin(db, login, accountId))) throw new CallError('EMAIL_IN_USE');
  return id;
}

/** The login of an e-mail address, if an open account belongs to it. */
export async function findUsableLogin(db: TenantDb, tenantId: number, email: string): Promise<UsableLogin | null> {
  const login = await findLogin(db, tenantId, loginName(email));
  return login && hasAccount(login) ? login : null;
}

/**
 * Whether a password is that of a login. Wrong ones count as they do at sign-in: whoever finds an open session can't
 * guess for ever.
 * @throws CallError TOO_MANY_REQUESTS while the login is locked
 */
export async function isPasswordOf(ctx: Context, loginId: number, password: string): Promise<boolean> {
  const { db, tenant, clock, log } = ctx;
  const login = await findLoginById(db, tenant.id, loginId);
  if (!login) return false;
  const counted = await takeTry(db, tenant.id, login.email, clock.now());
  if (counted === 'refused') {
    log.warn({ loginId, reason: 'locked' }, 'password not checked');
    throw new CallError('TOO_MANY_REQUESTS');
  }
  if (!(await verifyPassword(password, login.password_hash))) {
    if (counted === 'last') await recordLock(ctx, loginId, ctx.session?.account.id ?? null);
    return false;
  }
  await forgiveTries(db, tenant.id, login.email);
  return true;
}

/**
 * Gives a login another password, in the transaction of what asks for it: its sessions end and its lock opens.
 * @param keptSession the token's hash of the one session that stays; null for none
 * @returns the login's e-mail address
 */
export async function setPassword(
  trx: TenantDb,
  tenantId: number,
  { loginId, passwordHash, keptSession }: { loginId: number; passwordHash: string; keptSession: Buffer | null },
): Promise<string> {
  const email = await updatePassword(trx, tenantId, loginId, passwordHash);
  await endSessionsOfLogin(trx, tenantId, loginId, keptSession);
  await forgiveTries(trx, tenantId, email);
  return email;
}
