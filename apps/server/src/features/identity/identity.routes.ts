import {
  confirmPassword,
  extendSession,
  getAuthSession,
  getRenewalTokenByUserId,
  getSession,
  getSessionEnd,
  signIn,
  signOut,
  signOutByPost,
} from '@quayside/contract/identity/identity.ts';
import type { Context } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { accountRoute, publicRoute, type PageForm, type Route, withForm } from '../../http/route.ts';
import { presentSession, presentSessionEnd } from './identity.presenter.ts';
import { findOpaqueToken } from './identity.queries.ts';
import { signInWithPassword, signOutHere } from './identity.service.ts';
import { proveIdentity } from './prove-identity.service.ts';

/** Returns the page that a form of signing out leads to: the pay link where it stands, else the login page. */
const afterSignOut: PageForm['page'] = ({ fields: { orderGuid } }) =>
  orderGuid ? `/quick-pay/${encodeURIComponent(orderGuid)}` : '/login';

/** The calls of signing in. @param decoy a hash that no password matches, made at boot */
export function identityRoutes(decoy: string): Route[] {
  const showSession = ({ session }: Context) =>
    presentSession(session && { ...session, accountGuid: session.account.guid });
  const showEnd = ({ session, clock }: Context) => presentSessionEnd(session, clock.now());
  const endSession = async (ctx: Context) => {
    await signOutHere(ctx);
    return { done: true as const };
  };
  return [
    withForm(
      publicRoute(signIn, async (ctx, { body }) => presentSession(await signInWithPassword(ctx, body, decoy))),
      { page: () => '/login', done: () => '/secure/dashboard' },
    ),
    publicRoute(getSession, showSession),
    publicRoute(getAuthSession, showSession),
    publicRoute(getSessionEnd, showEnd),
    accountRoute(extendSession, showEnd),
    accountRoute(confirmPassword, async (ctx, { body }) => {
      await proveIdentity(ctx, body.password);
      return { done: true as const };
    }),
    publicRoute(signOut, endSession),
    withForm(publicRoute(signOutByPost, endSession), { page: afterSignOut, done: afterSignOut, read: () => ({}) }),
    accountRoute(getRenewalTokenByUserId, async ({ db, tenant, account, session }, { query }) => {
      // Staff name the customer's login, a customer their own.
      if (session.loginId !== null && session.loginId !== query.userId) throw notFound();
      const renewalToken = await findOpaqueToken(db, tenant.id, account.id, query.userId);
      if (renewalToken === undefined) throw notFound();
      return { accountGuid: account.guid, renewalToken };
    }),
  ];
}
