import type { CallArguments } from '@quayside/contract/shared/call.ts';
import { allocateToOrder } from '@quayside/contract/integration/payments/allocations.ts';
import { minorToMajor } from '@quayside/contract/shared/money.ts';
import type { TenantDb } from '../../../db/client.ts';
import type { IntegrationContext } from '../../../http/context.ts';
import { CallError, notFound } from '../../../http/errors.ts';
import { integrationRoute, type Route } from '../../../http/route.ts';
import { auditRequest } from '../../audit/audit.service.ts';
import { doOnce, minorOfAmount } from '../../integration-rows/integration-rows.exports.ts';
import { findOrderByReference } from '../../orders/orders.exports.ts';
import { decimalPlacesOf } from '../../tenant/tenant.exports.ts';
import { paymentReference } from '../payments.presenter.ts';
import { findPaymentResource } from '../resources/payment-resources.queries.ts';
import { putAvailableOnOrder } from './put-on-order.service.ts';

/** The call of the integration API that uses available money, as the operator's command `payment allocate` does. */
export const availableIntegrationRoutes: Route[] = [
  integrationRoute(allocateToOrder, (ctx, args) =>
    doOnce(ctx, allocateToOrder, args, (trx) => allocate({ ...ctx, db: trx }, args)),
  ),
];

async function allocate(
  ctx: IntegrationContext & { db: TenantDb },
  { params, body }: CallArguments<typeof allocateToOrder>,
) {
  const { tenant, key, db: trx } = ctx;
  const order = await findOrderByReference(trx, tenant.id, params.reference);
  if (!order) throw notFound();
  const { id, account_id: accountId, currency } = order;
  const places = decimalPlacesOf(currency, tenant.settings.culture);
  const placement = {
    order: { id, accountId, currency },
    paymentId: await paymentOf(ctx, accountId, body.payment ?? null),
    mostMinor: minorOfAmount(body.amount ?? null, places),
  };
  const placed = await putAvailableOnOrder(trx, tenant, placement, ctx.clock.now());
  if (placed.refusal !== null) throw refused('', placed.refusal);
  const payments = placed.parts.map(({ paymentId }) => paymentReference(paymentId));
  await auditRequest(ctx, {
    event: 'payment.allocate',
    actor: { kind: 'integration', key: key.id, name: key.name },
    accountId,
    details: { order: id, payments },
  });
  return {
    order: params.reference,
    currency,
    outstanding: minorToMajor(placed.owedMinor, places),
    allocations: placed.parts.map(({ paymentId, minor }) => ({
      payment: paymentReference(paymentId),
      amount: minorToMajor(minor, places),
    })),
  };
}

/** Finds the payment that a request names. @throws CallError ROW_REFUSED if it is none of the order's customer */
async function paymentOf({ tenant, db }: IntegrationContext, accountId: number, number: string | null) {
  if (number === null) return null;
  const payment = await findPaymentResource(db, tenant.id, Number(number.slice(1)));
  if (payment?.account_id === accountId) return payment.id;
  throw refused('payment', `the customer of the order has no payment ${number}`);
}

const refused = (fieldName: '' | 'payment', message: string) =>
  new CallError('ROW_REFUSED', {
    fields: [{ errorCode: 'refused', fieldName, message }],
    values: { field: fieldName },
  });
