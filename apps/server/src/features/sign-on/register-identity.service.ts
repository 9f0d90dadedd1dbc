import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import type { ConfirmedIdentity } from '../../providers/sign-on/openid-connect.ts';
import { SignOnFailure } from '../../providers/sign-on/sign-on-failure.ts';
import { linkIdentity } from '../identity/identity.exports.ts';
import { registerByCode } from '../registration/registration.service.ts';

/**
 * Gives the account of a code a login that the identity opens, and spends the code: all of it or nothing. An e-mail
 * address that the provider has verified becomes the login's, so that its owner can choose a password later.
 * @returns the login's id
 * @throws SignOnFailure taken; CallError of the code
 */
export async function registerIdentity(ctx: Context, codeHash: Buffer, identity: ConfirmedIdentity): Promise<number> {
  const email = await identity.verifiedEmail();
  try {
    return await store(ctx, codeHash, identity, email);
  } catch (error) {
    // Another login has that address already. The code is proof enough, and this login has no address.
    if (error instanceof CallError && error.code === 'EMAIL_IN_USE') return store(ctx, codeHash, identity, null);
    throw error;
  }
}

function store(
  ctx: Context,
  codeHash: Buffer,
  { issuer, subject }: ConfirmedIdentity,
  email: string | null,
): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const { loginId } = await registerByCode(trx, ctx, codeHash, { email, password: null });
    if (await linkIdentity(trx, ctx, { issuer, subject, loginId })) return loginId;
    throw new SignOnFailure('taken', 'the identity opens another account');
  });
}
