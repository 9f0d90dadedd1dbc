import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import { keyRoute, type Route } from '../../http/route.ts';
import { presentOpenCode } from './registration.presenter.ts';
import { registerWithCode } from './registration.service.ts';
import { openRenewalCode } from './renewal-codes.service.ts';

export const registrationRoutes: readonly Route[] = [
  keyRoute(checkRenewalToken, async (ctx, { query }) =>
    presentOpenCode(await openRenewalCode(ctx, query.renewalToken)),
  ),
  keyRoute(registerAccount, async (ctx, { body }) => {
    return { done: true as const, userName: await registerWithCode(ctx, body) };
  }),
];
