import { describeOrder, orderName } from '../../features/orders/orders.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** Refuses to ask a customer for money that a provider may have already. */
export async function refuseIfMaybePaid(
  { database, clock }: OperatorContext,
  tenant: Tenant,
  order: { id: number; account_id: number; reference: string | null },
): Promise<void> {
  const { heldBy, mayBePaid } = await describeOrder(database.forTenant(tenant.id), tenant, order, clock.now());
  if (mayBePaid) throw paidMaybe(order, heldBy);
}

/** @param heldBy the reference of the payment that may have paid the order */
export const paidMaybe = (order: Parameters<typeof orderName>[0], heldBy: string | null) =>
  new OperatorError(
    `Order ${orderName(order)} may be paid already: its provider has not decided on payment ${heldBy}. ` +
      'Nothing was mailed. "payment show" says what comes next.',
  );
