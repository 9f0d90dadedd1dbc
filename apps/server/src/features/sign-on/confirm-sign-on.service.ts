import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import {
  type CheckedCredential,
  checkPasswordOf,
  type Identity,
  linkIdentity,
  stillStands,
} from '../identity/identity.exports.ts';
import { emailOfLogin, type OpenedSession, signInByIdentity } from '../identity/identity.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { minute } from '../../lib/time/durations.ts';
import { dropConfirmation, findConfirmation, insertConfirmation } from './sign-on.queries.ts';

/** Long enough to look a password up, or to choose a new one. */
const confirmationMs = 15 * minute;

/**
 * Stores an identity for the browser until its login's password has confirmed it.
 * @returns the path of the portal that asks for it
 */
export async function askForConfirmation(
  ctx: Context,
  key: string,
  { issuer, subject, loginId }: Identity & { loginId: number },
): Promise<string> {
  const { db, tenant, clock } = ctx;
  const token = makeToken();
  await insertConfirmation(db, {
    tenant_id: tenant.id,
    token_hash: hashToken(token),
    provider_key: key,
    issuer,
    subject,
    login_id: loginId,
    expires_at: new Date(clock.now().getTime() + confirmationMs),
  });
  ctx.cookies.setSignOn(token, confirmationMs / 1000);
  return `/sso-confirm/${encodeURIComponent(key)}`;
}

/**
 * Links the identity that waits in this browser, tells the login's owner by mail, and signs in.
 * @throws CallError WRONG_PASSWORD, SIGN_ON_EXPIRED, TOO_MANY_REQUESTS while the login is locked
 */
export async function linkWaitingIdentity(ctx: Context, providerKey: string, password: string): Promise<OpenedSession> {
  const { db, tenant, clock, log } = ctx;
  const token = ctx.request.signOnToken;
  if (token === null) throw new CallError('SIGN_ON_EXPIRED');
  const tokenHash = hashToken(token);
  const waiting = await findConfirmation(db, tenant.id, { tokenHash, providerKey }, clock.now());
  if (!waiting) throw new CallError('SIGN_ON_EXPIRED');
  const { issuer, subject, login_id: loginId } = waiting;
  const checked = await checkPasswordOf(ctx, loginId, password);
  if (!checked) throw new CallError('WRONG_PASSWORD');
  await link(ctx, tokenHash, { issuer, subject, loginId }, checked);
  ctx.cookies.clearSignOn();
  const session = await signInByIdentity(ctx, loginId, { issuer, subject });
  if (!session) throw new CallError('SIGN_ON_EXPIRED');
  log.info({ loginId, provider: providerKey }, 'identity linked');
  return session;
}

async function link(
  ctx: Context,
  tokenHash: Buffer,
  identity: Identity & { loginId: number },
  checked: CheckedCredential,
): Promise<void> {
  const { db, tenant, clock, language } = ctx;
  await db.transaction().execute(async (trx) => {
    if (!(await stillStands(trx, tenant.id, checked))) throw new CallError('WRONG_PASSWORD');
    if (!(await dropConfirmation(trx, tenant.id, tokenHash))) throw new CallError('SIGN_ON_EXPIRED');
    const recipient = await emailOfLogin(trx, tenant.id, identity.loginId);
    if (recipient !== null) await queueMail(trx, tenant, { kind: 'identity-linked', recipient, language }, clock.now());
    if (!(await linkIdentity(trx, ctx, identity))) throw new CallError('SIGN_ON_EXPIRED');
  });
}
