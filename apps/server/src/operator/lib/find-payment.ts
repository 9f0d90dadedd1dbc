import { z } from 'zod';
import { paymentByName } from '../../features/payments/payments.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';

/** The option that names the payment of a command. */
export const PaymentName = z
  .string()
  .min(1)
  .meta({ description: 'the payment, such as P000031, or by your own reference', value: 'payment' });

/** Finds a payment by the number that customers see, or by a reference. @throws OperatorError if there is none */
export async function findPayment({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const payment = await paymentByName(database.forTenant(id), id, wanted.trim());
  if (!payment) throw new OperatorError(`${name} has no payment "${wanted}".`);
  return payment;
}
