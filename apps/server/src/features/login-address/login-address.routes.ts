import {
  changeLoginAddress,
  confirmAddress,
  getSignInDetails,
  sendConfirmationAgain,
  validateConfirmation,
} from '@quayside/contract/identity/login-address.ts';
import { accountRoute, keyRoute, type Route } from '../../http/route.ts';
import {
  type ForgetReset,
  askForChange,
  confirmByToken,
  loadSignInDetails,
  lookAtConfirmation,
  sendAgain,
} from './login-address.service.ts';

const done = { done: true as const };

/**
 * Returns the routes.
 * @param forgetReset ends the reset link of a login. Passwords know addresses for signing in, so it is handed in.
 */
export const loginAddressRoutes = (forgetReset: ForgetReset): readonly Route[] => [
  accountRoute(getSignInDetails, loadSignInDetails),
  accountRoute(changeLoginAddress, async (ctx, { body }) => {
    await askForChange(ctx, body);
    return done;
  }),
  accountRoute(sendConfirmationAgain, async (ctx) => {
    await sendAgain(ctx);
    return done;
  }),
  keyRoute(validateConfirmation, (ctx, { params }) => lookAtConfirmation(ctx, params.token)),
  keyRoute(confirmAddress, async (ctx, { body }) => {
    await confirmByToken(ctx, body, forgetReset);
    return done;
  }),
];
