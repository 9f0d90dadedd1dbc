import { filledLine } from '@quayside/contract/shared/one-line.ts';
import { z } from 'zod';
import { makeStaffLink as makeLink } from '../../../features/staff-views/staff-views.service.ts';
import { command } from '../../lib/command.ts';
import { AccountName, findAccount } from '../../lib/find-account.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { officeTimeZone, zonedTime } from '../../lib/office-clock.ts';
import { portalOf } from '../../lib/portal-of.ts';
import { systemUser } from '../../lib/system-user.ts';

/** Lets staff of the marina view a customer's portal. The audit trail records what they open and try. */
export const makeStaffLink = command({
  name: 'staff-link',
  summary:
    "Make a one-use link to look at a customer's portal. It opens for 10 minutes, once, and then for 30 minutes.",
  options: z.strictObject({
    tenant: TenantKey,
    account: AccountName,
    as: filledLine(100).meta({ description: 'who is going to look, by their name', value: 'name' }),
    reason: filledLine(500).optional().meta({ description: 'why, for the audit trail', value: 'text' }),
  }),
  async run(ctx, { tenant: key, account: wanted, as: staffName, reason = '' }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const account = await findAccount(ctx, tenant, wanted);
    const portal = await portalOf(ctx, tenant);
    const draft = { accountId: account.id, staffName, reason, madeBy: systemUser() };
    const { token, expiresAt } = await makeLink(db, tenant.id, draft, ctx.clock.now());
    ctx.say(`For ${staffName}, to look at the portal of ${account.titledFullName} (account ${account.id}):`);
    // The token stands behind the #, which browsers send to no server: no log can hold it.
    ctx.say(`${portal}/staff-view#${token}`);
    ctx.say(`It works once, until ${zonedTime(expiresAt, await officeTimeZone(ctx, tenant))}.`);
  },
});
