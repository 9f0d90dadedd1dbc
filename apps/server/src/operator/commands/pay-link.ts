import { z } from 'zod';
import { findOrders } from '../../features/orders/find-orders.ts';
import { portalUrl } from '../../features/tenant/portal-url.ts';
import { originOf } from '../../origin.ts';
import { command, OperatorError } from '../command.ts';
import { findTenant, TenantKey } from '../find-tenant.ts';

/** The address where anybody may pay an order, for the office's letters and mails. */
export const payLink = command({
  name: 'pay-link',
  summary: 'Print the address where an order can be paid without signing in.',
  options: z.strictObject({
    tenant: TenantKey,
    order: z.string().min(1).meta({ description: 'the order, by your reference or its number', value: 'order' }),
  }),
  async run(ctx, { tenant: key, order: wanted }) {
    const tenant = await findTenant(ctx, key);
    const db = ctx.database.forTenant(tenant.id);
    const [order] = await findOrders(db, tenant.id, wanted);
    if (!order) throw new OperatorError(`${tenant.name} has no order "${wanted}".`);
    const portal = await portalUrl(db, tenant, (host) => originOf(host, ctx.environment));
    if (portal === null) throw new OperatorError(`${tenant.name} has no host, so its portal has no address.`);
    ctx.say(`${portal}/quick-pay/${order.guid}`);
  },
});
