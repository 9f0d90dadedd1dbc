import { takeNumbers } from '../../db/sql/numbers.ts';
import type { TenantDb } from '../../db/client.ts';
import type { Context, Session } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { auditText } from '../audit/audit.service.ts';
import { bucketOf, type Counted, limitTry, networkOf, noteUndone, undoHits } from '../../http/limits/rate-limit.ts';
import { minute } from '../../lib/time/durations.ts';
import { passwordHashIn, stillStands } from './checked-credential.service.ts';
import { endOwnSession } from './end-own-session.service.ts';
import { deleteIdentitiesOfLogin, type Identity } from './identities.queries.ts';
import {
  findLogin,
  findUnconfirmedLogin,
  insertLogin,
  loginNamesOf,
  type LoginRow,
  updatePassword,
} from './identity.queries.ts';
import { countedName } from './prove-identity.service.ts';
import { deleteDevices } from './known-devices.queries.ts';
import { deviceSeconds, deviceToKnow } from './known-devices.service.ts';
import { openedSessions } from './open-session.queries.ts';
import {
  countedOf,
  forgetFailures,
  identifyAttempt,
  type SignInAttempt,
  tryPassword,
} from './password-tries.service.ts';
import { hashPassword, verifyPassword } from './password-hash.service.ts';
import { planSession, sessionLife } from './sessions.service.ts';
import { endSessionsOfLogin } from './sessions.queries.ts';
import { hashesOf, openLocks, type Pair } from './sign-in-locks.queries.ts';

/** Wide enough for a hundred customers who share one address and have forgotten their passwords (0116). */
const failuresOfNetwork = { name: 'sign-in', max: 300, windowMs: 15 * minute };

/** Returns a login's e-mail address as it is stored and compared. */
export const loginName = (email: string) => email.trim().toLowerCase();

/** A login that has an open account. */
type UsableLogin = LoginRow & { account_id: number; account_guid: string };

/**
 * Signs in and returns the new session. A wrong password and an unknown login look the same from outside: both cost
 * one hash and get the same answer.
 * @param decoy a hash that no password matches, for unknown logins
 * @throws CallError InvalidOperationException, AuthenticationException (locked), TOO_MANY_REQUESTS
 */
export async function signInWithPassword(
  ctx: Context,
  credentials: { userName: string; password: string; rememberMe: boolean },
  decoy: string,
): Promise<OpenedSession> {
  const { db, tenant, clock } = ctx;
  const attempt = await identifyAttempt(ctx, loginName(credentials.userName));
  // Guests of a marina's wireless network must not lock out its customers there.
  if (attempt.isKnown) return checkAndOpen(ctx, attempt, credentials, decoy);
  const counted: Counted = { limit: failuresOfNetwork, who: networkOf(ctx.request.ip) };
  await limitTry(db, tenant.id, counted, clock.now());
  try {
    return await checkAndOpen(ctx, attempt, credentials, decoy, counted);
  } catch (error) {
    // Only a wrong password is a failure, and a limit is none. After a fault, the request's counts are taken back
    // elsewhere (rate-limit.ts).
    if (error instanceof CallError && !failures.has(error.code)) await undoHits(db, tenant.id, [counted]);
    throw error;
  }
}

const failures: ReadonlySet<string> = new Set(['InvalidOperationException', 'AuthenticationException']);

async function checkAndOpen(
  ctx: Context,
  attempt: SignInAttempt,
  { password, rememberMe: remember }: { password: string; rememberMe: boolean },
  decoy: string,
  ofNetwork?: Counted,
): Promise<OpenedSession> {
  const { pair } = attempt;
  const login = await tryPassword(ctx, attempt, () => checkPassword(ctx, pair, password, decoy));
  // Another password may have been stored during the check. The given one was right then, and is not any more.
  const undone = countedOf(attempt, ofNetwork);
  const session = login && (await openSession(ctx, { login, proof: login, pair, undone, remember }));
  if (session) return session;
  ctx.log.warn({ reason: 'credentials' }, 'sign-in refused');
  throw new CallError('InvalidOperationException');
}

/**
 * Signs in when the account is known and the login's name is not. Each of the account's logins is tried by its own
 * name, so that its lock counts these tries too. A guid without logins is tried like an unknown name.
 * @throws CallError like `signInWithPassword`
 */
export async function signInToAccount(
  ctx: Context,
  { accountGuid, password }: { accountGuid: string; password: string },
  decoy: string,
): Promise<OpenedSession> {
  const guid = accountGuid.toLowerCase();
  const names = await loginNamesOf(ctx.db, ctx.tenant.id, guid);
  const last = names.pop() ?? guid;
  for (const userName of names) {
    try {
      return await signInWithPassword(ctx, { userName, password, rememberMe: false }, decoy);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'InvalidOperationException') throw error;
    }
  }
  return signInWithPassword(ctx, { userName: last, password, rememberMe: false }, decoy);
}

/** Checks a password; null if it is wrong. A name without a login costs the same work. */
async function checkPassword(
  { db, tenant }: Context,
  { name, source }: Pair,
  password: string,
  decoy: string,
): Promise<(UsableLogin & { passwordHash: string }) | null> {
  const login = await findLogin(db, tenant.id, { email: name });
  const matches = await verifyPassword(password, login?.password_hash ?? decoy, source);
  if (!login?.password_hash || !matches || !hasAccount(login)) return null;
  return { ...login, passwordHash: login.password_hash };
}

const hasAccount = (login: LoginRow): login is UsableLogin => login.account_id !== null && login.account_guid !== null;

/**
 * Signs in as the login that an identity opens; null if it has no open account, or the identity does not open it any
 * more. DANGER: the caller must have a provider's confirmation of the identity.
 */
export async function signInByIdentity(
  ctx: Context,
  loginId: number,
  { issuer, subject }: Identity,
): Promise<OpenedSession | null> {
  const login = await findLogin(ctx.db, ctx.tenant.id, { id: loginId });
  if (!login || !hasAccount(login)) return null;
  return openSession(ctx, { login, proof: { identity: { issuer, subject } }, pair: null, undone: [], remember: true });
}

export type OpenedSession = Pick<Session, 'name' | 'loginId' | 'isAccountUser'> & { accountGuid: string };

interface Opening {
  login: UsableLogin;
  /** The credential that was checked. */
  proof: { passwordHash: string } | { identity: Identity };
  /** The pair whose failures are forgotten. */
  pair: Pair | null;
  /** The counters whose hits are taken back. */
  undone: readonly Counted[];
  remember: boolean;
}

/**
 * Opens a session: every sign-in gets a new token and ends the browser's earlier session, so that nobody can plant
 * one.
 * @returns null if the checked credential is not valid any more, as after a new password
 */
async function openSession(ctx: Context, opening: Opening): Promise<OpenedSession | null> {
  const { login, proof, remember } = opening;
  // The statement compares a password itself. It can't compare an identity, because it does not see what another
  // transaction deletes while it waits for the login.
  const opened =
    'passwordHash' in proof && !ctx.session
      ? await storeOpening(ctx.db, ctx, opening)
      : await ctx.db.transaction().execute(async (trx) => {
          if (!(await stillStands(trx, ctx.tenant.id, { loginId: login.id, ...proof }))) return null;
          await endOwnSession(trx, ctx);
          return storeOpening(trx, ctx, opening);
        });
  if (!opened) return null;
  noteUndone(ctx.tenant.id, opening.undone);
  const { token, name, device } = opened;
  ctx.cookies.setSession(token, remember ? sessionLife.rememberedAbsoluteMs / 1000 : null);
  if (device !== null) ctx.cookies.setDevice(device, deviceSeconds);
  ctx.log.info({ loginId: login.id, sessionName: name }, 'signed in');
  return { name, loginId: login.id, isAccountUser: true, accountGuid: login.account_guid };
}

/** Stores all of a new session in one statement, because each one costs time and each commit waits for the disk. */
async function storeOpening(db: TenantDb, ctx: Context, { login, proof, pair, undone, remember }: Opening) {
  const { tenant, clock, language } = ctx;
  const [loginId, accountId, isOpenedOverTls] = [login.id, login.account_id, ctx.request.isSecure];
  const device = await deviceToKnow(db, ctx, loginId);
  const { token, values } = planSession(tenant.id, { accountId, loginId, remember, isOpenedOverTls }, clock.now());
  const actor = { kind: 'customer', loginId, session: values.name } as const;
  const stored = await openedSessions(db, {
    ...values,
    ...(pair ? hashesOf(pair) : { nameHash: null, sourceHash: null }),
    buckets: undone.map(bucketOf),
    loginId,
    language,
    passwordHash: passwordHashIn({ loginId, ...proof }),
    deviceHash: device === null ? null : hashToken(device),
    entry: auditText(ctx, { event: 'sign-in', actor, accountId, details: { remember } }, db),
  });
  return stored.length > 0 ? { token, name: values.name, device } : null;
}

/**
 * Ends the session on the server and in the browser. It works without a session, too.
 * @throws CallError FOREIGN_ORIGIN if the browser says that another site asks (decision C4.2)
 */
export async function signOutHere(ctx: Context): Promise<void> {
  if (ctx.request.secFetchSite === 'cross-site') throw new CallError('FOREIGN_ORIGIN');
  if (ctx.session) {
    await ctx.db.transaction().execute((trx) => endOwnSession(trx, ctx));
    ctx.log.info({ sessionName: ctx.session.name }, 'signed out');
  }
  ctx.cookies.clearSession();
  ctx.cookies.clearSiteData();
}

/**
 * Gives an account a login. Call it in the transaction that it is part of.
 * @param login without a password it signs in only through a provider of single sign-on
 * @returns the login's id
 * @throws CallError EMAIL_IN_USE if another login has the address
 */
export async function registerLogin(
  db: TenantDb,
  tenantId: number,
  { email, password, accountId }: NewLogin,
  now: Date,
): Promise<number> {
  const passwordHash = password === null ? null : await hashPassword(password);
  return storeLogin(db, tenantId, { email, passwordHash, accountId }, now);
}

/** Does what registerLogin does, for a password that is hashed already. */
export async function storeLogin(
  db: TenantDb,
  tenantId: number,
  { email, passwordHash, accountId }: { email: string | null; passwordHash: string | null; accountId: number },
  now: Date,
): Promise<number> {
  const login = {
    tenant_id: tenantId,
    id: await takeNumbers(db, tenantId, 'login'),
    email: email === null ? null : loginName(email),
    password_hash: passwordHash,
    created_at: now,
    email_confirmed_at: email === null ? null : now,
  };
  if (!(await insertLogin(db, login, accountId))) throw new CallError('EMAIL_IN_USE');
  return login.id;
}

export type NewLogin = { accountId: number } & (
  | { email: string; password: string }
  | { email: string | null; password: null }
);

/** Finds the login of an e-mail address, if it has an open account. */
export async function findUsableLogin(db: TenantDb, tenantId: number, email: string): Promise<UsableLogin | null> {
  const login = await findLogin(db, tenantId, { email: loginName(email) });
  return login && hasAccount(login) ? login : null;
}

/** A login whose password somebody has forgotten. */
export interface ForgottenLogin {
  id: number;
  /** Null if it has signed in only through a provider so far. */
  email: string | null;
  /** The one address that may get a link to a new password. */
  provenAddress: string;
}

/**
 * Finds the login whose password somebody has forgotten. They name it by its own address, or by the one on file while
 * its own is not confirmed. A login that only claims the address comes last. Null also if no address of the login is
 * proven (0019).
 */
export async function findForgottenLogin(
  db: TenantDb,
  tenantId: number,
  typed: string,
): Promise<ForgottenLogin | null> {
  const name = loginName(typed);
  const named = await findLogin(db, tenantId, { email: name });
  const isOwner = named !== undefined && named.email_confirmed_at !== null;
  const login = isOwner ? named : ((await findUnconfirmedLogin(db, tenantId, name)) ?? named);
  if (!login || !hasAccount(login)) return null;
  const provenAddress = provenAddressOf(login);
  return provenAddress === null ? null : { id: login.id, email: login.email, provenAddress };
}

/**
 * Returns the address of which we know that the login's owner reads it. DANGER: the login's own address may be a typing
 * mistake until it is confirmed, and then a stranger reads it.
 */
const provenAddressOf = ({ email, email_confirmed_at, address_on_file }: LoginRow): string | null =>
  email_confirmed_at === null ? address_on_file : email;

/**
 * Returns the address for a mail that tells a login's owner something and opens nothing. Null if the login signs in
 * through a provider that sent none.
 */
export async function emailOfLogin(db: TenantDb, tenantId: number, loginId: number): Promise<string | null> {
  const login = await findLogin(db, tenantId, { id: loginId });
  return login ? (provenAddressOf(login) ?? login.email) : null;
}

/** Returns the account that a login opens; null if it has no open one. */
export async function accountOfLogin(db: TenantDb, tenantId: number, loginId: number): Promise<number | null> {
  return (await findLogin(db, tenantId, { id: loginId }))?.account_id ?? null;
}

/**
 * Gives a login another password, in the caller's transaction. Its sessions end and its locks open. Its identities
 * have to be confirmed again, because somebody who knew the old password may have linked theirs. DANGER: the caller
 * must have checked, in this transaction, that the change is allowed.
 * @param keptSession the token's hash of the one session that stays; null for none
 * @returns the login's e-mail address; null if it has none
 */
export async function setPassword(
  trx: TenantDb,
  tenantId: number,
  { loginId, passwordHash, keptSession }: { loginId: number; passwordHash: string; keptSession: Buffer | null },
): Promise<string | null> {
  const email = await updatePassword(trx, tenantId, loginId, passwordHash);
  await endSessionsOfLogin(trx, tenantId, loginId, keptSession);
  await deleteIdentitiesOfLogin(trx, tenantId, loginId);
  await deleteDevices(trx, tenantId, loginId);
  const name = countedName({ id: loginId, email });
  await openLocks(trx, tenantId, name);
  await forgetFailures(trx, tenantId, name);
  return email;
}
