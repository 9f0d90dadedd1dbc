import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  validatePasswordToken,
} from '@quayside/contract/identity/passwords.ts';
import { accountRoute, keyRoute, publicRoute, type Route, withForm } from '../../http/route.ts';
import { loadLoginAddress } from '../identity/identity.exports.ts';
import { changeKnownPassword, checkResetToken, requestReset, resetByToken, resetLimits } from './passwords.service.ts';

const done = { done: true as const };

export const passwordRoutes: readonly Route[] = [
  withForm(
    publicRoute(
      requestPasswordReset,
      async (ctx, { body }) => {
        await requestReset(ctx, body.email);
        return done;
      },
      resetLimits,
    ),
    {
      page: () => '/forgotten-password',
      done: () => '/forgotten-password?done=true',
      read: ({ email = '' }) => ({ email: email.trim() }),
    },
  ),
  keyRoute(validatePasswordToken, async (ctx, { params }) => {
    const loginId = await checkResetToken(ctx, params.token);
    const { email } = await loadLoginAddress(ctx.db, ctx.tenant.id, loginId);
    return { isValid: true as const, email };
  }),
  keyRoute(resetPassword, async (ctx, { body }) => {
    await resetByToken(ctx, body);
    return done;
  }),
  accountRoute(changePassword, async (ctx, { body }) => {
    await changeKnownPassword(ctx, body);
    return done;
  }),
];
