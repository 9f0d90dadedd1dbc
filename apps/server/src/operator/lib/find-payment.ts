import { z } from 'zod';
import { paymentReference, paymentsByName } from '../../features/payments/payments.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** The option that names the payment of a command. */
export const PaymentName = z
  .string()
  .min(1)
  .meta({ description: 'the payment, such as P000031, or by your own reference', value: 'payment' });

/**
 * Finds a payment by the number that customers see, or by a reference.
 * @throws OperatorError if there is none, or the name means two
 */
export async function findPayment({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const rows = await paymentsByName(database.forTenant(id), id, wanted);
  const payment = onlyOne({ noun: 'payment', wanted, rows, numberOf: paymentReference });
  if (!payment) throw new OperatorError(`${name} has no payment "${wanted}".`);
  return payment;
}
