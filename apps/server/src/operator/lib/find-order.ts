import { z } from 'zod';
import { findOrders } from '../../features/orders/orders.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The option that names the order of a command. */
export const OrderName = z
  .string()
  .min(1)
  .meta({ description: 'the order, by your reference or its number', value: 'order' });

/** Finds an order. @throws OperatorError if there is none */
export async function findOrder({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const [order] = await findOrders(database.forTenant(id), id, wanted);
  if (!order) throw new OperatorError(`${name} has no order "${wanted}".`);
  return order;
}
