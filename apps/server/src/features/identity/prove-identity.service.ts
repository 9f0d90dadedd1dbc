import type { AccountContext, Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { CheckedCredential } from './checked-credential.service.ts';
import { findLogin } from './identity.queries.ts';
import { identifyAttempt, tryPassword, undoTry } from './password-tries.service.ts';
import { verifyPassword } from './password-hash.service.ts';
import { renewAuthentication } from './sessions.queries.ts';
import { clearTries } from './sign-in-locks.queries.ts';

/** Returns the name under which the tries of a login are counted: no address is like that of a login without one. */
export const countedName = ({ id, email }: { id: number; email: string | null }) => email ?? `login ${id}`;

/**
 * Checks a password of a login. Wrong ones count as they do at sign-in, so that nobody with an open session can guess
 * for ever.
 * @returns what was checked, for `stillStands` in the transaction that relies on it; null if it is wrong
 * @throws CallError TOO_MANY_REQUESTS while the login is locked
 */
export async function checkPasswordOf(
  ctx: Context,
  loginId: number,
  password: string,
): Promise<CheckedCredential | null> {
  const { db, tenant } = ctx;
  const login = await findLogin(db, tenant.id, { id: loginId });
  if (!login?.password_hash) return null;
  const { password_hash: passwordHash } = login;
  try {
    const attempt = await identifyAttempt(ctx, countedName(login));
    const found = await tryPassword(ctx, attempt, async () => {
      const isRight = await verifyPassword(password, passwordHash, attempt.pair.source);
      return isRight ? { loginId, passwordHash } : null;
    });
    if (!found) return null;
    await clearTries(db, tenant.id, attempt.pair);
    await undoTry(ctx, attempt);
    return found;
  } catch (error) {
    // A signed-in person would take "locked" to mean that they are signed out.
    if (error instanceof CallError && error.code === 'AuthenticationException')
      throw new CallError('TOO_MANY_REQUESTS');
    throw error;
  }
}

/**
 * Checks by the password that the session's user is the login's owner, and notes the time.
 * @returns what was checked, for `stillStands` in the transaction that relies on it
 * @throws CallError WRONG_PASSWORD, TOO_MANY_REQUESTS while the login is locked, STAFF_READ_ONLY, NOT_SIGNED_IN if
 * the session ended meanwhile
 */
export async function proveIdentity(ctx: AccountContext, password: string): Promise<CheckedCredential> {
  const { db, tenant, session, clock } = ctx;
  if (session.loginId === null) throw new CallError('STAFF_READ_ONLY');
  const checked = await checkPasswordOf(ctx, session.loginId, password);
  if (!checked) throw new CallError('WRONG_PASSWORD');
  const lives = await renewAuthentication(db, tenant.id, session.tokenHash, clock.now());
  if (!lives) throw new CallError('NOT_SIGNED_IN');
  return checked;
}
