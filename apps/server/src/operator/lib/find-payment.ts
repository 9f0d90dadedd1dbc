import { z } from 'zod';
import { paymentReference, paymentsByName, paymentsByProviderId } from '../../features/payments/payments.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { type OperatorContext, OperatorError } from './command.ts';
import { onlyOne } from './only-one.ts';

/** The option that names the payment of a command. */
export const PaymentName = z.string().min(1).meta({
  description: 'the payment, such as P000031, by your own reference, or by a name in the provider’s statement',
  value: 'payment',
});

/**
 * Finds a payment by the number that customers see, by a reference, or by the provider's own name of it.
 * @throws OperatorError if there is none, or the name means two
 */
export async function findPayment({ database }: OperatorContext, { id, name }: Tenant, wanted: string) {
  const db = database.forTenant(id);
  const rows = await paymentsByName(db, id, wanted);
  const named = rows.length > 0 ? rows : await paymentsByProviderId(db, id, wanted.trim());
  const payment = onlyOne({ noun: 'payment', wanted, rows: named, numberOf: paymentReference });
  if (!payment) throw new OperatorError(`${name} has no payment "${wanted}".`);
  return payment;
}
