import { describeOrder } from '../../features/orders/orders.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** Refuses to ask a customer for money that a provider may have already. */
export async function refuseIfMaybePaid(
  { database, clock }: OperatorContext,
  tenant: Tenant,
  order: { id: number; account_id: number },
): Promise<void> {
  const { heldBy, mayBePaid } = await describeOrder(database.forTenant(tenant.id), tenant, order, clock.now());
  if (!mayBePaid) return;
  throw new OperatorError(
    `Order ${order.id} may be paid already: its provider has not decided on payment ${heldBy}. ` +
      'Nothing was mailed. "payment show" says what comes next.',
  );
}
