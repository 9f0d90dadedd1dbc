import { getAccount, saveAccount as saveAccountCall } from '@quayside/contract/account/account.ts';
import { accountRoute, type Route } from '../../http/route.ts';
import { loadAccountWithConsents } from './account.service.ts';
import { saveAccount } from './save-account.service.ts';

export const accountRoutes: readonly Route[] = [
  accountRoute(getAccount, async (ctx) => {
    const account = await loadAccountWithConsents(ctx, ctx.account.id);
    ctx.sendVersion(account.version);
    return { account };
  }),
  accountRoute(saveAccountCall, async (ctx, { body }) => {
    const saved = await saveAccount(ctx, body);
    ctx.sendVersion(saved.account.version);
    return saved;
  }),
];
