import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  validatePasswordToken,
} from '@quayside/contract/identity/passwords.ts';
import { accountRoute, keyRoute, publicRoute, type Route, withForm } from '../../http/route.ts';
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
    await checkResetToken(ctx, params.token);
    return { isValid: true as const };
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
