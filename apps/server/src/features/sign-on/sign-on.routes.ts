import {
  confirmSignOn,
  finishSignOn,
  receiveSignOn,
  type SignOnRefusal,
  startSignOn,
} from '@quayside/contract/identity/sign-on.ts';
import type { ErrorCode } from '@quayside/contract/errors/error-codes.ts';
import type { Context } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { publicRoute, type Redirect, type Route } from '../../http/route.ts';
import { SignOnFailure } from '../../providers/sign-on/sign-on-failure.ts';
import { presentSession } from '../identity/identity.exports.ts';
import { linkWaitingIdentity } from './confirm-sign-on.service.ts';
import { beginSignOn, endSignOn, passOnAnswer } from './sign-on.service.ts';

export const signOnRoutes: readonly Route[] = [
  publicRoute(startSignOn, (ctx, { params, query }) =>
    leadBrowser(ctx, params.providerKey, () => beginSignOn(ctx, params.providerKey, query)),
  ),
  publicRoute(finishSignOn, (ctx, { params, query }) =>
    leadBrowser(ctx, params.providerKey, () => endSignOn(ctx, params.providerKey, query)),
  ),
  publicRoute(receiveSignOn, (ctx, { params, body }) =>
    leadBrowser(ctx, params.providerKey, () => passOnAnswer(ctx, params.providerKey, body)),
  ),
  publicRoute(confirmSignOn, async (ctx, { params, body }) =>
    presentSession(await linkWaitingIdentity(ctx, params.providerKey, body.password)),
  ),
];

/** The portal's names for the refusals of the registration code. */
const refusals: Partial<Record<ErrorCode, SignOnRefusal>> = {
  CODE_NOT_FOUND: 'code',
  ALREADYREGISTERED: 'registered',
  TOO_MANY_REQUESTS: 'busy',
};

/** Redirects a person on their way. Every failure ends on a page of the portal that explains it. */
async function leadBrowser(ctx: Context, provider: string, decide: () => Promise<string>): Promise<Redirect> {
  try {
    return { location: await decide() };
  } catch (error) {
    const refusal = error instanceof SignOnFailure ? error.reason : error instanceof CallError && refusals[error.code];
    if (!refusal) throw error;
    const detail = error instanceof SignOnFailure ? error.detail : refusal;
    ctx.log.warn({ provider: offeredKey(ctx, provider), reason: refusal, detail }, 'single sign-on refused');
    return { location: `/sso-redirect?f=${refusal}` };
  }
}

/** Returns the provider's key for the log, which must not take a stranger's words. */
const offeredKey = ({ tenant }: Context, key: string) =>
  tenant.settings.authProviders.some((provider) => provider.key === key) ? key : 'unknown';
