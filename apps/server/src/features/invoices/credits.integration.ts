import { creditOrder as creditCall } from '@quayside/contract/integration/payments/credits.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { CallArguments } from '@quayside/contract/shared/call.ts';
import type { TenantDb } from '../../db/client.ts';
import type { IntegrationContext } from '../../http/context.ts';
import { CallError, notFound } from '../../http/errors.ts';
import { integrationRoute, type Route } from '../../http/route.ts';
import { auditRequest } from '../audit/audit.service.ts';
import { doOnce, minorOfAmount } from '../integration-rows/integration-rows.exports.ts';
import { findOrderByReference } from '../orders/orders.exports.ts';
import { PaymentCameMeanwhile } from '../payments/payments.exports.ts';
import { decimalPlacesOf } from '../tenant/tenant.exports.ts';
import { creditOrder } from './credit-order.service.ts';

type Arguments = CallArguments<typeof creditCall>;

/** The calls of the integration API that credit orders, as the operator's command `credit` does. */
export const creditIntegrationRoutes: Route[] = [
  integrationRoute(creditCall, async (ctx, args) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await doOnce(ctx, creditCall, args, (trx) => credit({ ...ctx, db: trx }, args));
      } catch (error) {
        // A payment came onto the order at the same moment. The credit begins again with it.
        if (!(error instanceof PaymentCameMeanwhile) || tries === 5) throw error;
      }
    }
  }),
];

async function credit(ctx: IntegrationContext & { db: TenantDb }, { params, body }: Arguments) {
  const { tenant, key, db: trx } = ctx;
  const order = await findOrderByReference(trx, tenant.id, params.reference);
  if (!order) throw notFound();
  const { reference, reason, number } = body;
  const input = { reference, orderId: order.id, reason: reason ?? '', number: number ?? null };
  const { currency } = order;
  const places = decimalPlacesOf(currency, tenant.settings.culture);
  const amountMinor = minorOfAmount(body.amount ?? null, places);
  const credited = await creditOrder(trx, tenant, { ...input, amountMinor }, ctx.clock.now());
  if (credited.refusal !== null)
    throw new CallError(credited.isWrongAlone ? 'INVALID_REQUEST' : 'ROW_REFUSED', {
      fields: [{ errorCode: 'refused', fieldName: credited.field, message: credited.refusal }],
      values: { field: credited.field },
    });
  const { note, isNew, freedMinor } = credited;
  const details = { order: order.id, number: note.invoice_number, reference, reason: input.reason };
  const actor = { kind: 'integration', key: key.id, name: key.name } as const;
  if (isNew) await auditRequest(ctx, { event: 'order.credit', actor, accountId: order.account_id, details });
  return {
    reference,
    order: params.reference,
    number: note.invoice_number,
    amount: minorToMajor(-note.gross_minor, places),
    currency,
    madeAvailable: minorToMajor(freedMinor, places),
  };
}
