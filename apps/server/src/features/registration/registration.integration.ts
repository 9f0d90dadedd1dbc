import { getRegistrationState, makeRegistrationCode } from '@quayside/contract/integration/registration-codes.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { portalUrl } from '../tenant/tenant.exports.ts';
import { findRegistration } from './registration.queries.ts';
import { codeExpiry, issueRenewalCode, mailRenewalCode } from './renewal-codes.service.ts';

/**
 * The calls of the integration API about registration codes.
 * @param originOf returns the portal's origin at a host, for a tenant without a fixed `rootUrl`
 */
export const registrationIntegrationRoutes = (originOf: (host: string) => string): Route[] => [
  integrationRoute(getRegistrationState, async (ctx, { params: { reference } }) => {
    const account = await load(ctx, reference);
    const validUntil = account.registered ? null : (account.valid_until?.toISOString() ?? null);
    return { account: reference, isRegistered: Boolean(account.registered), validUntil };
  }),
  integrationRoute(makeRegistrationCode, async (ctx, { params: { reference }, body }) => {
    const account = await load(ctx, reference);
    if (account.registered) throw new CallError('ALREADYREGISTERED');
    const portal = await portalUrl(ctx.db, ctx.tenant, originOf);
    if (portal === null) throw new CallError('FEATURE_DISABLED', { values: { permission: 'hosts' } });
    const now = ctx.clock.now();
    const made = { account: reference, validUntil: codeExpiry(now).toISOString() };
    if (body.mail) {
      if (account.email === '') throw new CallError('NO_ACCOUNT_EMAIL');
      await mailRenewalCode(ctx, account.id);
      return { ...made, code: null, url: null, mailedTo: account.email };
    }
    const code = await issue(ctx, account.id, now);
    return { ...made, code, url: `${portal}/register?renewal-token=${code}`, mailedTo: null };
  }),
];

async function load({ db, tenant, clock }: IntegrationContext, reference: string) {
  const account = await findRegistration(db, tenant.id, reference, clock.now());
  if (!account) throw notFound();
  return account;
}

/** Makes a code. No idempotency key keeps its answer, because the code is stored nowhere. */
const issue = (ctx: IntegrationContext, accountId: number, now: Date): Promise<string> =>
  ctx.db.transaction().execute(async (trx) => {
    const code = await issueRenewalCode(trx, ctx.tenant.id, accountId, now);
    if (code === null) throw notFound();
    const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
    await auditRequest({ ...ctx, db: trx }, { event: 'code.issue', actor, accountId });
    return code;
  });
