import { makePayLink } from '@quayside/contract/integration/payments/pay-links.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { findOrderByReference } from '../orders/orders.exports.ts';
import { portalUrl } from '../tenant/tenant.exports.ts';
import { doOnce } from '../integration-rows/integration-rows.exports.ts';
import { isWhole, loadOwed, mailPayLink, type NoLink } from './mail-pay-link.service.ts';

/**
 * The calls of the integration API about pay links.
 * @param originOf returns the portal's origin at a host, for a tenant without a fixed `rootUrl`
 */
export const payLinkIntegrationRoutes = (originOf: (host: string) => string): Route[] => [
  integrationRoute(makePayLink, (ctx, args) =>
    doOnce(ctx, makePayLink, args, async (trx) => {
      const { reference } = args.params;
      const order = await findOrderByReference(trx, ctx.tenant.id, reference);
      if (!order) throw notFound();
      const owed = await loadOwed(trx, { tenant: ctx.tenant, orderId: order.id, now: ctx.clock.now() });
      if (!isWhole(owed)) throw noLink(reference, owed);
      const portal = await portalUrl(trx, ctx.tenant, originOf);
      if (portal === null) throw new CallError('FEATURE_DISABLED', { values: { permission: 'hosts' } });
      const mailedTo = args.body.mail ? await mail({ ...ctx, db: trx }, order.id, reference) : null;
      return { order: reference, url: `${portal}/quick-pay/${order.guid}`, mailedTo };
    }),
  ),
];

/** Returns the refusal of a link that nobody could pay by. */
const noLink = (order: string, why: NoLink) =>
  why === 'nothing-owed'
    ? new CallError('ORDER_NOT_PAYABLE', { variant: 'noLink', values: { order } })
    : new CallError('ORDER_NOT_PAYABLE', { variant: 'agreement', values: { order, agreement: why.deadAgreement } });

/** Queues the mail in the transaction of the context. @returns the address that it goes to */
async function mail(ctx: IntegrationContext & { db: TenantDb }, orderId: number, reference: string): Promise<string> {
  const queued = await mailPayLink(ctx.db, ctx.tenant, orderId, ctx.clock.now());
  if (queued === 'no-address') throw new CallError('NO_ACCOUNT_EMAIL');
  if (typeof queued === 'object' && 'heldBy' in queued)
    throw new CallError('PAYMENT_IN_PROGRESS', {
      variant: 'mail',
      values: { order: reference, payment: queued.heldBy },
      meta: { merchantRefNumber: queued.heldBy },
    });
  if (queued === 'nothing-owed' || !('recipient' in queued)) throw noLink(reference, queued);
  const { accountId, recipient } = queued;
  const actor = { kind: 'integration', key: ctx.key.id, name: ctx.key.name } as const;
  await auditRequest(ctx, { event: 'pay-link.mail', actor, accountId, details: { order: orderId } });
  return recipient;
}
