import { z } from 'zod';
import { findOrders } from '../../features/orders/orders.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { readIdentifier } from '../../lib/texts/typed-identifier.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** The option that names the order of a command. */
export const OrderName = z
  .string()
  .min(1)
  .meta({ description: 'the order, by your reference or its number', value: 'order' });

/**
 * Finds an order.
 * @param option stands before the refusal, such as `--orders: `
 * @throws OperatorError if there is none, or the name means two
 */
export async function findOrder({ database }: OperatorContext, { id, name }: Tenant, wanted: string, option = '') {
  const rows = await findOrders(database.forTenant(id), id, readIdentifier(wanted));
  const order = onlyOne({ noun: 'order', wanted, rows });
  if (!order) throw new OperatorError(`${option}${name} has no order "${wanted}".`);
  return order;
}
