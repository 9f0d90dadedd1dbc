import { z } from 'zod';
import { consentKeys } from '../../../features/consent/consent.exports.ts';
import { csvLines } from '../../../features/exports/exports.exports.ts';
import { command } from '../../lib/command.ts';
import { findTenant, TenantKey } from '../../lib/find-tenant.ts';
import { portalOf } from '../../lib/portal-of.ts';

/**
 * Prints links for the mails that an office sends with another program. Everybody who has a link can change its
 * reader's choices.
 */
export const consentLinks = command({
  name: 'consent-links',
  summary: 'Print each customer’s link to their notification preferences as CSV, for the mails that the office sends.',
  options: z.strictObject({ tenant: TenantKey }),
  async run(ctx, { tenant: wanted }) {
    const tenant = await findTenant(ctx, wanted);
    const db = ctx.database.forTenant(tenant.id);
    const portal = await portalOf(ctx, tenant);
    const rows = (await consentKeys(db, tenant.id)).map(({ reference, email, consent_key: key }) => [
      reference ?? '',
      email,
      `${portal}/consent-management/${key}`,
    ]);
    ctx.terminal.stdout.write(csvLines([['reference', 'email', 'link'], ...rows]));
  },
});
